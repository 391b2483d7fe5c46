// Judging all plays of one roll by one batch of static evaluations: 0-ply, in GNU Backgammon's count.
#pragma once

#include <vector>

#include "search/evaluator.hpp"

namespace alea {

/// The choice of one turn.
template <Game G>
struct BestPlay {
  std::size_t index = 0;  ///< into the play list
  MoverValue<G> value;    ///< the mover's after that play
  float utility = 0;
};

/// Scratch memory for `best_play`, reused turn after turn.
template <Game G>
using ValueBuffer = std::vector<RollerValue<G>>;

/// The play of highest utility; the first of equals. `values` receives the evaluation of every resulting position (for
/// the player about to roll there); `plays` is not empty.
template <Game G>
BestPlay<G> best_play(Evaluator<G>& evaluator, const Utility<G>& utility, const PlayList<G>& plays,
                      ValueBuffer<G>& values) {
  if (values.size() < plays.size()) values.resize(plays.size());
  evaluator.evaluate(plays.positions(), std::span(values).first(plays.size()));
  BestPlay<G> best;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    const MoverValue<G> value = seen_by_mover<G>(plays.position(i), values[i]);
    const float u = utility(value);
    if (i == 0 || u > best.utility) best = {i, value, u};
  }
  return best;
}

}  // namespace alea
