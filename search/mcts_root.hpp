// How the simulations of one Mcts search (search/mcts.hpp) are shared out among the plays at the root.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/mcts_node.hpp"

namespace alea {

/// Sequential halving: the simulations are divided into rounds; in each, all candidates get the same number, and the
/// better half goes on to the next. Wastes less than PUCT when there are few simulations.
/// Method: Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits" (2013); at the root of a tree
/// search Danihelka et al., "Policy improvement by planning with Gumbel" (2022), here without their noise.
class SequentialHalving {
 public:
  static constexpr std::size_t most_candidates = 16;

  /// The plays are in the order of their static values: the first ones are the candidates, fewer than 16 where the
  /// first round would give each less than `least` simulations.
  void start(std::size_t plays, std::int64_t simulations, std::int64_t least) {
    std::size_t count = most_candidates;
    const auto share = [&] { return simulations / static_cast<std::int64_t>(count * rounds_for(count)); };
    while (count > 2 && share() < least) count /= 2;
    count = std::min(count, plays);
    candidates_.clear();
    for (std::size_t i = 0; i < count; ++i) candidates_.push_back({static_cast<std::uint32_t>(i)});
    left_ = simulations;
    begin_round();
  }

  /// The candidate that has had least in this round, of those that `available` holds of; nothing if there is none.
  template <class Available>
  std::optional<std::size_t> next(const Available& available) {
    Candidate* best = nullptr;
    for (Candidate& candidate : candidates_) {
      if (candidate.given >= share_ || !available(candidate.play)) continue;
      if (best == nullptr || candidate.given < best->given) best = &candidate;
    }
    if (best == nullptr) return {};
    ++best->given;
    --left_;
    return best->play;
  }

  /// The better half goes on. False if this was the last round.
  bool end_round(std::span<const PlayEdge> edges) {
    if (candidates_.size() <= 2) return false;
    std::ranges::sort(candidates_, [&](const Candidate& a, const Candidate& b) {
      const float u = edges[a.play].utility, v = edges[b.play].utility;
      return u != v ? u > v : a.play < b.play;
    });
    candidates_.resize((candidates_.size() + 1) / 2);
    begin_round();
    return true;
  }

 private:
  struct Candidate {
    std::uint32_t play;
    std::int64_t given = 0;
  };

  static std::size_t rounds_for(std::size_t candidates) {
    return std::max<std::size_t>(std::bit_width(candidates - 1), 1);
  }
  void begin_round() {
    const std::size_t count = candidates_.size();
    share_ = left_ / static_cast<std::int64_t>(count * rounds_for(count));
    for (Candidate& candidate : candidates_) candidate.given = 0;
  }

  std::vector<Candidate> candidates_;
  std::int64_t left_ = 0;
  std::int64_t share_ = 0;  ///< of each in this round
};

}  // namespace alea
