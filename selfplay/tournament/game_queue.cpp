#include "selfplay/tournament/game_queue.hpp"

#include <algorithm>

namespace alea {

void GameQueue::add_pairing(std::int64_t games, const std::vector<std::int64_t>& finished) {
  Pairing pairing;
  pairing.games = games;
  auto next = finished.begin();
  for (std::int64_t number = 0; number < games; ++number) {
    if (next != finished.end() && *next == number) {
      ++next;
    } else {
      pairing.missing.push_back(number);
    }
  }
  pairings_.push_back(std::move(pairing));
}

std::optional<GameQueue::Task> GameQueue::take(std::optional<std::size_t> at,
                                               std::chrono::steady_clock::time_point since) {
  const std::lock_guard lock(mutex_);
  const bool stays = at && !pairings_[*at].empty() && std::chrono::steady_clock::now() - since < stay;
  auto pairing =
      stays ? pairings_.begin() + static_cast<std::ptrdiff_t>(*at)
            : std::ranges::min_element(pairings_, {}, [](const Pairing& p) { return p.empty() ? 2 : p.progress(); });
  if (pairing == pairings_.end() || pairing->empty()) return std::nullopt;
  Task task{static_cast<std::size_t>(pairing - pairings_.begin()), {pairing->missing[pairing->taken++], 0}, 1};
  if (!pairing->empty() && pairing->missing[pairing->taken] / 2 == task.numbers[0] / 2) {
    task.numbers[task.size++] = pairing->missing[pairing->taken++];
  }
  return task;
}

}  // namespace alea
