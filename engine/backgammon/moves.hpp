// One checker, one die: the rules of movement, entering and bearing off, said once for the generator and for notation.
//
// All masks are the roller's view: bit p-1 is the p-point, bit 24 the bar. A die of d pips takes a mask of checkers to
// `mask >> d`: the bar enters like any other point, and whoever is borne off falls out of the mask.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "engine/backgammon/position.hpp"

namespace alea::backgammon {

/// Where the roller's checkers can move. The opponent's made points are fixed for the turn, the roller's are not.
class Mobility {
 public:
  explicit Mobility(const Checkers& their) : open_(~mirrored(their.made()) & board_mask) {}

  /// The points from which a checker can move `die` pips when the roller stands on `occupied`.
  std::uint32_t sources(std::uint32_t occupied, int die) const {
    const std::uint32_t movers = occupied & bar_mask ? bar_mask : occupied;
    const std::uint32_t inside = movers & open_ << die;
    return occupied & ~home_mask ? inside : inside | bearable(occupied, die);
  }

  /// `point` from 1 to 24.
  bool open(int point) const { return open_ >> (point - 1) & 1; }

 private:
  /// With all checkers at home: the exact point, or the highest one if the die is larger than that.
  static std::uint32_t bearable(std::uint32_t occupied, int die) {
    return occupied >> die ? occupied & 1u << (die - 1) : std::bit_floor(occupied);
  }

  std::uint32_t open_;
};

/// Makes a legal step; the position stays the roller's view. Returns whether a blot was hit.
bool make_step(Position&, Step);

/// "bar", "24" to "1", "off".
std::string point_name(int point);

/// Why the roller cannot move `die` pips from `from` (25 for the bar), as a clause; empty if the move is legal.
std::string obstacle(const Position&, int from, int die);

}  // namespace alea::backgammon
