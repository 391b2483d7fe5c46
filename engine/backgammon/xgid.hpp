// eXtreme Gammon's XGID: position, seats, dice, score and cube in one line of ten fields between colons.
//
//     XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
//
//      checkers       26 characters: the top player's bar, the points 1 to 24 as the bottom player counts them, the
//                     bottom player's bar; '-' empty, A to O one to fifteen of the bottom player, a to o of the top one
//      cube           log2, then its owner: 1 bottom, -1 top, 0 centred
//      turn           1 bottom, -1 top: who is on roll
//      dice           31 in either order; 00 before the roll; D, B, R: the player on roll has doubled, beavered,
//                     raccooned
//      score          bottom, top
//      rules          money: 1 Jacoby + 2 beavers; match: 1 in the Crawford game
//      match length   0 for money
//      largest cube   log2
//
// Side::first is the bottom player.
#pragma once

#include <string>
#include <string_view>

#include "engine/backgammon/match_state.hpp"

namespace alea::backgammon {

inline constexpr std::string_view xgid_prefix = "XGID=";

/// With the prefix. `position` is the view of match.on_roll.
std::string format_xgid(const Position& position, const MatchState& match);

/// With or without the prefix. Throws InputError("position") that names the field.
MatchPosition parse_xgid(std::string_view);

}  // namespace alea::backgammon
