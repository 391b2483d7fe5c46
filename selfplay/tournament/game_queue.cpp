#include "selfplay/tournament/game_queue.hpp"

#include <algorithm>

namespace alea {

void GameQueue::add_pairing(std::int64_t games, const std::vector<std::int64_t>& finished) {
  Pairing pairing;
  pairing.games = games;
  std::int64_t first = 0;
  const auto add_up_to = [&](std::int64_t end) {
    if (first < end) pairing.missing.emplace_back(first, end), pairing.left += end - first;
    first = end + 1;
  };
  for (const std::int64_t number : finished) add_up_to(std::min(number, games));
  add_up_to(games);
  std::ranges::reverse(pairing.missing);
  pairings_.push_back(std::move(pairing));
}

std::int64_t GameQueue::Pairing::take_next() {
  auto& [first, end] = missing.back();
  const std::int64_t number = first++;
  if (first == end) missing.pop_back();
  --left;
  return number;
}

std::optional<GameQueue::Task> GameQueue::take(std::optional<std::size_t> at,
                                               std::chrono::steady_clock::time_point since) {
  const std::lock_guard lock(mutex_);
  const bool stays = at && !pairings_[*at].empty() && std::chrono::steady_clock::now() - since < stay;
  auto pairing =
      stays ? pairings_.begin() + static_cast<std::ptrdiff_t>(*at)
            : std::ranges::min_element(pairings_, {}, [](const Pairing& p) { return p.empty() ? 2 : p.progress(); });
  if (pairing == pairings_.end() || pairing->empty()) return std::nullopt;
  Task task{static_cast<std::size_t>(pairing - pairings_.begin()), {pairing->take_next(), 0}, 1};
  if (!pairing->empty() && pairing->next() / 2 == task.numbers[0] / 2) {
    task.numbers[task.size++] = pairing->take_next();
  }
  return task;
}

}  // namespace alea
