// All ways to jump worked through at once, without a branch: loops over lanes that compilers turn into whole vectors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/dvonn/position.hpp"

namespace alea::dvonn {

/// There are 3 * 4 + 6 ways to jump up the board, an axis and a length each, and as many down: a lane for every one.
/// Nothing moves on the lanes that fill up the last vector.
inline constexpr std::size_t jump_lanes = 24;
using Lanes = std::array<Bits, jump_lanes>;

struct alignas(64) JumpLanes {
  Lanes sources{};                    ///< from where such a jump up stays on the board
  Lanes shift{};                      ///< what it adds to the number of a space
  std::array<Lanes, 4> length_bit{};  ///< each bit of its length, over a whole word
  std::array<std::int8_t, jump_lanes> length{};

  constexpr JumpLanes() {
    std::size_t lane = 0;
    for (int jump = 1; jump <= longest_jump; ++jump) {
      for (std::size_t axis = 0; axis < (jump < rows ? 3 : 1); ++axis, ++lane) {
        sources[lane] = board_detail::forward[axis][static_cast<std::size_t>(jump)];
        shift[lane] = static_cast<Bits>(axes[axis] * jump);
        length[lane] = static_cast<std::int8_t>(jump);
        for (std::size_t k = 0; k < 4; ++k) length_bit[k][lane] = -(static_cast<Bits>(jump) >> k & 1);
      }
    }
  }
};
inline constexpr JumpLanes jump_table;

/// The stacks of a set whose height is a lane's length, lane by lane.
struct alignas(64) StackLanes {
  Lanes of_length;

  StackLanes(const Position& position, Bits stacks) {
    const std::array h{position.plane[2], position.plane[3], position.plane[4], position.plane[5]};
    stacks &= ~(position.plane[6] | position.plane[7]);
    for (std::size_t i = 0; i < jump_lanes; ++i) {
      Bits different = 0;
      for (std::size_t k = 0; k < 4; ++k) different |= h[k] ^ jump_table.length_bit[k][i];
      of_length[i] = stacks & ~different;
    }
  }
};

}  // namespace alea::dvonn
