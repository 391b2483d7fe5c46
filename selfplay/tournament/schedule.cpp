#include "selfplay/tournament/schedule.hpp"

#include <xxhash.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace alea {

namespace {

/// Fills a round from the best player down, going back when somebody below finds no new opponent.
class SwissPairing {
 public:
  SwissPairing(std::vector<std::size_t> ranked, std::span<const Meeting> before)
      : ranked_(std::move(ranked)), before_(before), free_(ranked_.size(), true) {}

  std::vector<Meeting> find() {
    // A search that meets too many dead ends, or has no answer, is repeated with one more repetition allowed.
    for (std::size_t repeats = 0;; ++repeats) {
      steps_ = 0;
      if (extend(repeats)) return meetings_;
      meetings_.clear();
      free_.assign(ranked_.size(), true);
    }
  }

 private:
  bool met(std::size_t i, std::size_t j) const {
    return std::ranges::any_of(before_,
                               [&](const Meeting& m) { return (m.a == i && m.b == j) || (m.a == j && m.b == i); });
  }

  bool extend(std::size_t repeats) {
    constexpr int most_steps = 10'000;
    const std::size_t i = static_cast<std::size_t>(std::ranges::find(free_, true) - free_.begin());
    if (i == free_.size()) return true;
    free_[i] = false;
    for (std::size_t j = i + 1; j < ranked_.size(); ++j) {
      if (!free_[j]) continue;
      const bool again = met(ranked_[i], ranked_[j]);
      if (again && repeats == 0) continue;
      if (++steps_ > most_steps && repeats < ranked_.size()) break;
      free_[j] = false;
      meetings_.push_back({ranked_[i], ranked_[j]});
      if (extend(repeats - (again ? 1 : 0))) return true;
      meetings_.pop_back();
      free_[j] = true;
    }
    free_[i] = true;
    return false;
  }

  std::vector<std::size_t> ranked_;
  std::span<const Meeting> before_;
  std::vector<bool> free_;
  std::vector<Meeting> meetings_;
  int steps_ = 0;
};

}  // namespace

std::vector<Meeting> round_robin(std::size_t players) {
  std::vector<Meeting> meetings;
  const std::size_t seats = players + players % 2;  // with an empty chair if odd
  for (std::size_t round = 0; round + 1 < seats; ++round) {
    for (std::size_t table = 0; table < seats / 2; ++table) {
      // The last seat stays, the others move on by one.
      const std::size_t i = (round + table) % (seats - 1);
      const std::size_t j = table == 0 ? seats - 1 : (round + seats - 1 - table) % (seats - 1);
      if (std::max(i, j) < players) meetings.push_back({std::min(i, j), std::max(i, j)});
    }
  }
  return meetings;
}

std::vector<Meeting> gauntlet(std::size_t players, std::size_t champion) {
  std::vector<Meeting> meetings;
  for (std::size_t i = 0; i < players; ++i) {
    if (i != champion) meetings.push_back({champion, i});
  }
  return meetings;
}

std::vector<Meeting> swiss_round(std::span<const double> scores, std::span<const Meeting> before) {
  std::vector<std::size_t> ranked(scores.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::ranges::stable_sort(ranked, std::ranges::greater(), [&](std::size_t i) { return scores[i]; });
  if (ranked.size() % 2 != 0) {
    std::vector<int> played(scores.size());
    for (const Meeting& meeting : before) ++played[meeting.a], ++played[meeting.b];
    const auto from_below =
        std::ranges::max_element(ranked.rbegin(), ranked.rend(), {}, [&](std::size_t i) { return played[i]; });
    ranked.erase(std::next(from_below).base());
  }
  return SwissPairing(std::move(ranked), before).find();
}

std::uint64_t pairing_seed(std::uint64_t tournament, std::string_view a, std::string_view b, int round) {
  std::string text = std::to_string(tournament) + ' ' + std::to_string(round) + '\n';
  text.append(a) += '\n';
  text += b;
  return XXH3_64bits(text.data(), text.size()) >> 1;
}

}  // namespace alea
