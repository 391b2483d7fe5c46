// DVONN as a Game.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/dvonn/moves.hpp"
#include "engine/dvonn/position.hpp"
#include "engine/game.hpp"

namespace alea {

/// Models Game (engine/game.hpp) with Side::first White. The margin of a value is the expected own minus opposing
/// score.
struct Dvonn {
  using Position = dvonn::Position;
  using Roll = NoDice;
  using Play = dvonn::Play;

  static constexpr std::size_t statistics = 4;
  static constexpr std::size_t probabilities = 3;
  enum Statistic : std::size_t { win, draw, lose, margin };
  static constexpr std::array<float, statistics> utility_weights{1, 0, -1, 0};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) {
    return {v[lose], v[draw], v[win], -v[margin]};
  }

  static constexpr std::string_view name() { return "dvonn"; }
  static Position start() { return {}; }
  static Position start(Random&) { return start(); }
  /// The variant with a random setup: a full board, each with the same probability, White to move.
  static Position random_start(Random&);

  static std::span<const Weighted<Roll>> rolls(const Position&);
  static std::span<const Weighted<Roll>> opening_rolls(const Position& position) { return rolls(position); }
  /// Lists every legal play, also where two lead to one position; in the order of `dvonn::list_plays`.
  static void plays(const Position&, Roll, PlayList<Dvonn>&);
  static std::size_t count_plays(const Position& position, Roll) { return dvonn::count_plays(position); }
  static Position after(const Position& position, Play play) { return dvonn::after(position, play); }
  static bool finished(const Position& position) { return dvonn::finished(position); }

  /// The position under one of the four symmetries of the board; 0 is the identity.
  static constexpr int symmetries = 4;
  static Position symmetry(const Position& position, int k) { return dvonn::symmetry(position, k); }

  static std::optional<RollerValue<Dvonn>> result(const Position&);
  /// White's 49th placement leads to White's first stack move.
  static bool same_mover(const Position& after) { return after.first_move(); }

  /// `<row1>/<row2>/<row3>/<row4>/<row5> <w|b> <p|m>`: the spaces of each row in column order, `.` empty, `r` a DVONN
  /// piece alone, `w` or `b` a stack of that owner, then its height if above 1, then `*` if it contains a DVONN piece;
  /// the side to move; placement or movement phase. Only positions that keep the rules' invariants are accepted.
  static Situation<Dvonn> parse_position(std::string_view);
  static std::string format_position(const Position&, Side);
  static Roll parse_roll(std::string_view);  ///< only the empty text
  static std::string format_roll(Roll) { return {}; }
  /// `B4` places a piece, `H5F5` moves a stack, `PASS`; either case (CodeCup writes upper, Little Golem lower case).
  static std::size_t find_play(const Position&, Roll, const PlayList<Dvonn>&, std::string_view);
  static std::string format_play(const Position&, Roll, const Play&);
  static std::string board(const Position&, Side);
};

}  // namespace alea
