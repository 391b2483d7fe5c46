// The DVONN position: eight bit planes, 64 bytes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/dvonn/board.hpp"

namespace alea::dvonn {

inline constexpr int dvonn_pieces = 3;
inline constexpr int pieces_per_colour = 23;

enum class Phase : std::uint8_t { placement, movement };

/// Seen by the player to move; colourless. Reading one space through all planes gives its stack:
///
///     plane 0    1 if the stack is the mover's
///     plane 1    1 if it contains a DVONN piece
///     plane 2-7  its height, 0 to 49, lowest bit first
///
/// Nothing more is needed: a stack of height 1 that contains a DVONN piece is that piece alone and nobody's, every
/// other stack that is not the mover's is the opponent's. Whole-board questions are a few logical operations, a move
/// adds bits of one space to those of another, and the position is one cache line whose bytes are the key.
///
/// Above the board (bits 0 to 54) plane 1 holds the phase: bit 63 is set in the movement phase, bit 62 on the position
/// that White's 49th placement leads to, where White is to move again. All other bits are 0, so that equal positions
/// are equal bytes. The empty board is all zeros.
struct alignas(64) Position {
  static constexpr std::size_t own_plane = 0, dvonn_plane = 1, height_plane = 2, planes = 8;
  static constexpr Bits movement_bit = bit(63), first_move_bit = bit(62);

  std::array<Bits, planes> plane{};

  Phase phase() const { return plane[dvonn_plane] & movement_bit ? Phase::movement : Phase::placement; }
  /// The mover has just made the 49th placement and makes the first stack move as well.
  bool first_move() const { return (plane[dvonn_plane] & first_move_bit) != 0; }

  Bits own() const { return plane[own_plane]; }
  Bits their() const { return occupied() & ~own() & ~lone_dvonn(); }
  Bits dvonn() const { return plane[dvonn_plane] & board; }  ///< stacks that contain a DVONN piece, lone ones too
  Bits lone_dvonn() const { return dvonn() & ~higher_than_one(); }  ///< nobody's
  Bits occupied() const { return plane[height_plane] | higher_than_one(); }

  int height(int space) const {
    int height = 0;
    for (std::size_t k = height_plane; k < planes; ++k) {
      height |= static_cast<int>(plane[k] >> space & 1) << (k - height_plane);
    }
    return height;
  }

  /// The stacks of that height, 1 to 49.
  Bits with_height(int height) const {
    Bits stacks = board;
    for (std::size_t k = height_plane; k < planes; ++k) {
      const Bits wanted = -(static_cast<Bits>(height) >> (k - height_plane) & 1);
      stacks &= ~(plane[k] ^ wanted);
    }
    return stacks;
  }

  /// All pieces in `stacks`, whatever their colour.
  int pieces_in(Bits stacks) const {
    int pieces = 0;
    for (std::size_t k = height_plane; k < planes; ++k) {
      pieces += std::popcount(plane[k] & stacks) << (k - height_plane);
    }
    return pieces;
  }

  /// Pieces placed so far; in the placement phase White is to move at an even number.
  int placed() const { return std::popcount(occupied()); }

  /// The same board seen by the opponent, who is to move: what a pass leads to.
  Position flipped() const {
    Position after = *this;
    after.plane[own_plane] = their();
    after.plane[dvonn_plane] &= ~first_move_bit;
    return after;
  }

  bool operator==(const Position&) const = default;

 private:
  Bits higher_than_one() const { return plane[3] | plane[4] | plane[5] | plane[6] | plane[7]; }
};

/// Symmetry k of the board (0 to 3, see board.hpp) applied to a position: nothing in the rules tells them apart.
inline Position symmetry(const Position& position, int k) {
  Position seen;
  for (std::size_t i = 0; i < Position::planes; ++i) {
    const Bits spaces = position.plane[i] & board;
    seen.plane[i] = symmetry(spaces, k) | (position.plane[i] ^ spaces);
  }
  return seen;
}

/// One turn: a placement, a stack move or the pass. Spaces are bit numbers of board.hpp.
struct Play {
  static constexpr std::uint8_t nowhere = 63;

  std::uint8_t from = nowhere;  ///< nowhere: the piece is placed, or the turn is passed
  std::uint8_t to = nowhere;    ///< nowhere: the turn is passed

  bool is_pass() const { return to == nowhere; }
  bool is_placement() const { return from == nowhere && to != nowhere; }
  bool operator==(const Play&) const = default;
};

}  // namespace alea::dvonn
