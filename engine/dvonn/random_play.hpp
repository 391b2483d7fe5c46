// Random play at full speed: a play is drawn and made without a list of plays.
#pragma once

#include "engine/dvonn/position.hpp"
#include "engine/random.hpp"

namespace alea::dvonn {

/// Movement phase: draws a play, each legal one with the same probability, and makes it; false, and nothing done, if
/// the game is over. A pass draws no number.
bool make_random_play(Position& position, Random& random);

}  // namespace alea::dvonn
