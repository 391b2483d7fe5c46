// Recorded games as text: what `alea replay` reads.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"

namespace alea::tools {

/// A turn as written: "3-1" and "8/5 6/5"; no dice in games without.
struct RecordedTurn {
  std::string dice = {};
  std::string play = {};
  std::optional<Side> side = {};  ///< whose turn it is, where the format says so
  std::size_t line = 0;           ///< where it stands in a record of many lines, from 1
};

/// One game. Besides the turns a record claims how the game ended; claims that a format lacks are empty.
struct GameRecord {
  std::string id = {};
  std::string game = {};   ///< a name for with_game
  std::string start = {};  ///< empty: the start of the game
  std::vector<RecordedTurn> turns = {};
  std::array<std::string, 2> players = {};  ///< who moves first first
  std::optional<Side> resigned = {};        ///< who gave up after the last turn, where the format says so
  std::optional<Side> winner = {};  ///< where the format names it, and if the game is not over the other gave up;
  int points = 0;                   ///< what that was worth
  std::string result = {};          ///< the letter of the winner
  std::string score = {};
  std::string turn_count = {};
  std::string final_position = {};
};

/// Reads a line of the format of `game`, tab-separated:
///
///     backgammon   id  winner  turns  start  final  turns      turns are dice:play joined by ;   winner w or b
///     dvonn        id  score  tags  plays                      score is White-Black, plays are joined by a space
///     diablo       id  size  winner  turns  start  final  turns                                  winner b or g
///
/// `diablo-N` reads the same as `diablo`, and only games of its size. Throws InputError("game" or "line").
GameRecord read_record(std::string_view game, const std::string& line);

/// Reads all DVONN games of a text in Boardspace's SGF (engine/dvonn/sgf.hpp), at most `longest_line` bytes. The first
/// is called `name`, the others `name`#2, .. Throws InputError("sgf").
std::vector<GameRecord> read_sgf_records(const std::string& name, std::istream& in);

/// The letters of the players of `game`, who moves first first.
std::string_view side_letters(std::string_view game);
std::string side_letter(std::string_view game, Side side);

}  // namespace alea::tools
