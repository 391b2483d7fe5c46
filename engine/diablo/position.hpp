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
    for (auto bits = static_cast<unsigned>(height); bits != 0; bits &= bits - 1) {
      plane[static_cast<std::size_t>(std::countr_zero(bits))] |= squares;
    }
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

  bool operator==(const Position&) const = default;
};

namespace detail {

template <int N, class Operation>
inline void for_each_word(Operation operation) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(Stacks<N>::planes); ++k) {
    for (std::size_t w = 0; w < static_cast<std::size_t>(Squares<N>::words); ++w) operation(k, w);
  }
}

}  // namespace detail

// The two ways to write a position that differs little from another. They write in place, because returning would keep
// the compiler from using vector registers for the whole position.

/// result = a ^ b, bit by bit: what differs between two positions, or a position with such a difference applied.
template <int N>
inline void exclusive_or(Position<N>& __restrict result, const Position<N>& a, const Position<N>& b) {
  detail::for_each_word<N>([&](std::size_t k, std::size_t w) {
    result.own.plane[k].word[w] = a.own.plane[k].word[w] ^ b.own.plane[k].word[w];
  });
  detail::for_each_word<N>([&](std::size_t k, std::size_t w) {
    result.their.plane[k].word[w] = a.their.plane[k].word[w] ^ b.their.plane[k].word[w];
  });
  result.first_turn = a.first_turn ^ b.first_turn;
}

/// result = a with `squares` unoccupied.
template <int N>
inline void copy_without(Position<N>& __restrict result, const Position<N>& a, const Squares<N>& squares) {
  detail::for_each_word<N>(
      [&](std::size_t k, std::size_t w) { result.own.plane[k].word[w] = a.own.plane[k].word[w] & ~squares.word[w]; });
  detail::for_each_word<N>([&](std::size_t k, std::size_t w) {
    result.their.plane[k].word[w] = a.their.plane[k].word[w] & ~squares.word[w];
  });
  result.first_turn = a.first_turn;
}

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
