// The backgammon position: two sides of 15 checkers, bit-sliced.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace alea::backgammon {

inline constexpr int checkers = 15;
inline constexpr int points = 24;
inline constexpr int bar = 25;  ///< the bar as a point number, one step behind the 24-point
inline constexpr std::uint32_t board_mask = 0x00ffffff;
inline constexpr std::uint32_t home_mask = 0x3f;
inline constexpr std::uint32_t bar_mask = 1u << 24;

/// A mask of points seen from the other end of the board: one side's p-point is the other's 25-p. The bar is dropped.
constexpr std::uint32_t mirrored(std::uint32_t mask) {
  mask = (mask >> 1 & 0x55555555) | (mask & 0x55555555) << 1;
  mask = (mask >> 2 & 0x33333333) | (mask & 0x33333333) << 2;
  mask = (mask >> 4 & 0x0f0f0f0f) | (mask & 0x0f0f0f0f) << 4;
  mask = (mask >> 8 & 0x00ff00ff) | (mask & 0x00ff00ff) << 8;
  return (mask >> 16 | mask << 16) >> 8;
}

/// One side's checkers, seen from its own end of the board.
///
///     bit p-1 of plane k  =  bit k of the number of checkers on point p;  bit 24 is the bar;  bits 25-31 are zero
///
/// Whole-board questions are a few logical operations, a sibling's changed points are an exclusive or, and moving all
/// checkers by one die is a shift. Checkers not on the board are off.
struct Checkers {
  std::array<std::uint32_t, 4> plane{};

  /// Mask of the points (and the bar) with at least one, and at least two checkers.
  std::uint32_t occupied() const { return plane[0] | plane[1] | plane[2] | plane[3]; }
  std::uint32_t made() const { return plane[1] | plane[2] | plane[3]; }
  std::uint32_t blots() const { return plane[0] & ~made(); }

  /// Checkers on `point`, 1 to 24, or 25 for the bar.
  int count(int point) const {
    const int shift = point - 1;
    return static_cast<int>((plane[0] >> shift & 1) | (plane[1] >> shift & 1) << 1 | (plane[2] >> shift & 1) << 2 |
                            (plane[3] >> shift & 1) << 3);
  }

  /// Puts `count` checkers on an empty `point`.
  void put(int point, int count) {
    for (std::size_t k = 0; k < plane.size(); ++k) {
      plane[k] |= (static_cast<std::uint32_t>(count) >> k & 1) << (point - 1);
    }
  }

  int on_board() const {
    return std::popcount(plane[0]) + 2 * std::popcount(plane[1]) + 4 * std::popcount(plane[2]) +
           8 * std::popcount(plane[3]);
  }
  int off() const { return checkers - on_board(); }

  /// Adds a checker at every bit of `bits` (ripple carry); none may hold 15 already.
  void add(std::uint32_t bits) {
    for (auto& p : plane) {
      const std::uint32_t carry = p & bits;
      p ^= bits;
      bits = carry;
    }
  }

  /// Takes a checker from every bit of `bits` (ripple borrow); each must hold one.
  void remove(std::uint32_t bits) {
    for (auto& p : plane) {
      const std::uint32_t borrow = ~p & bits;
      p ^= bits;
      bits = borrow;
    }
  }

  bool operator==(const Checkers&) const = default;
};

/// 32 bytes, always seen by the player about to roll. Each side counts points from its own end: one's p-point is the
/// other's 25-p. Passing the turn is swapping the halves.
struct alignas(32) Position {
  Checkers own;    ///< of the player about to roll
  Checkers their;  ///< of the opponent

  Position flipped() const { return {their, own}; }

  /// Moves still to be made with whole pips until the roller (the opponent) is off; the bar counts 25.
  int pips() const { return pips_of(own); }
  int their_pips() const { return pips_of(their); }

  bool operator==(const Position&) const = default;

 private:
  static int pips_of(const Checkers& side) {
    int sum = 0;
    for (int point = 1; point <= bar; ++point) sum += point * side.count(point);
    return sum;
  }
};

/// One checker's step within a play: points 25 (bar) to 1, and 0 for off.
struct Step {
  std::uint8_t from;
  std::uint8_t to;
  bool operator==(const Step&) const = default;
};

/// A whole turn: up to four steps in an order that can be played; unused steps are {0, 0}. All unused: the pass.
struct Play {
  std::array<Step, 4> steps{};
  int size() const {
    int n = 0;
    while (n < 4 && steps[static_cast<std::size_t>(n)].from != 0) ++n;
    return n;
  }
  bool operator==(const Play&) const = default;
};

}  // namespace alea::backgammon
