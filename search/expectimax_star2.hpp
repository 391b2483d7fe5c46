// Star2: alpha-beta pruning where chance decides between the levels.
// Method: Ballard, "The *-minimax search procedure for trees containing chance nodes" (1983).
//
// Utilities lie in [least, most], so what is known of some rolls bounds the mean over all of them:
//
//     roll      1-1      2-1      2-2      3-1     ..
//     known   [ .2 .2] [ .1 .1] [-.3  3] [-3   3]  ..     low = sum of p * lower,  high = sum of p * upper
//
// First the best reply of every roll, by static evaluation, is looked at: a lower bound for each, and when low exceeds
// beta the node is done (the probe that gives Star2 its name). Then come the other replies, with the window that the
// bounds of the other rolls leave. Windows only ever cut what cannot be the answer; to stay exact in floating point
// they are wider by a margin that is far above any rounding.
#pragma once

#include <algorithm>

#include "search/expectimax_tree.hpp"

namespace alea {

inline constexpr double star2_margin = 1e-4;

/// The range of a utility, [-3, 3] in backgammon.
struct UtilityRange {
  double least = 0, most = 0;
};
template <Game G>
UtilityRange utility_range(const Utility<G>& utility) {
  const auto results = std::span(utility.weights).first(G::probabilities);
  return {*std::ranges::min_element(results), *std::ranges::max_element(results)};
}

/// Pruning needs utilities that are bounded, and opposite for the two players: no weight on statistics that are no
/// probabilities, and the flip of a result weighs its negative.
template <Game G>
bool star2_applies(const Utility<G>& utility) {
  for (std::size_t i = 0; i < G::statistics; ++i) {
    RollerValue<G> result;
    result[i] = 1;
    if (i >= G::probabilities && utility.weights[i] != 0) return false;
    if (utility(flip(result)) != -utility(result)) return false;
  }
  return true;
}

/// `expansion` is of a position looked at `plies` >= 2 deep.
template <Game G>
Bounded<G> ExpectimaxTree<G>::search_pruned(Expansion<G>& expansion, int plies, Window window) {
  const auto [least, most] = utility_range<G>(settings_.utility);
  for (Branch& branch : expansion.branches) branch.lower = branch.tried_upper = least, branch.upper = most;
  double low = least, high = most;
  for (const bool probe : {true, false}) {
    for (Branch& branch : expansion.branches) {
      const double p = branch.probability;
      const double other_low = low - p * branch.lower, other_high = high - p * branch.upper;
      const Window needed{(window.alpha - other_high) / p, (window.beta - other_low) / p};
      try_replies(expansion, branch, probe ? 0 : 1, probe ? 1 : branch.kept, plies, needed);
      if (stopped_) return {};
      low = other_low + p * branch.lower;
      high = other_high + p * branch.upper;
      if (low > window.beta || high < window.alpha) return {{}, low, high, false};
    }
  }
  return exactly(mean(expansion));
}

/// Looks at the kept replies [first, last) of a branch and narrows its bounds. A reply that is no candidate for the
/// best one any more is left with a value that loses against every other.
template <Game G>
void ExpectimaxTree<G>::try_replies(Expansion<G>& expansion, Branch& branch, std::size_t first, std::size_t last,
                                    int plies, Window needed) {
  const auto kept = expansion.kept(branch);
  for (std::size_t k = first; k < last && branch.lower <= needed.beta + star2_margin; ++k) {
    const auto i = kept[k];
    const double alpha = std::max(needed.alpha, branch.lower) - star2_margin;
    const Bounded<G> found = search_reply(expansion.afters[i], plies - 1, {alpha, needed.beta + star2_margin});
    if (stopped_) return;
    if (found.exact) {
      settle(expansion, i, found.value);
    } else {
      expansion.utilities[i] = -std::numeric_limits<float>::infinity();
    }
    branch.lower = std::max(branch.lower, found.lower);
    branch.tried_upper = std::max(branch.tried_upper, found.upper);
  }
  if (last == branch.kept) branch.upper = branch.tried_upper;
}

template <Game G>
Bounded<G> ExpectimaxTree<G>::search_reply(const Position& after, int plies, Window movers) {
  if (G::same_mover(after)) return search(after, plies, movers);
  Bounded<G> found = search(after, plies, {-movers.beta, -movers.alpha});
  return {found.value, -found.upper, -found.lower, found.exact};
}

}  // namespace alea
