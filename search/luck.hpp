// The luck of the dice, as an evaluator judges it.
#pragma once

#include <span>

#include "search/best_play.hpp"

namespace alea {

/// What the judge thinks that `roll`, drawn from `rolls`, is worth to the roller above the mean of all of them, by the
/// play that it likes best. Its mean over the rolls is 0 whatever the judge thinks, so a result less the luck of its
/// rolls stays unbiased; the better it judges, the less is left but noise. (GNU Backgammon's variance reduction; in
/// statistics a control variate.) Zero where there is one roll. Costs the evaluation of all plays of all rolls. `plays`
/// and `values` are scratch memory.
template <Game G>
RollerValue<G> luck_of_roll(Evaluator<G>& judge, const Utility<G>& utility, const typename G::Position& position,
                            const typename G::Roll& roll, std::span<const Weighted<typename G::Roll>> rolls,
                            PlayList<G>& plays, ValueBuffer<G>& values) {
  RollerValue<G> luck;
  if (rolls.size() == 1) return luck;
  for (const auto& [other, probability] : rolls) {
    G::plays(position, other, plays);
    const auto value = seen_by_roller(best_play(judge, utility, plays, values).value);
    luck.add(static_cast<float>((other == roll) - probability), value);
  }
  return luck;
}

}  // namespace alea
