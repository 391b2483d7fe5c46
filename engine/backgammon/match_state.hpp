// What a backgammon match adds to a position: seats, dice, score and cube. The engine plays cubeless single games; this
// is what Match IDs and XGIDs carry besides.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/backgammon/position.hpp"
#include "engine/dice.hpp"
#include "engine/game.hpp"

namespace alea::backgammon {

inline constexpr int largest_score = 0x7fff;  ///< also the longest match

enum class GameState : std::uint8_t { none, playing, over, resigned, dropped };
enum class CubeAction : std::uint8_t { none, doubled, beavered, raccooned };

/// The default is a money game with a centred cube. Side::first is XGID's bottom player and GNU Backgammon's player 1.
struct MatchState {
  Side on_roll = Side::first;  ///< whose view the position is
  Side turn = Side::first;     ///< who must decide now: not the player on roll when answering a double or a resignation
  std::optional<Dice> dice = {};  ///< nothing before the roll
  int length = 0;                 ///< points of the match, 0 for money
  std::array<int, 2> score{};     ///< by Side
  bool crawford = false;          ///< this is the Crawford game
  bool jacoby = false;            ///< money only
  bool beavers = false;           ///< money only; not in a Match ID
  int cube = 0;                   ///< log2 of the cube, 0 to 15
  std::optional<Side> cube_owner = {};
  CubeAction cube_action = CubeAction::none;  ///< a Match ID knows a double only
  int resignation = 0;                        ///< offered: 1 a single game, 2 a gammon, 3 a backgammon; 0 none
  GameState state = GameState::playing;
  int largest_cube = 10;  ///< log2; not in a Match ID

  bool operator==(const MatchState&) const = default;
};

/// A position with all that its text said.
struct MatchPosition {
  Position position;
  MatchState match;
};

}  // namespace alea::backgammon
