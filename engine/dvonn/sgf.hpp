// Records of DVONN games in Boardspace's dialect of SGF (the Smart Game Format).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"

namespace alea::dvonn {

/// One committed turn, not yet checked against the rules.
struct SgfTurn {
  Side side;         ///< whose turn the record says it is
  std::string play;  ///< as in `Dvonn::find_play`
  std::size_t line;  ///< of the text, from 1: where it was committed
};

struct SgfGame {
  std::vector<SgfTurn> turns;
  std::optional<Side> resigned;  ///< who gave up after the last turn
};

/// Reads all games of a text. A record is a sequence of nodes of what the players did with their hands, numbered, P0
/// and P1 being the players in the order of their seats, of whom `Start` names the one who begins:
///
///     (; GM[Dvonn] P0[id "somebody"] P1[id "else"]
///     ; P0[0 Start P0]
///     ; P0[1 pick wr 0]        takes a piece from the pool (wr or br), `drop` puts it back; may be left out
///     ; P0[2 dropb D 3]        puts what is held down: a piece that is placed, or the stack that was picked up
///     ; P0[3 done]             commits the turn: D3
///     ..
///     ; P0[124 pickb D 1]      picks up a stack, or what was just put down there
///     ; P0[125 dropb C 1]
///     ; P0[126 done]           D1C1; `move D 1 C 1` is both at once
///     ; P1[127 done]           PASS, as after `pass`
///     ; P0[128 resign]         taken back by another, committed as well
///     ; P0[129 done])
///
/// What is not committed at the end did not happen. Other properties are skipped. Variations are not read.
/// Throws InputError("sgf") that says at which line and column what was expected and found.
std::vector<SgfGame> read_sgf(std::string_view text);

}  // namespace alea::dvonn
