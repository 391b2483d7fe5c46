// Where the rolls of hypergammon lead, for every side and whatever the opponent holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/tables/hypergammon_sides.hpp"

namespace alea::hypergammon {

/// All plays, found once by the game's own generator. With three checkers an opponent makes one point at most, and of
/// him only that point decides what can be played; what is hit follows from the points that a play touches:
///
///     generated   the opponent's made point, and a blot on every other point that the side does not hold
///     kept        the side's number after the play, the blots that were hit
///     looked up   of these, the opponent's real blots
///
/// So the plays of one side are shared by all opponents with the same made point; a result may be listed more than
/// once. 0.3 GB for three checkers.
class PlaysOfSides {
 public:
  using Number = std::uint16_t;
  static_assert(sides(Hypergammon::checkers) <= UINT16_MAX);

  struct Plays {
    std::span<const Number> after;  ///< the roller's side, for each play
    const std::uint32_t* touched;   ///< where a blot would be hit, for each play: a mask as the opponent sees it
    std::uint32_t touched_by_any;
  };

  explicit PlaysOfSides(int checkers);

  /// `made` is the opponent's point, as he sees it, that he holds with two checkers or three, 0 if none; `roll` numbers
  /// all_rolls<6>(). None of a side that holds the point itself.
  Plays of(int made, SideNumber side, std::size_t roll) const {
    const std::size_t list = list_of(made, side, roll), begin = begins_[list];
    return {{after_.data() + begin, begins_[list + 1] - begin}, touched_.data() + begin, touched_by_any_[list]};
  }

 private:
  std::size_t list_of(int made, SideNumber side, std::size_t roll) const;
  void add(int made, const backgammon::Checkers& side, Dice roll, PlayList<Hypergammon>& list);

  SideNumber sides_;
  std::vector<std::uint32_t> begins_;  ///< of each list in the two below, and their end
  std::vector<Number> after_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> touched_by_any_;  ///< by list
};

}  // namespace alea::hypergammon
