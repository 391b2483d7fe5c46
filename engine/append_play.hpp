// Plays appended to a text that grows: tournaments write whole games down, turn by turn.
#pragma once

#include <string>

#include "engine/backgammon/backgammon.hpp"
#include "engine/game.hpp"

namespace alea {

/// Appends what G::format_play returns, which is legal at `position`.
template <Game G>
void append_play(std::string& text, const typename G::Position& position, const typename G::Roll& roll,
                 const typename G::Play& play) {
  text += G::format_play(position, roll, play);
}

/// Where plays are long and turns many: in place (backgammon/format_play.cpp).
template <>
void append_play<Backgammon>(std::string& text, const Backgammon::Position& position, const Backgammon::Roll& roll,
                             const Backgammon::Play& play);

}  // namespace alea
