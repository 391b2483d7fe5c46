// Which positions of Diablo a table holds: slices by numbers of stacks and checkers.
#pragma once

#include <array>
#include <compare>
#include <string>
#include <vector>

#include "engine/diablo/position.hpp"
#include "search/tables/subsets.hpp"

namespace alea::diablo {

/// One side's material.
struct Material {
  int stacks;
  int checkers;

  /// Ways to distribute the checkers over the stacks, in their order.
  std::uint32_t heights() const { return binomial(checkers - 1, stacks - 1); }

  auto operator<=>(const Material&) const = default;
};

/// All positions in which the player about to roll and the opponent have this material, both something.
struct Slice {
  Material own, their;

  /// Every turn contains a merge, a capture or a removal: the next player's slice has a lower level. 4 is the lowest.
  int level() const { return own.stacks + own.checkers + their.stacks + their.checkers; }

  std::uint64_t heights() const { return std::uint64_t{own.heights()} * their.heights(); }

  /// Only there can be the first turn of a game, to which the balancing rule applies: every square holds a stack of
  /// height 1, half of them each side's.
  template <int N>
  bool may_be_first_turn() const {
    constexpr Material half{N * N / 2, N * N / 2};
    return own == half && their == half;
  }

  /// "own 3/6 their 2/4": stacks and checkers.
  std::string name() const;

  /// The stacks of each side are few enough for the numbers above (a whole 4x4 game, but not a 6x6 one).
  bool can_be_numbered() const { return own.stacks <= subsets::most_members && their.stacks <= subsets::most_members; }

  auto operator<=>(const Slice&) const = default;
};

/// A set of slices by the most that a position has. No turn leads out of it, because neither side's stacks nor checkers
/// ever grow in number. Everything by default.
struct Extent {
  int checkers = 1000;  ///< of each side
  int total = 1000;     ///< checkers of both sides together
  int stacks = 1000;    ///< of both sides together

  bool contain(const Slice& slice) const {
    return slice.own.checkers <= checkers && slice.their.checkers <= checkers &&
           slice.own.checkers + slice.their.checkers <= total && slice.own.stacks + slice.their.stacks <= stacks;
  }
};

/// The slices of an N x N board of the extent, by level.
std::vector<Slice> slices_within(const Extent& extent, int board_size);

/// About how many positions they hold: an eighth of all arrangements, in floating point, because a careless extent
/// holds more than can be counted.
double estimated_positions(const std::vector<Slice>& slices, int board_size);

}  // namespace alea::diablo
