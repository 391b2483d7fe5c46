// Numbering what one side of hypergammon can look like: at most three checkers on 24 points and the bar.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engine/backgammon/hypergammon.hpp"
#include "search/tables/subsets.hpp"

namespace alea::hypergammon {

/// The number of a side, 0 for the one without checkers; those with fewer checkers have lower numbers, so that a table
/// for few checkers is the beginning of one for more.
using SideNumber = std::uint32_t;

/// How many sides have at most `checkers` checkers; their numbers are the lowest. 26, 351 and 3276 for 1, 2 and 3.
constexpr SideNumber sides(int checkers) { return binomial(backgammon::bar + checkers, checkers); }

/// Checkers on points p1 <= p2 <= p3 are the subset {p1 - 1, p2, p3 + 1}, of which subset_rank tells the number among
/// those of its size.
inline SideNumber number_of(const backgammon::Checkers& side) {
  SideNumber number = 0;
  int checkers = 0;
  for (std::uint32_t points = side.occupied(); points != 0; points &= points - 1) {
    const int point = std::countr_zero(points) + 1;
    for (int n = side.count(point); n > 0; --n, ++checkers) number += binomial(point - 1 + checkers, checkers + 1);
  }
  return checkers == 0 ? 0 : sides(checkers - 1) + number;
}

/// The reverse.
inline backgammon::Checkers side_of(SideNumber number) {
  assert(number < sides(Hypergammon::checkers));
  backgammon::Checkers side;
  int checkers = 0;
  while (number >= sides(checkers)) ++checkers;
  if (checkers == 0) return side;
  std::uint64_t members = subset_of_rank(number - sides(checkers - 1), checkers);
  for (int i = 0; i < checkers; ++i, members &= members - 1) side.add(1U << (std::countr_zero(members) - i));
  return side;
}

}  // namespace alea::hypergammon
