// From the text of --position and --dice to a position and a roll.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/game.hpp"

namespace alea::tools {

template <Game G>
inline constexpr bool has_dice = !std::is_same_v<typename G::Roll, NoDice>;

/// The situation with the roll that `dice` names, if it is there; it must not contradict a roll that the position's
/// text carries. Games without dice have their one roll. Throws InputError("dice").
template <Game G>
Situation<G> with_dice(Situation<G> situation, const std::optional<std::string>& dice) {
  if constexpr (!has_dice<G>) {
    if (dice) throw InputError("dice", std::string(G::name()) + " has no dice, found \"" + dice->substr(0, 40) + "\"");
    situation.roll = NoDice{};
  } else if (dice) {
    const auto roll = G::parse_roll(*dice);
    if (situation.roll && *situation.roll != roll) {
      throw InputError("dice", "the position carries " + G::format_roll(*situation.roll) +
                                   ", but the dice are given as " + G::format_roll(roll));
    }
    situation.roll = roll;
  }
  return situation;
}

/// Throws InputError("position" or "dice").
template <Game G>
Situation<G> read_situation(const std::optional<std::string>& position, const std::optional<std::string>& dice) {
  if (!position) throw InputError("position", "expected --position");
  return with_dice(G::parse_position(*position), dice);
}

template <Game G>
typename G::Roll roll_of(const Situation<G>& situation) {
  if (!situation.roll) throw InputError("dice", "expected dice such as 3-1: the position carries none");
  return *situation.roll;
}

/// The situation after the play that `text` names. `plays` is scratch memory. Throws InputError("play") that says why
/// it is illegal, InputError("dice") when there is no roll.
template <Game G>
Situation<G> after_play(const Situation<G>& before, std::string_view text, PlayList<G>& plays) {
  if (G::finished(before.position)) throw InputError("play", "the game is over: there are no plays");
  const auto roll = roll_of(before);
  G::plays(before.position, roll, plays);
  const auto& after = plays.position(G::find_play(before.position, roll, plays, text));
  return {after, next_side<G>(after, before.to_move)};
}

}  // namespace alea::tools
