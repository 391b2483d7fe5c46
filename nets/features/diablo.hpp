// Diablo as networks see it, on boards of every size that networks serve.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "engine/diablo/diablo.hpp"
#include "nets/features.hpp"

namespace alea {

/// Everything is seen by the player about to roll. The rows, group by group:
///
///     stacks     square, side, height; heights above 24 count as 24
///     attacked   square, side: a stack that the other side could capture, by how many faces of a die
///     counts     one row for each value of each of a few numbers: for each face and side the merges and captures that
///     it
///                allows, checkers and stacks a side, whose stack is the tallest and by how much, the first turn
///
/// Who can capture what depends on two heights and a distance: three-way conjunctions that one hidden layer finds hard
/// and bit planes find cheaply. They change with any move, so sums are made afresh.
template <int N>
requires(N <= 10) struct Features<Diablo<N>> {
  using Position = diablo::Position<N>;

  static constexpr std::string_view name = [] {
    constexpr std::array<std::string_view, 5> names{"diablo-2-1", "diablo-4-1", "diablo-6-1", "diablo-8-1",
                                                    "diablo-10-1"};
    return names[N / 2 - 1];
  }();
  static constexpr bool fresh = true;

  static constexpr int squares = N * N;
  static constexpr int checkers = squares / 2;  ///< of a side at the start: the greatest height
  static constexpr int heights = std::min(checkers, 24);
  static constexpr int faces = N / 2;

  /// Numbers that have one row for each of their values, 0 to the greatest; larger ones count as the greatest.
  static constexpr int most_moves = 15, most_lead = 24;
  static constexpr int face_counts = 4 * faces;  ///< own merges and captures, then the opponent's, face by face
  static constexpr int counts = face_counts + 6;
  static constexpr std::array<int, counts> greatest = [] {
    std::array<int, counts> most{};
    std::ranges::fill(most, most_moves);
    constexpr std::array<int, 6> others{checkers, checkers, checkers, checkers, most_lead, 1};
    std::ranges::copy(others, most.begin() + face_counts);
    return most;
  }();
  static constexpr std::array<int, counts + 1> first_of = [] {
    std::array<int, counts + 1> first{squares * 2 * (heights + faces)};
    for (std::size_t i = 0; i < counts; ++i) first[i + 1] = first[i] + greatest[i] + 1;
    return first;
  }();

  static constexpr int first_attacked = squares * 2 * heights;
  static constexpr int first_count = first_of[0];
  static constexpr int rows = first_of[counts];
  static constexpr int max_active = 2 * squares + counts;

  static constexpr int stack_inputs = 7;  ///< height 1, 2, 3, 4, 5-6, more; and the height / 8
  static constexpr int count_inputs = 3;
  static constexpr int inputs = squares * 2 * (stack_inputs + faces) + counts * count_inputs;

  static int active(const Position& p, std::span<int> rows) {
    int* end = rows.data();
    const Squares own = p.own.occupied(), their = p.their.occupied();
    const Threats attack = threats(p.own, p.their, own, their), defence = threats(p.their, p.own, their, own);
    (own | their).for_each([&](int square) {
      const bool is_own = own.test(square);
      const int height = (is_own ? p.own : p.their).height(square);
      *end++ = (2 * square + !is_own) * heights + std::min(height, heights) - 1;
    });
    (attack.any | defence.any).for_each([&](int square) {
      const bool is_own = own.test(square);
      const int ways = (is_own ? defence : attack).ways(square);
      *end++ = first_attacked + (2 * square + !is_own) * faces + ways - 1;
    });
    std::size_t count = 0;
    const auto append = [&](int value) {
      *end++ = first_of[count] + std::min(value, greatest[count]);
      ++count;
    };
    for (const Threats* side : {&attack, &defence}) {
      for (const int n : side->merges) append(n);
      for (const int n : side->captures) append(n);
    }
    append(p.own.count());
    append(p.their.count());
    append(own.count());
    append(their.count());
    append(std::clamp(tallest(p.own) - tallest(p.their) + most_lead / 2, 0, most_lead));
    append(static_cast<int>(p.first_turn));
    return static_cast<int>(end - rows.data());
  }

  static void add_basis(int row, std::span<float> x) {
    float* at = x.data();
    if (row < first_attacked) return add_height(row % heights + 1, at + row / heights * stack_inputs);
    at += squares * 2 * stack_inputs;
    if (row < first_count) {
      at[row - first_attacked] += 1;
      return;
    }
    at += squares * 2 * faces;
    const auto after = std::ranges::upper_bound(first_of, row);
    const auto count = static_cast<std::size_t>(after - first_of.begin()) - 1;
    add_count(row - first_of[count], greatest[count], at + count * count_inputs);
  }

 private:
  using Squares = diablo::Squares<N>;
  using Stacks = diablo::Stacks<N>;

  /// What one side could do with each face of a die.
  struct Threats {
    std::array<int, faces> merges{};    ///< moves
    std::array<int, faces> captures{};  ///< moves
    std::array<Squares, faces> taken;   ///< enemy stacks that some move captures
    Squares any;                        ///< of them by some face

    int ways(int square) const {
      int n = 0;
      for (const Squares& set : taken) n += set.test(square);
      return n;
    }
  };

  static Threats threats(const Stacks& mine, const Stacks& other, const Squares& my_squares,
                         const Squares& other_squares) {
    Threats result;
    for (int face = 1; face <= faces; ++face) {
      const auto i = static_cast<std::size_t>(face - 1);
      for (const auto direction : diablo::directions) {
        const Squares arrivals = moved(my_squares, direction, face);
        result.merges[i] += (arrivals & my_squares).count();
        Squares hits = arrivals & other_squares;
        if (!hits.any()) continue;
        hits &= not_lower(mine, other, direction, face);
        result.captures[i] += hits.count();
        result.taken[i] |= hits;
      }
      result.any |= result.taken[i];
    }
    return result;
  }

  /// The squares where a stack of `mine` that arrives is at least as high as that of `other`: compared plane by plane
  /// for all squares at once, the highest plane that differs decides.
  static Squares not_lower(const Stacks& mine, const Stacks& other, diablo::Direction direction, int face) {
    Squares result = Squares::all();
    for (std::size_t k = 0; k < mine.plane.size(); ++k) {
      const Squares arriving = moved(mine.plane[k], direction, face);
      result = arriving.without(other.plane[k]) | result.without(arriving ^ other.plane[k]);
    }
    return result;
  }

  static int tallest(const Stacks& side) {
    int height = 0;
    Squares left = side.occupied();
    for (std::size_t k = side.plane.size(); k-- > 0;) {
      const Squares higher = left & side.plane[k];
      if (!higher.any()) continue;
      left = higher;
      height |= 1 << k;
    }
    return height;
  }

  static void add_height(int height, float* x) {
    const int place = height <= 4 ? height - 1 : height <= 6 ? 4 : 5;
    x[place] += 1;
    x[stack_inputs - 1] += static_cast<float>(height) / 8;
  }

  /// A number as a share of its greatest, and whether it is one of the smallest: there mobility decides.
  static void add_count(int value, int most, float* x) {
    x[0] += 2 * static_cast<float>(value) / static_cast<float>(most);
    x[1] += value == 0 ? 1.F : 0.F;
    x[2] += value <= 2 ? 1.F : 0.F;
  }
};

static_assert(HasFeatures<Diablo<2>> && HasFeatures<Diablo<4>> && HasFeatures<Diablo<6>> && HasFeatures<Diablo<8>> &&
              HasFeatures<Diablo<10>>);

}  // namespace alea
