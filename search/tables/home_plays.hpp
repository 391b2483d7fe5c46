// Where rolls lead from a home board when no opponent is in the way.
#pragma once

#include <span>
#include <vector>

#include "engine/backgammon/backgammon.hpp"
#include "search/tables/home_boards.hpp"

namespace alea::backgammon {

/// Asks the game's own generator. Scratch memory for one thread.
class HomePlays {
 public:
  /// Every board that a play of `roll` leads to from `board`, which is not empty, once each. Valid until the next call.
  std::span<const HomeBoard> after(HomeBoard board, Dice roll) {
    Position position{home_board(board), {}};
    position.their.put(1, 1);  // whom nobody meets: the game must not be over
    Backgammon::plays(position, roll, plays_);
    boards_.clear();
    for (const Position& after : plays_.positions()) boards_.push_back(number_of(after.their));
    return boards_;
  }

 private:
  PlayList<Backgammon> plays_;
  std::vector<HomeBoard> boards_;
};

}  // namespace alea::backgammon
