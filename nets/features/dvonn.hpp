// DVONN as networks see it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>

#include "engine/dvonn/dvonn.hpp"
#include "nets/features.hpp"

namespace alea {

/// Everything is seen by the player about to move. The rows, group by group:
///
///     stacks       movement: 65 a space: side, can move?, contains a DVONN piece?, height class; or a DVONN piece
///     alone captures     movement: 2 a space: an own stack that the opponent could land on, and the reverse pieces
///     placement: 3 a space: own, the opponent's, DVONN counts       one row for each value of each of a few numbers
///     (see Count)
///
/// The phases share no rows: what a piece is worth on a space differs too much. Mobility is given, because whether a
/// stack is surrounded, or its jump ends on another, depends on a dozen spaces at once; it also spoils the difference
/// of siblings, so that sums are made afresh.
template <>
struct Features<Dvonn> {
  using Position = dvonn::Position;

  static constexpr std::string_view name = "dvonn-1";
  static constexpr bool fresh = true;
  static constexpr float expectation_unit = 25;  ///< the margin is learned as a multiple of this

  static constexpr int height_classes = 8;  ///< 1, 2, 3, 4, 5, 6-7, 8-10, and 11 or more, which never move again
  static constexpr int stack_rows = 4 * 2 * height_classes + 1;

  /// Numbers that have one row for each of their values, 0 to the greatest; larger ones count as the greatest.
  enum Count { placed, stacks, own_score, their_score, own_moves, their_moves, own_movable, their_movable, counts };
  static constexpr std::array<int, counts> greatest{48, 49, 49, 49, 63, 63, 23, 23};

  static constexpr int first_stack = 0;
  static constexpr int first_capture = first_stack + dvonn::spaces * stack_rows;
  static constexpr int first_piece = first_capture + dvonn::spaces * 2;
  static constexpr int first_count = first_piece + dvonn::spaces * 3;
  static constexpr int rows = [] {
    int sum = first_count;
    for (const int most : greatest) sum += most + 1;
    return sum;
  }();
  static constexpr int max_active = 2 * dvonn::spaces + counts;

  static constexpr int side_inputs = 3 + height_classes;  ///< there, mobile, DVONN inside, height class
  static constexpr int stack_inputs = 2 * side_inputs + 1;
  static constexpr int count_inputs = 4;
  static constexpr int inputs = dvonn::spaces * (stack_inputs + 2 + 3) + counts * count_inputs;

  static int active(const Position& p, std::span<int> rows) {
    int* const end =
        p.phase() == dvonn::Phase::placement ? append_placement(p, rows.data()) : append_movement(p, rows.data());
    return static_cast<int>(end - rows.data());
  }

  static void add_basis(int row, std::span<float> x) {
    float* at = x.data();
    if (row < first_capture) return add_stack(row % stack_rows, at + row / stack_rows * stack_inputs);
    at += dvonn::spaces * stack_inputs;
    if (row < first_count) {
      at[row - first_capture] += 1;
      return;
    }
    at += dvonn::spaces * 5;
    row -= first_count;
    for (std::size_t count = 0; count < counts; ++count, at += count_inputs) {
      if (row <= greatest[count]) return add_count(row, greatest[count], at);
      row -= greatest[count] + 1;
    }
  }

 private:
  using Bits = dvonn::Bits;

  /// From a space's bit number to 0 .. 48.
  static constexpr auto index_of = [] {
    std::array<int, dvonn::space_end> index{};
    int next = 0;
    for (int space = 0; space < dvonn::space_end; ++space) {
      if (dvonn::board >> space & 1) index[static_cast<std::size_t>(space)] = next++;
    }
    return index;
  }();
  static int index(int space) { return index_of[static_cast<std::size_t>(space)]; }

  static constexpr std::array<std::uint8_t, 64> class_of = [] {
    std::array<std::uint8_t, 64> classes{};
    for (int h = 0; h < 64; ++h) {
      classes[static_cast<std::size_t>(h)] = static_cast<std::uint8_t>(h <= 5                     ? std::max(h - 1, 0)
                                                                       : h <= 7                   ? 5
                                                                       : h <= dvonn::longest_jump ? 6
                                                                                                  : 7);
    }
    return classes;
  }();

  static int* append_count(int* end, Count count, int value) {
    int row = first_count;
    for (std::size_t before = 0; before < static_cast<std::size_t>(count); ++before) row += greatest[before] + 1;
    *end = row + std::min(value, greatest[static_cast<std::size_t>(count)]);
    return end + 1;
  }

  static int* append_placement(const Position& p, int* end) {
    const Bits own = p.own(), dvonn = p.dvonn();
    for (Bits left = p.occupied(); left != 0; left &= left - 1) {
      const int space = dvonn::lowest(left);
      const int piece = dvonn >> space & 1 ? 2 : own >> space & 1 ? 0 : 1;
      *end++ = first_piece + 3 * index(space) + piece;
    }
    return append_count(end, placed, p.placed());
  }

  static int* append_movement(const Position& p, int* end) {
    const Bits own = p.own(), dvonn = p.dvonn(), occupied = p.occupied(), lone = p.lone_dvonn();
    const dvonn::Mobilities mobility = dvonn::mobilities(p);
    const Bits mobile = mobility.own.stacks | mobility.their.stacks;
    for (Bits left = occupied; left != 0; left &= left - 1) {
      const int space = dvonn::lowest(left);
      const auto has = [&](Bits set) { return static_cast<int>(set >> space & 1); };
      const int stack =
          (1 - has(own)) * 32 + has(mobile) * 16 + has(dvonn) * 8 + class_of[static_cast<std::size_t>(p.height(space))];
      *end++ = first_stack + stack_rows * index(space) + (has(lone) ? stack_rows - 1 : stack);
    }
    const Bits their = occupied & ~own & ~lone;
    const Bits captures[2] = {mobility.their.targets & own, mobility.own.targets & their};
    for (Bits left = captures[0] | captures[1]; left != 0; left &= left - 1) {
      const int space = dvonn::lowest(left);
      *end++ = first_capture + 2 * index(space) + static_cast<int>(captures[1] >> space & 1);
    }
    end = append_count(end, stacks, std::popcount(occupied));
    end = append_count(end, own_score, p.pieces_in(own));
    end = append_count(end, their_score, p.pieces_in(their));
    end = append_count(end, own_moves, mobility.own.moves);
    end = append_count(end, their_moves, mobility.their.moves);
    end = append_count(end, own_movable, std::popcount(mobility.own.stacks));
    return append_count(end, their_movable, std::popcount(mobility.their.stacks));
  }

  static void add_stack(int stack, float* x) {
    if (stack == stack_rows - 1) {
      x[stack_inputs - 1] += 1;
      return;
    }
    if (stack >= 32) x += side_inputs;
    x[0] += 1;
    x[1] += static_cast<float>(stack >> 4 & 1);
    x[2] += static_cast<float>(stack >> 3 & 1);
    x[3 + stack % height_classes] += 1;
  }

  /// A number as a share of its greatest, and which of the smallest values it is: there mobility decides.
  static void add_count(int value, int most, float* x) {
    x[0] += 2 * static_cast<float>(value) / static_cast<float>(most);
    x[1] += value == 0 ? 1.F : 0.F;
    x[2] += value <= 2 ? 1.F : 0.F;
    x[3] += value % 2 == 0 ? 0.5F : 0.F;  // whose turn it is at the end
  }
};

static_assert(HasFeatures<Dvonn>);

}  // namespace alea
