// Hypergammon as a Game: backgammon with three checkers a side.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/backgammon/backgammon.hpp"

namespace alea {

/// Backgammon's board, moves, results and notation; each side begins with one checker on its 24, 23 and 22 points. The
/// loser of a game has lost a gammon if none of his three is off.
struct Hypergammon : Backgammon {
  static constexpr int checkers = 3;  ///< a side

  static constexpr std::string_view name() { return "hypergammon"; }
  static Position start();
  static Position start(Random&) { return start(); }
  static void plays(const Position&, Roll, PlayList<Hypergammon>&);
  static std::optional<RollerValue<Hypergammon>> result(const Position&);

  /// Backgammon's notations, with at most three checkers a side.
  static Situation<Hypergammon> parse_position(std::string_view);
  static std::size_t find_play(const Position&, Roll, const PlayList<Hypergammon>&, std::string_view);
  static std::string board(const Position&, Side);
};

}  // namespace alea
