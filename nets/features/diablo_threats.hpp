// Who could merge and capture what on a Diablo board, with each face of a die: all stacks and directions at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "engine/diablo/position.hpp"

namespace alea::diablo {

/// What one side could do if it were to move.
template <int N>
struct Threats {
  static constexpr std::size_t faces = N / 2;

  std::array<int, faces> merges{};      ///< moves, by face - 1
  std::array<int, faces> captures{};    ///< moves
  std::array<Squares<N>, faces> taken;  ///< enemy stacks that some move captures
};

template <int N>
struct BothThreats {
  Threats<N> own;
  Threats<N> their;
};

/// Set by set, for boards of any size.
template <int N>
Threats<N> threats_of(const Stacks<N>& mine, const Stacks<N>& other) {
  Threats<N> result;
  const auto my_squares = mine.occupied(), other_squares = other.occupied();
  for (std::size_t i = 0; i < Threats<N>::faces; ++i) {
    const int face = static_cast<int>(i) + 1;
    for (const auto direction : directions) {
      const auto arrivals = moved(my_squares, direction, face);
      result.merges[i] += (arrivals & my_squares).count();
      // Not lower: the highest plane that differs decides, for all squares at once.
      auto hits = arrivals & other_squares;
      for (std::size_t k = 0; k < mine.plane.size(); ++k) {
        const auto arriving = moved(mine.plane[k], direction, face);
        hits = (arrivals & other_squares & arriving).without(other.plane[k]) | hits.without(arriving ^ other.plane[k]);
      }
      result.captures[i] += hits.count();
      result.taken[i] |= hits;
    }
  }
  return result;
}

namespace threats_detail {

/// Eight sets of squares of a board that fits into one word: lanes 0 to 3 belong to the own stacks and 4 to 7 to the
/// opponent's, each going east, north, west and south.
using Lanes [[gnu::vector_size(64)]] = std::uint64_t;

inline Lanes lanes(std::uint64_t own, std::uint64_t their) {
  return Lanes{own, own, own, own, their, their, their, their};
}

/// Moves of one distance: the squares that stay on the board are shifted, up in the first two directions and down in
/// the others.
template <int N, int face>
inline Lanes moved(const Lanes& sets) {
  constexpr auto stay = [](Direction direction) {
    std::uint64_t squares = 0;
    for (int s = 0; s < N * N; ++s) {
      const int column = s % N, row = s / N;
      const bool stays = direction == Direction::east    ? column + face < N
                         : direction == Direction::north ? row + face < N
                         : direction == Direction::west  ? column >= face
                                                         : row >= face;
      if (stays) squares |= std::uint64_t{1} << s;
    }
    return squares;
  };
  constexpr auto east = stay(Direction::east), north = stay(Direction::north), west = stay(Direction::west),
                 south = stay(Direction::south);
  constexpr std::uint64_t step = face, row = face * N;
  const Lanes mask{east, north, west, south, east, north, west, south};
  const Lanes up{step, row, 0, 0, step, row, 0, 0}, down{0, 0, step, row, 0, 0, step, row};
  return (sets & mask) << up >> down;
}

/// How many squares in lanes 0 to 3 (side 0) or 4 to 7 (side 1).
inline int count(const Lanes& sets, int side) {
  int sum = 0;
  for (int lane = 4 * side; lane < 4 * side + 4; ++lane) sum += std::popcount(std::uint64_t{sets[lane]});
  return sum;
}

inline std::uint64_t united(const Lanes& sets, int side) {
  return sets[4 * side] | sets[4 * side + 1] | sets[4 * side + 2] | sets[4 * side + 3];
}

template <int N, int face>
inline void add_face(const Position<N>& p, BothThreats<N>& result) {
  constexpr std::size_t i = face - 1;
  const std::uint64_t own = p.own.occupied().word[0], their = p.their.occupied().word[0];
  const Lanes arrivals = moved<N, face>(lanes(own, their));
  const Lanes targets = arrivals & lanes(their, own);
  Lanes hits = targets;
  for (std::size_t k = 0; k < p.own.plane.size(); ++k) {
    const std::uint64_t a = p.own.plane[k].word[0], b = p.their.plane[k].word[0];
    const Lanes arriving = moved<N, face>(lanes(a, b)), standing = lanes(b, a);
    hits = (targets & arriving & ~standing) | (hits & ~(arriving ^ standing));
  }
  const Lanes merges = arrivals & lanes(own, their);
  result.own.merges[i] = count(merges, 0), result.their.merges[i] = count(merges, 1);
  result.own.captures[i] = count(hits, 0), result.their.captures[i] = count(hits, 1);
  result.own.taken[i].word[0] = united(hits, 0), result.their.taken[i].word[0] = united(hits, 1);
}

}  // namespace threats_detail

template <int N>
BothThreats<N> threats(const Position<N>& p) {
  if constexpr (Squares<N>::words > 1) {
    return {threats_of(p.own, p.their), threats_of(p.their, p.own)};
  } else {
    BothThreats<N> result;
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (threats_detail::add_face<N, static_cast<int>(i) + 1>(p, result), ...);
    }
    (std::make_index_sequence<Threats<N>::faces>());
    return result;
  }
}

}  // namespace alea::diablo
