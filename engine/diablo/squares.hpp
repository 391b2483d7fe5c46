// Sets of squares of an N x N board, and moving all of them at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace alea::diablo {

/// A set of squares, one bit each. Bits beyond N*N are always zero.
///
///     row 2 |  N   N+1  ..  2N-1
///     row 1 |  0    1   ..   N-1        square = column + N * row, both from 0; 64 squares a word
///              A    B
template <int N>
struct Squares {
  static constexpr int size = N * N;
  static constexpr int words = (size + 63) / 64;

  std::array<std::uint64_t, words> word{};

  static constexpr Squares of(int square) {
    Squares set;
    set.word[static_cast<std::size_t>(square) / 64] = std::uint64_t{1} << (square % 64);
    return set;
  }
  static constexpr Squares all() {
    Squares set;
    for (int square = 0; square < size; ++square) set |= of(square);
    return set;
  }

  constexpr bool test(int square) const { return word[static_cast<std::size_t>(square) / 64] >> (square % 64) & 1; }
  constexpr bool any() const {
    std::uint64_t bits = 0;
    for (const auto w : word) bits |= w;
    return bits != 0;
  }
  constexpr int count() const {
    int sum = 0;
    for (const auto w : word) sum += std::popcount(w);
    return sum;
  }

  constexpr Squares& operator|=(const Squares& other) {
    return combine(other, [](auto a, auto b) { return a | b; });
  }
  constexpr Squares& operator&=(const Squares& other) {
    return combine(other, [](auto a, auto b) { return a & b; });
  }
  constexpr Squares& operator^=(const Squares& other) {
    return combine(other, [](auto a, auto b) { return a ^ b; });
  }
  friend constexpr Squares operator|(Squares a, const Squares& b) { return a |= b; }
  friend constexpr Squares operator&(Squares a, const Squares& b) { return a &= b; }
  friend constexpr Squares operator^(Squares a, const Squares& b) { return a ^= b; }
  constexpr Squares without(const Squares& other) const {
    Squares set = *this;
    return set.combine(other, [](auto a, auto b) { return a & ~b; });
  }
  bool operator==(const Squares&) const = default;

  /// Calls f(square) for every square of the set, in ascending order.
  template <class F>
  constexpr void for_each(F&& f) const {
    for (int w = 0; w < words; ++w) {
      for (auto bits = word[static_cast<std::size_t>(w)]; bits != 0; bits &= bits - 1) {
        f(64 * w + std::countr_zero(bits));
      }
    }
  }

  /// Every square moved up by n places; what leaves the top word is lost.
  constexpr Squares up(int n) const {
    Squares moved;
    const int skip = n / 64, bits = n % 64;
    for (int w = words - 1; w >= skip; --w) {
      moved.at(w) = at(w - skip) << bits;
      if (bits != 0 && w > skip) moved.at(w) |= at(w - skip - 1) >> (64 - bits);
    }
    return moved;
  }
  constexpr Squares down(int n) const {
    Squares moved;
    const int skip = n / 64, bits = n % 64;
    for (int w = 0; w + skip < words; ++w) {
      moved.at(w) = at(w + skip) >> bits;
      if (bits != 0 && w + skip + 1 < words) moved.at(w) |= at(w + skip + 1) << (64 - bits);
    }
    return moved;
  }

 private:
  constexpr std::uint64_t& at(int w) { return word[static_cast<std::size_t>(w)]; }
  constexpr std::uint64_t at(int w) const { return word[static_cast<std::size_t>(w)]; }

  template <class Operation>
  constexpr Squares& combine(const Squares& other, Operation operation) {
    for (std::size_t w = 0; w < word.size(); ++w) word[w] = operation(word[w], other.word[w]);
    return *this;
  }
};

enum class Direction { east, north, west, south };
inline constexpr std::array directions{Direction::east, Direction::north, Direction::west, Direction::south};

/// What one move of `distance` adds to a square's number.
template <int N>
constexpr int offset(Direction direction, int distance) {
  switch (direction) {
    case Direction::east:
      return distance;
    case Direction::north:
      return distance * N;
    case Direction::west:
      return -distance;
    case Direction::south:
      break;
  }
  return -distance * N;
}

namespace detail {

/// columns_from[c]: the squares in columns c .. N-1.
template <int N>
inline constexpr auto columns_from = [] {
  std::array<Squares<N>, N + 1> masks{};
  for (int column = 0; column < N; ++column) {
    for (int square = 0; square < N * N; ++square) {
      if (square % N >= column) masks[static_cast<std::size_t>(column)] |= Squares<N>::of(square);
    }
  }
  return masks;
}();

template <int N>
inline constexpr Squares<N> board = Squares<N>::all();

}  // namespace detail

/// The squares moved by `distance` (1 to N); those that leave the board are lost.
template <int N>
constexpr Squares<N> moved(const Squares<N>& squares, Direction direction, int distance) {
  switch (direction) {
    case Direction::east:
      return squares.without(detail::columns_from<N>[static_cast<std::size_t>(N - distance)]).up(distance);
    case Direction::north:
      return squares.up(distance * N) & detail::board<N>;
    case Direction::west:
      return (squares & detail::columns_from<N>[static_cast<std::size_t>(distance)]).down(distance);
    case Direction::south:
      break;
  }
  return squares.down(distance * N);
}

}  // namespace alea::diablo
