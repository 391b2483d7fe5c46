// One game from start to end: the only loop that plays games. Self-play, matches, tournaments, records and tests share
// it.
#pragma once

#include <optional>

#include "engine/game.hpp"

namespace alea {

/// How a game ended.
template <Game G>
struct GameEnd {
  /// The final position's value to the player who would be next there, and who that is; nothing if the game was cut
  /// off.
  std::optional<RollerValue<G>> result;
  Side next = Side::first;
  int turns = 0;
  bool finished = false;  ///< by the rules; else a result is an adjudication
};

/// Every game is played to its end.
struct NoAdjudication {
  template <class Position>
  std::nullopt_t operator()(const Position&) const {
    return std::nullopt;
  }
};

/// Plays from `start`, with `first` to move. Every roll is drawn from `dice`, the first from the opening rolls.
/// `choose(side, position, roll, plays)` returns an index into `plays`; `observe(side, position, roll, plays, chosen)`
/// sees each turn after its choice and before it is made. A game ends before its time where `adjudicate(position)`
/// returns the value to the player about to roll. One longer than `max_turns` is cut off without a result.
template <Game G, class Choose, class Observe, class Adjudicate = NoAdjudication>
GameEnd<G> play_game(typename G::Position position, Side first, Random& dice, PlayList<G>& plays, int max_turns,
                     Choose&& choose, Observe&& observe, Adjudicate&& adjudicate = {}) {
  Side side = first;
  for (int turn = 0;; ++turn) {
    if (G::finished(position)) return {G::result(position), side, turn, true};
    if (const std::optional<RollerValue<G>> value = adjudicate(position)) return {value, side, turn};
    if (turn == max_turns) return {std::nullopt, side, turn};
    const auto rolls = turn == 0 ? G::opening_rolls(position) : G::rolls(position);
    const typename G::Roll roll = draw(rolls, dice);
    G::plays(position, roll, plays);
    const std::size_t chosen = choose(side, position, roll, plays);
    observe(side, position, roll, plays, chosen);
    position = plays.position(chosen);
    side = next_side<G>(position, side);
  }
}

}  // namespace alea
