// The Diablo position: two sides' stacks, bit-sliced.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/diablo/grid.hpp"
#include "engine/diablo/squares.hpp"

namespace alea::diablo {

/// One side's stacks.
///
///     bit s of plane k  =  bit k of the height of the stack on square s; 0 where the side has none
///
/// A side starts with N*N/2 checkers, so that is the greatest height and decides the number of planes.
template <int N>
struct Stacks {
  static constexpr int checkers = N * N / 2;  ///< at the start
  static constexpr int planes = std::bit_width(static_cast<unsigned>(checkers));

  std::array<Squares<N>, planes> plane{};

  Squares<N> occupied() const {
    Squares<N> squares;
    for (const auto& p : plane) squares |= p;
    return squares;
  }
  bool none() const { return !occupied().any(); }

  int height(int square) const {
    int sum = 0;
    for (int k = 0; k < planes; ++k) sum |= plane[static_cast<std::size_t>(k)].test(square) << k;
    return sum;
  }

  /// Checkers on the board.
  int count() const {
    int sum = 0;
    for (int k = 0; k < planes; ++k) sum += plane[static_cast<std::size_t>(k)].count() << k;
    return sum;
  }

  /// Puts stacks of one height on `squares`, none of which holds a stack.
  void put(const Squares<N>& squares, int height) {
    for (int k = 0; k < planes; ++k) {
      if (height >> k & 1) plane[static_cast<std::size_t>(k)] |= squares;
    }
  }
  void clear(const Squares<N>& squares) {
    for (auto& p : plane) p = p.without(squares);
  }

  Stacks& operator^=(const Stacks& other) {
    for (std::size_t k = 0; k < plane.size(); ++k) plane[k] ^= other.plane[k];
    return *this;
  }

  bool operator==(const Stacks&) const = default;
};

/// Always seen by the player about to roll. Every symmetry of the square is a symmetry of the game, and colours are not
/// told apart but by the balancing rule: `first_turn` is 1 when Black, about to roll, has not moved yet.
template <int N>
struct Position {
  Stacks<N> own;    ///< of the player about to roll
  Stacks<N> their;  ///< of the opponent
  std::uint64_t first_turn = 0;

  /// The same board with the other player about to roll.
  Position swapped() const { return {their, own}; }

  Position& operator^=(const Position& other) {
    own ^= other.own;
    their ^= other.their;
    first_turn ^= other.first_turn;
    return *this;
  }
  friend Position operator^(Position a, const Position& b) { return a ^= b; }
  bool operator==(const Position&) const = default;
};

template <int N>
Grid to_grid(const Position<N>& position) {
  Grid grid(N);
  for (int square = 0; square < N * N; ++square) {
    grid[square] = position.own.height(square) - position.their.height(square);
  }
  return grid;
}

/// `grid` is N x N and no side has more than N*N/2 checkers.
template <int N>
Position<N> from_grid(const Grid& grid, bool first_turn) {
  Position<N> position;
  for (int square = 0; square < N * N; ++square) {
    const int height = grid[square];
    if (height > 0) position.own.put(Squares<N>::of(square), height);
    if (height < 0) position.their.put(Squares<N>::of(square), -height);
  }
  position.first_turn = first_turn;
  return position;
}

}  // namespace alea::diablo
