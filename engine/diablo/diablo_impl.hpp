// The members of Diablo<N>. Included by the two files that instantiate them, diablo.cpp and diablo_large.cpp, which are
// two so that they compile side by side.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include "engine/diablo/diablo.hpp"
#include "engine/diablo/lister.hpp"
#include "engine/diablo/notation.hpp"
#include "engine/diablo/turn.hpp"

namespace alea {

namespace diablo {

/// Counts the results of a turn.
template <int N>
struct Counter {
  static constexpr bool lists = false;

  std::uint64_t count = 0;

  template <class Select>
  void pairs(const Move<N>&, std::span<const Move<N>> second, Select&& select) {
    for (const Move<N>& other : second) count += select(other);
  }
  void changed(const Changes&, const Play&) { ++count; }
};

/// images<N>[k][square]: where symmetry k takes a square: mirrored columns (1), mirrored rows (2), then both swapped
/// (4).
template <int N>
inline constexpr auto images = [] {
  std::array<std::array<std::uint8_t, N * N>, 8> table{};
  for (int k = 0; k < 8; ++k) {
    for (int square = 0; square < N * N; ++square) {
      int column = square % N, row = square / N;
      if (k & 1) column = N - 1 - column;
      if (k & 2) row = N - 1 - row;
      if (k & 4) std::swap(column, row);
      table[static_cast<std::size_t>(k)][static_cast<std::size_t>(square)] =
          static_cast<std::uint8_t>(column + N * row);
    }
  }
  return table;
}();

}  // namespace diablo

template <int N>
auto Diablo<N>::start() -> Position {
  diablo::Grid grid(N);
  for (int square = 0; square < N * N; ++square) grid[square] = (square % N + square / N) % 2 == 0 ? 1 : -1;
  return diablo::from_grid<N>(grid, true);
}

template <int N>
auto Diablo<N>::random_start(Random& random) -> Position {
  std::array<int, N * N> order;
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(order.size() - i))]);
  }
  diablo::Grid grid(N);
  std::size_t next = 0;
  for (const int side : {1, -1}) {
    const int checkers = 1 + static_cast<int>(random.below(N * N / 2));
    const int stacks =
        1 + static_cast<int>(random.below(static_cast<std::uint32_t>(std::min({checkers, 2 * N, N * N / 2}))));
    const std::size_t first = next;
    for (; next < first + static_cast<std::size_t>(stacks); ++next) grid[order[next]] = side;
    for (int left = checkers - stacks; left > 0; --left) {
      grid[order[first + random.below(static_cast<std::uint32_t>(stacks))]] += side;
    }
  }
  return diablo::from_grid<N>(grid, false);
}

template <int N>
std::span<const Weighted<Dice>> Diablo<N>::rolls(const Position&) {
  static constexpr auto rolls = all_rolls<faces>();
  return rolls;
}

template <int N>
void Diablo<N>::plays(const Position& position, Roll roll, PlayList<Diablo>& list) {
  list.clear();
  diablo::Lister<N> lister(position, list);
  diablo::generator<N>().turn(position, roll, lister);
}

template <int N>
std::uint64_t Diablo<N>::count_plays(const Position& position, Roll roll) {
  diablo::Counter<N> counter;
  diablo::generator<N>().turn(position, roll, counter);
  return counter.count;
}

template <int N>
std::optional<RollerValue<Diablo<N>>> Diablo<N>::result(const Position& position) {
  if (position.own.none()) return RollerValue<Diablo>{{0, 1}};
  if (position.their.none()) return RollerValue<Diablo>{{1, 0}};
  return std::nullopt;
}

template <int N>
auto Diablo<N>::symmetry(const Position& position, int k) -> Position {
  const auto& images = diablo::images<N>[static_cast<std::size_t>(k)];
  Position image;
  image.first_turn = position.first_turn;
  const auto map = [&](const diablo::Squares<N>& squares, diablo::Squares<N>& mapped) {
    squares.for_each([&](int square) { mapped |= diablo::Squares<N>::of(images[static_cast<std::size_t>(square)]); });
  };
  for (std::size_t plane = 0; plane < position.own.plane.size(); ++plane) {
    map(position.own.plane[plane], image.own.plane[plane]);
    map(position.their.plane[plane], image.their.plane[plane]);
  }
  return image;
}

template <int N>
Situation<Diablo<N>> Diablo<N>::parse_position(std::string_view text) {
  const auto [grid, to_move] = diablo::parse_setup(text, N);
  bool untouched = true;
  for (int square = 0; square < N * N; ++square) untouched &= grid[square] == 1 || grid[square] == -1;
  return {diablo::from_grid<N>(grid, untouched && to_move == Side::first), to_move};
}

template <int N>
std::string Diablo<N>::format_position(const Position& position, Side side) {
  return diablo::format_setup({diablo::to_grid(position), side});
}

template <int N>
std::size_t Diablo<N>::find_play(const Position& position, Roll roll, const PlayList<Diablo>& list,
                                 std::string_view text) {
  const diablo::Turn turn(diablo::to_grid(position), roll, position.first_turn);
  const auto after = diablo::from_grid<N>(diablo::play_text(turn, text).swapped(), false);
  const auto positions = list.positions();
  const auto found = std::find(positions.begin(), positions.end(), after);
  if (found == positions.end()) throw InputError("play", "\"" + std::string(text) + "\" is not among the plays listed");
  return static_cast<std::size_t>(found - positions.begin());
}

template <int N>
std::string Diablo<N>::format_play(const Position&, Roll, const Play& play) {
  std::string text = diablo::format_action(play.actions[0], N);
  if (play.actions[1].kind != diablo::Action::none) text += ' ' + diablo::format_action(play.actions[1], N);
  return text;
}

template <int N>
std::string Diablo<N>::board(const Position& position, Side side) {
  return diablo::draw({diablo::to_grid(position), side}, position.first_turn ? ", one action only" : "");
}

}  // namespace alea
