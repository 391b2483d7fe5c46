// What a finished self-play game teaches about its positions.
#pragma once

#include <cassert>
#include <span>

#include "search/best_play.hpp"

namespace alea {

/// One turn of a self-play game.
template <Game G>
struct JudgedTurn {
  typename G::Position position;  ///< before the roll
  MoverValue<G> value;            ///< of the best play, by the playing net (exact when it ended the game)
  bool explored = false;          ///< another play was made instead
};

/// lambda-returns, computed backwards (Sutton, "Learning to predict by the methods of temporal differences", 1988):
///
///     target(t) = (1 - lambda) value(t) + lambda target(t + 1), seen by the roller of t
///
/// value(t), the best play's value to its mover, is the one-step target. The last turn has it alone: exact when the
/// game is over, the net's own opinion when it was cut. An explored play says nothing about best play, so the target of
/// its turn is value(t) alone (Watkins, "Learning from delayed rewards", 1989). `targets` has the length of `turns`.
template <Game G>
void lambda_returns(std::span<const JudgedTurn<G>> turns, float lambda, std::span<RollerValue<G>> targets) {
  assert(turns.size() == targets.size());
  for (std::size_t t = turns.size(); t-- > 0;) {
    const bool alone = t + 1 == turns.size() || turns[t].explored;
    MoverValue<G> target;
    target.add(alone ? 1.0F : 1 - lambda, turns[t].value);
    if (!alone) target.add(lambda, seen_by_mover<G>(turns[t + 1].position, targets[t + 1]));
    targets[t] = seen_by_roller<G>(target);
  }
}

/// The mean over all rolls of the best reply's value: what the net should say of `position` if it were right one ply
/// later. An order of magnitude less noise than one game's target, for some 420 evaluations in backgammon. `plays` and
/// `values` are scratch memory.
template <Game G>
RollerValue<G> exact_backup(Evaluator<G>& evaluator, const Utility<G>& utility, const typename G::Position& position,
                            PlayList<G>& plays, ValueBuffer<G>& values) {
  MoverValue<G> mean;
  for (const auto& [roll, probability] : G::rolls(position)) {
    G::plays(position, roll, plays);
    mean.add(static_cast<float>(probability), best_play(evaluator, utility, plays, values).value);
  }
  return seen_by_roller<G>(mean);
}

}  // namespace alea
