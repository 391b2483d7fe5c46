// Loops that the generators share: over the spaces of a set, and over its stacks height by height.
#pragma once

#include <array>
#include <cstddef>

#include "engine/dvonn/position.hpp"

namespace alea::dvonn {

/// Calls visit(space) for each space of `set`, lowest first.
template <class Visit>
void each_space(Bits set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(lowest(set));
}

/// Calls visit(height, group) once for each height of 1 to 10 that occurs among `stacks`, with the stacks of that
/// height; a visit that returns false ends the loop. Higher stacks can never move and are left out.
template <class Visit>
void each_height(const Position& position, Bits stacks, Visit&& visit) {
  while (stacks != 0) {
    const int height = position.height(lowest(stacks));
    const Bits group = stacks & position.with_height(height);
    if (height <= longest_jump && !visit(height, group)) return;
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
