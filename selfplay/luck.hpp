// Luck of a match's dice, judged by an agent: what makes scores less noisy.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/game.hpp"

namespace alea {

/// One judges for one thread at a time.
template <Game G>
class LuckJudge {
 public:
  virtual ~LuckJudge() = default;
  virtual std::unique_ptr<LuckJudge> clone() const = 0;

  /// What `roll`, drawn from `rolls` at `position`, is worth to the roller above the mean of all of them, in utility.
  /// Its expectation is 0 whatever the judge thinks: the values of all rolls are found in one way, whichever was drawn.
  virtual double luck(const typename G::Position& position, const typename G::Roll& roll,
                      std::span<const Weighted<typename G::Roll>> rolls) = 0;
};

/// A judge who values rolls as the agent that `text` describes (selfplay/agents.hpp). One that judges without looking
/// ahead (net:weights=.., handwritten:plies=0) takes the time of some 400 evaluations a turn, others 21 times that of a
/// turn. Throws InputError("luck") for an agent without values and for games without dice; what make_agent throws.
/// Instantiated for every game of the registry.
template <Game G>
std::unique_ptr<LuckJudge<G>> make_luck_judge(std::string_view text);

}  // namespace alea
