// Numbering home boards: at most 15 checkers of one side on its points 1 to 6.
#pragma once

#include <cassert>
#include <cstdint>

#include "engine/backgammon/position.hpp"
#include "search/tables/subsets.hpp"

namespace alea::backgammon {

/// The number of a home board, 0 for the empty one.
///
///     checkers on points 6 5 4 3 2 1     0  1  0  0  2  1
///     as bits, a zero ends each point    0 10 0  0  110 10        the six zeros stand at places 0 2 3 4 7 9
///
/// The board is the subset of its zeros' places, and the rank of that is its number (search/tables/subsets.hpp). Boards
/// with fewer checkers have lower numbers, so a table for few checkers is the beginning of one for more. A move takes
/// a checker past some ends of points, which lowers the places of these zeros: plays always lead to lower numbers.
using HomeBoard = std::uint32_t;

inline constexpr int home_points = 6;

/// How many boards with at most `checkers` checkers there are; their numbers are the lowest. 924 for 6, 54264 for 15.
constexpr HomeBoard home_boards(int checkers) { return binomial(checkers + home_points, home_points); }

/// Whether all checkers are at home or off.
inline bool at_home(const Checkers& side) { return (side.occupied() & ~home_mask) == 0; }

/// `side` must be at home.
inline HomeBoard number_of(const Checkers& side) {
  assert(at_home(side));
  HomeBoard number = 0;
  int place = 0;
  for (int point = home_points; point >= 1; --point) {
    place += side.count(point);
    number += binomial(place, home_points + 1 - point);
    ++place;
  }
  return number;
}

/// The reverse.
inline Checkers home_board(HomeBoard number) {
  assert(number < home_boards(checkers));
  Checkers side;
  std::uint64_t zeros = subset_of_rank(number, home_points);
  for (int point = home_points; point >= 1; --point) {
    const int count = std::countr_zero(zeros);
    side.put(point, count);
    zeros >>= count + 1;
  }
  return side;
}

}  // namespace alea::backgammon
