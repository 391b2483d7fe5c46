// What a finished game is worth, in every variant of backgammon.
#pragma once

#include <optional>

#include "engine/backgammon/backgammon.hpp"

namespace alea::backgammon {

/// How many points `loser`, who began with `of` checkers, loses to an opponent without any: 1, a gammon 2 (nothing
/// borne off), a backgammon 3 (and still a checker on the bar or in the winner's home board).
inline int stake(const Checkers& loser, int of) {
  if (loser.on_board() < of) return 1;
  constexpr std::uint32_t winners_home_and_bar = bar_mask | home_mask << 18;
  return loser.occupied() & winners_home_and_bar ? 3 : 2;
}

/// G::result for sides of `of` checkers.
template <class G>
std::optional<RollerValue<G>> result(const Position& position, int of) {
  const bool won = !position.own.occupied(), lost = !position.their.occupied();
  if (!won && !lost) return std::nullopt;
  RollerValue<G> value;
  const auto points = static_cast<std::size_t>(stake(won ? position.their : position.own, of));
  value[(won ? G::win_single : G::lose_single) + points - 1] = 1;
  return value;
}

/// Backgammon::board; what is not on the board of `of` checkers a side is off.
std::string draw_board(const Position&, Side to_move, int of);

}  // namespace alea::backgammon
