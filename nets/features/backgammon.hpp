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
  static constexpr int max_active = 2 * backgammon::checkers;

  static constexpr int point_inputs = 5;
  static constexpr int bar_inputs = 3;
  static constexpr int off_inputs = 4;
  static constexpr int side_inputs = backgammon::points * point_inputs + bar_inputs + off_inputs;
  static constexpr int inputs = 2 * side_inputs;

  static int active(const Position& p, std::span<int> rows) {
    int n = side_active(p.own, 0, rows, 0);
    return side_active(p.their, side_rows, rows, n);
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
    RowDifference count;
    side_difference(from.own, to.own, 0, removed, added, count);
    side_difference(from.their, to.their, side_rows, removed, added, count);
    return count;
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

  static int side_active(const Checkers& side, int base, std::span<int> rows, int n) {
    const auto append = [&](int place, int count) {
      for (int k = 0; k < count; ++k) rows[static_cast<std::size_t>(n++)] = base + place * backgammon::checkers + k;
    };
    for (std::uint32_t left = side.occupied(); left != 0; left &= left - 1) {
      const int place = std::countr_zero(left);
      append(place, side.count(place + 1));
    }
    append(off_place, side.off());
    return n;
  }

  static void side_difference(const Checkers& from, const Checkers& to, int base, std::span<int> removed,
                              std::span<int> added, RowDifference& count) {
    std::uint32_t changed = 0;
    for (std::size_t k = 0; k < 4; ++k) changed |= from.plane[k] ^ to.plane[k];
    if (changed == 0) return;
    const auto append = [&](int place, int before, int after) {
      const int row = base + place * backgammon::checkers;
      for (int k = before; k < after; ++k) added[static_cast<std::size_t>(count.added++)] = row + k;
      for (int k = after; k < before; ++k) removed[static_cast<std::size_t>(count.removed++)] = row + k;
    };
    for (; changed != 0; changed &= changed - 1) {
      const int place = std::countr_zero(changed);
      append(place, from.count(place + 1), to.count(place + 1));
    }
    append(off_place, from.off(), to.off());
  }
};

static_assert(HasFeatures<Backgammon>);

}  // namespace alea
