// GNU Backgammon's Match ID: 12 characters for all but the checkers.
//
//     72 bits, least significant first, in base64 without padding
//      0-3  log2 of the cube                  12     a double is offered
//      4-5  cube owner: a player, 3 centred   13-14  resignation offered, 0 none
//      6    player on roll                    15-20  the dice, three bits each, 0 before the roll
//      7    Crawford game                     21-35  match length, 0 for money
//      8-10 game state (GameState)            36-50  score of player 0
//      11   player who must decide            51-65  score of player 1
//                                             66     Jacoby rule off; 67-71 zero
//
// Player 1 is Side::first.
#pragma once

#include <string>
#include <string_view>

#include "engine/backgammon/match_state.hpp"

namespace alea::backgammon {

std::string format_match_id(const MatchState&);

/// Throws InputError("position") where a field is out of its range.
MatchState parse_match_id(std::string_view);

}  // namespace alea::backgammon
