// Diablo in text: positions, turns and drawings, for boards of any size.
#pragma once

#include <string>
#include <string_view>

#include "engine/diablo/grid.hpp"
#include "engine/diablo/turn.hpp"
#include "engine/game.hpp"

namespace alea::diablo {

/// A board as text tells it, seen by the side to move.
struct Setup {
  Grid grid;
  Side to_move;
};

/// The rows from the top down, separated by '/', then the side to move: "gb/bg b", for exactly this size.
/// Throws InputError("position").
Setup parse_setup(std::string_view text, int size);
std::string format_setup(const Setup& setup);

/// "A1": column letter, row number.
std::string format_square(int square, int size);

/// "A1-B1", "A1xB1", "A1+B1" or "A1-off".
std::string format_action(const Action& action, int size);

/// Reads one action, upper or lower case, of a board of this size. Throws InputError("play").
Action parse_action(std::string_view text, int size);

/// Plays `turn`, of which nothing is played yet, as the actions in `text` say, in their order; returns the board after
/// it, still seen by the same player. Throws InputError("play") that says which action is wrong and why.
Grid play_text(Turn turn, std::string_view text);

/// The board for a terminal, with coordinates and the side to move; `note` ends the last line.
std::string draw(const Setup& setup, std::string_view note);

}  // namespace alea::diablo
