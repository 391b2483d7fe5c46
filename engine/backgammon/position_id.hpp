// GNU Backgammon's Position ID: 14 characters for the checkers of both sides.
//
//     80 bits: the opponent's points 1 to 24 and bar, then the roller's, each side from its own view; a point with n
//     checkers is n ones and a zero. Bits fill bytes from the least significant up; the 10 bytes are written in base64
//     without padding.
#pragma once

#include <string>
#include <string_view>

#include "engine/backgammon/position.hpp"

namespace alea::backgammon {

inline constexpr std::size_t position_id_length = 14;

std::string format_position_id(const Position&);

/// Throws InputError("position"): wrong length or characters, bits after the last point, or an impossible position.
Position parse_position_id(std::string_view);

/// Throws InputError("position") for what cannot be: more than 15 checkers a side, a point held by both, or both sides
/// without checkers.
void check_position(const Position&);

}  // namespace alea::backgammon
