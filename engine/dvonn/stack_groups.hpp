// Loops that the generators share: over the spaces of a set, and over its stacks height by height.
#pragma once

#include <array>
#include <cstddef>

#include "engine/dvonn/position.hpp"

namespace alea::dvonn {

/// Calls visit(space) for each space of `set`, lowest first.
template <class Visit>
constexpr void each_space(Bits set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(lowest(set));
}

/// Calls visit(height, group) for each height that occurs among `stacks`, lowest first, with the stacks of that height;
/// a visit that returns false ends the loop. Stacks higher than 10 can never move and are left out.
template <class Visit>
void each_height(const Position& position, Bits stacks, Visit&& visit) {
  const Bits* const height = &position.plane[Position::height_plane];
  stacks &= ~(height[4] | height[5]);
  // The heights are decoded in two halves, height = 4 * high + low.
  const std::array<Bits, 4> low{~height[0] & ~height[1], height[0] & ~height[1], ~height[0] & height[1],
                                height[0] & height[1]};
  const std::array<Bits, 3> high{~height[2] & ~height[3], height[2] & ~height[3], ~height[2] & height[3]};
  for (int h = 1; h <= longest_jump && stacks != 0; ++h) {
    const auto i = static_cast<std::size_t>(h);
    const Bits group = stacks & low[i % 4] & high[i / 4];
    if (group != 0 && !visit(h, group)) return;
    stacks ^= group;
  }
}

namespace board_detail {

constexpr auto landing_table() {
  std::array<std::array<Bits, space_end>, longest_jump + 1> table{};
  for (int height = 1; height <= longest_jump; ++height) {
    for (int from = 0; from < space_end; ++from) {
      table[static_cast<std::size_t>(height)][static_cast<std::size_t>(from)] = landings(bit(from), height);
    }
  }
  return table;
}
inline constexpr auto landing = landing_table();

}  // namespace board_detail

/// The spaces that a stack of `height`, 1 to 10, on `from` reaches on the empty board.
inline Bits landings_from(int from, int height) {
  return board_detail::landing[static_cast<std::size_t>(height)][static_cast<std::size_t>(from)];
}

}  // namespace alea::dvonn
