// How lucky each roll is, on average over the positions of one search.
//
// A position whose rolls were tried only in part would be valued by the luck of those: with 6-6 tried and 2-1 not, too
// high. So a roll not tried yet is taken to change the odds of the position as it did in others of the same search,
// which mostly look alike. As in luck adjustment of rollouts, the estimate matters only until the roll is tried.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "search/mcts_node.hpp"

namespace alea {

/// The luck d of a roll moves d W L from losing to winning, W and L being the probabilities of those: gammons and the
/// like in proportion, so that what is impossible stays so.
template <Game G>
class LuckTable {
 public:
  void clear() { moved_.clear(), room_ = 0, scale_ = 0; }

  /// Learns from a position of value `mean` all of whose rolls were tried.
  void learn(std::span<const Decision<G>> rolls, const RollerValue<G>& mean) {
    if (rolls.size() == 1) return;
    if (moved_.size() != rolls.size()) {
      moved_.assign(rolls.size(), 0);
      room_ = 0;
    }
    const auto [win, lose] = odds(mean);
    room_ += win * lose;
    float most = 0;
    for (std::size_t r = 0; r < rolls.size(); ++r) {
      const auto [rolled_win, rolled_lose] = odds(rolls[r].value);
      moved_[r] += 0.5F * ((rolled_win - win) - (rolled_lose - lose));
      most = std::max(most, std::abs(moved_[r]));
    }
    scale_ = 1 / std::max({room_, most, 0.01F});  // no luck is beyond 1; where all is decided, none is left
  }

  /// Estimates all rolls of a position of value `mean`, so that their mean is that.
  void estimate(std::span<Decision<G>> rolls, const RollerValue<G>& mean) const {
    const auto [win, lose] = odds(mean);
    for (std::size_t r = 0; r < rolls.size(); ++r) {
      rolls[r] = {mean};
      if (moved_.size() != rolls.size()) continue;
      const float luck = scale_ * moved_[r];
      for (std::size_t i = 0; i < G::probabilities; ++i) {
        if (G::utility_weights[i] > 0) rolls[r].value[i] *= 1 + luck * lose;
        if (G::utility_weights[i] < 0) rolls[r].value[i] *= 1 - luck * win;
      }
    }
  }

 private:
  struct Odds {
    float win = 0, lose = 0;
  };
  static Odds odds(const RollerValue<G>& value) {
    Odds odds;
    for (std::size_t i = 0; i < G::probabilities; ++i) {
      if (G::utility_weights[i] > 0) odds.win += value[i];
      if (G::utility_weights[i] < 0) odds.lose += value[i];
    }
    return odds;
  }

  std::vector<float> moved_;  ///< by roll, of all positions together
  float room_ = 0;            ///< W L of all positions together
  float scale_ = 0;           ///< from moved_ to luck
};

}  // namespace alea
