// Backgammon as networks see it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>

#include "engine/backgammon/backgammon.hpp"
#include "nets/features.hpp"

namespace alea {

/// Everything is seen by the player about to roll: first the own checkers, then the opponent's, each side from its own
/// end.
///
/// A row is one checker: row (side, place, k) stands for the k-th checker on a place, and n checkers activate rows
/// k = 1..n. Places are the 24 points, the bar and off, so every position has exactly 15 rows a side, and moving a
/// checker swaps one row for another.
///
///     row = side * 390 + place * 15 + k - 1        place = point - 1;  24 bar;  25 off
///
/// The dense inputs of a place are few functions of its count (Tesauro, "Temporal difference learning and
/// TD-Gammon", 1995, with the ramp split further); they are linear in the rows because a row adds what its checker
/// changes.
template <>
struct Features<Backgammon> {
  using Position = backgammon::Position;

  static constexpr std::string_view name = "backgammon-1";
  static constexpr int places = backgammon::points + 2;
  static constexpr int side_rows = places * backgammon::checkers;
  static constexpr int rows = 2 * side_rows;
  static constexpr int append_width = 4;
  static constexpr int max_active = 2 * backgammon::checkers + append_width - 1;  ///< 30 and room to write by fours

  static constexpr int point_inputs = 5;
  static constexpr int bar_inputs = 3;
  static constexpr int off_inputs = 4;
  static constexpr int side_inputs = backgammon::points * point_inputs + bar_inputs + off_inputs;
  static constexpr int inputs = 2 * side_inputs;

  static int active(const Position& p, std::span<int> rows) {
    int* end = append_side(p.own, 0, rows.data());
    end = append_side(p.their, side_rows, end);
    return static_cast<int>(end - rows.data());
  }

  static void add_basis(int row, std::span<float> x) {
    const int side = row / side_rows;
    const int place = row % side_rows / backgammon::checkers;
    const int k = row % backgammon::checkers + 1;
    float* const at = x.data() + side * side_inputs + std::min(place, 24) * point_inputs;
    if (place < bar_place) {
      add_step<point_units>(k, at);
    } else if (place == bar_place) {
      add_step<bar_units>(k, at);
    } else {
      add_step<off_units>(k, at + bar_inputs);
    }
  }

  /// The rows that must be taken from and added to those of `from` to get those of `to`.
  static RowDifference difference(const Position& from, const Position& to, std::span<int> removed,
                                  std::span<int> added) {
    RowLists lists{removed.data(), added.data()};
    if (from.own != to.own) lists = append_difference(from.own, to.own, 0, lists);
    lists = append_difference(from.their, to.their, side_rows, lists);
    return {static_cast<int>(lists.removed - removed.data()), static_cast<int>(lists.added - added.data())};
  }

 private:
  using Checkers = backgammon::Checkers;
  static constexpr int bar_place = 24;
  static constexpr int off_place = 25;

  static constexpr float ramp(int n, int above, float scale) {
    return n > above ? static_cast<float>(n - above) / scale : 0;
  }
  static constexpr std::array<float, point_inputs> point_units(int n) {
    return {n == 1 ? 1.F : 0.F, n >= 2 ? 1.F : 0.F, n >= 3 ? 1.F : 0.F, n >= 4 ? 1.F : 0.F, ramp(n, 4, 3)};
  }
  static constexpr std::array<float, bar_inputs> bar_units(int n) {
    return {n >= 1 ? 1.F : 0.F, n >= 2 ? 1.F : 0.F, ramp(n, 2, 3)};
  }
  static constexpr std::array<float, off_inputs> off_units(int n) {
    return {n >= 1 ? 1.F : 0.F, ramp(n, 0, 15), ramp(n, 5, 10), ramp(n, 10, 5)};
  }

  /// What the k-th checker of a place changes in its inputs.
  template <auto units>
  static void add_step(int k, float* x) {
    const auto with = units(k), without = units(k - 1);
    for (std::size_t i = 0; i < with.size(); ++i) x[i] += with[i] - without[i];
  }

  /// The ends of two lists that grow.
  struct RowLists {
    int* removed;
    int* added;
  };

  /// Appends the rows of checkers low + 1 to high on a place. Nearly always this is one, and guessing how many costs
  /// more than writing four: what stands beyond the end is overwritten or ignored.
  static int* append(int* end, int place_row, int low, int high) {
    for (int k = low; k < high; k += append_width) {
      for (int i = 0; i < append_width; ++i) end[k - low + i] = place_row + k + i;
    }
    return end + (high > low ? high - low : 0);
  }

  static int* append_side(const Checkers& side, int base, int* end) {
    for (std::uint32_t left = side.occupied(); left != 0; left &= left - 1) {
      const int place = std::countr_zero(left);
      end = append(end, base + place * backgammon::checkers, 0, side.count(place + 1));
    }
    return append(end, base + off_place * backgammon::checkers, 0, side.off());
  }

  static RowLists append_difference(const Checkers& from, const Checkers& to, int base, RowLists lists) {
    // Where counts rose and where they fell is decided by the highest plane that differs.
    std::uint32_t rose = 0, fell = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t up = to.plane[k] & ~from.plane[k], down = from.plane[k] & ~to.plane[k];
      rose = up | (rose & ~down);
      fell = down | (fell & ~up);
    }
    const RowLists before = lists;
    for (; rose != 0; rose &= rose - 1) {
      const int place = std::countr_zero(rose), row = base + place * backgammon::checkers;
      lists.added = append(lists.added, row, from.count(place + 1), to.count(place + 1));
    }
    for (; fell != 0; fell &= fell - 1) {
      const int place = std::countr_zero(fell), row = base + place * backgammon::checkers;
      lists.removed = append(lists.removed, row, to.count(place + 1), from.count(place + 1));
    }
    // Every side has 15 rows, so the board tells what happened off it.
    if (lists.added - before.added != lists.removed - before.removed) [[unlikely]] {
      const int row = base + off_place * backgammon::checkers;
      lists.added = append(lists.added, row, from.off(), to.off());
      lists.removed = append(lists.removed, row, to.off(), from.off());
    }
    return lists;
  }
};

static_assert(HasFeatures<Backgammon>);

}  // namespace alea
