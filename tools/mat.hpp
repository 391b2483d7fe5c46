// Jellyfish's match text (.mat), as GNU Backgammon writes and reads it: the format that every backgammon program knows.
//
//     ; [EventDate "2026.11.30"]
//
//      0 point match                       0: played for points, without an end
//
//      Game 1
//      alpha : 0                      beta : 0          points so far
//       1)                             21: 13/11 24/23
//       2) 52: 13/8 24/22              63: 8/5 11/5
//       ..
//      30) 66:                         55: 2/0 1/0 1/0   no move is possible: nothing behind the dice
//                                       Wins 1 point    in the column of the winner
//
// Points are the mover's own, 25 is the bar and 0 is off; * hits.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "tools/record.hpp"

namespace alea::tools {

/// Calls `visit` for each game of the text, `name` being what messages call it: records of `backgammon` with players,
/// who moves first first, winner and points, called `name`#1, .. Bounded: a line of 4096 bytes, a game of 10,000 turns.
///
/// Throws InputError("mat") that names the line where the text is no .mat, ends within a game, or has a doubling cube
/// in it: games are cubeless here. Turns are not checked against the rules: see replay (tools/replayed.hpp).
void read_mat(const std::string& name, std::istream& in, const std::function<void(const GameRecord&)>& visit);

/// Writes one match of two players, game by game.
class MatWriter {
 public:
  /// `date` is 2026.11.30, or empty where it is not known. Writes the head. The first player stands on the left.
  MatWriter(std::ostream& out, std::array<std::string, 2> players, const std::string& date);

  /// A game of `turns` in the spelling of the games ("3-1", "8/5 6/5"), which `first_moves` (0: left, 1: right) began
  /// and `winner` won for so many points.
  void write(std::span<const RecordedTurn> turns, std::size_t first_moves, std::size_t winner, int points);

 private:
  std::ostream& out_;
  std::array<std::string, 2> players_;
  std::array<std::int64_t, 2> score_{};
  int games_ = 0;
};

/// "8/5 6/4(2) bar/22 5/off" as .mat has it: "8/5 6/4 6/4 25/22 5/0"; nothing for "pass". One checker's moves with both
/// dice stay one, which all readers take.
std::string mat_play(std::string_view play);

}  // namespace alea::tools
