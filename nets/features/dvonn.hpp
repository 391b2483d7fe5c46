// DVONN as networks see it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string_view>

#include "engine/dvonn/dvonn.hpp"
#include "nets/features.hpp"
#include "nets/simd.hpp"

namespace alea {

/// Everything is seen by the player about to move. The rows, group by group:
///
///     stacks       movement: 65 a space: side, can move?, contains a DVONN piece?, height class; or a DVONN piece
///     alone captures     movement: 2 a space: an own stack that the opponent could land on, and the reverse pieces
///     placement: 3 a space: own, the opponent's, DVONN counts       one row for each value of each of a few numbers
///     (see Count)
///
/// The phases share no rows: what a piece is worth on a space differs too much. Mobility is given, because whether a
/// stack is surrounded, or its jump ends on another, depends on a dozen spaces at once.
template <>
struct Features<Dvonn> {
  using Position = dvonn::Position;

  static constexpr std::string_view name = "dvonn-1";
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

  /// One for the stack and one for the capture on each bit of the board's word, and the counts.
  static constexpr int slots = 64 + 64 + simd::slot_lanes;

  static void fill(const Position& p, std::int16_t* row_of_slot) {
    std::int16_t* const counted = row_of_slot + 128;
    std::fill_n(counted, simd::slot_lanes, std::int16_t{-1});
    if (p.phase() == dvonn::Phase::placement) {
      fill_placement(p, row_of_slot, counted);
    } else {
      fill_movement(p, row_of_slot, counted);
    }
  }

  static int active(const Position& p, std::span<int> rows) { return active_in_slots<Features>(p, rows); }

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

  using Shorts = simd::Shorts;

  /// `first` + `step` * (0 to 48, a space's place among the 49) for each bit of the board's word.
  static constexpr auto row_base(int first, int step) {
    std::array<std::int16_t, 64> base{};
    int next = 0;
    for (std::size_t space = 0; space < 64; ++space) {
      base[space] = static_cast<std::int16_t>(first + step * next);
      if (dvonn::board >> space & 1) ++next;
    }
    return base;
  }

  /// row_of_slot[space] = base[space] + kind[space] where `set` has the space, else -1.
  static void write_rows(Bits set, const std::array<std::int16_t, 64>& base, const simd::Bytes& kind,
                         std::int16_t* row_of_slot) {
    const simd::Bytes there = simd::spread(set, 1);
    const auto write = [](const Shorts& is, const Shorts& row, std::int16_t* to) {
      *reinterpret_cast<Shorts*>(to) = is != 0 ? row : Shorts{} - 1;
    };
    const Shorts* const bases = reinterpret_cast<const Shorts*>(base.data());
    write(simd::lower_half(there), bases[0] + simd::lower_half(kind), row_of_slot);
    write(simd::upper_half(there), bases[1] + simd::upper_half(kind), row_of_slot + simd::slot_lanes);
  }

  static void write_count(Count count, int value, std::int16_t* counted) {
    static constexpr auto first = [] {
      std::array<int, counts> rows{first_count};
      for (std::size_t i = 1; i < counts; ++i) rows[i] = rows[i - 1] + greatest[i - 1] + 1;
      return rows;
    }();
    const auto i = static_cast<std::size_t>(count);
    counted[i] = static_cast<std::int16_t>(first[i] + std::min(value, greatest[i]));
  }

  static void fill_placement(const Position& p, std::int16_t* row_of_slot, std::int16_t* counted) {
    static constexpr auto base = row_base(first_piece, 3);
    write_rows(p.occupied(), base, simd::spread(p.their(), 1) | simd::spread(p.dvonn(), 2), row_of_slot);
    std::fill_n(row_of_slot + 64, 64, std::int16_t{-1});
    write_count(placed, p.placed(), counted);
  }

  static void fill_movement(const Position& p, std::int16_t* row_of_slot, std::int16_t* counted) {
    static constexpr auto base = row_base(first_stack, stack_rows), capture_base = row_base(first_capture, 2);
    const Bits own = p.own(), occupied = p.occupied(), lone = p.lone_dvonn(), their = occupied & ~own & ~lone;
    const auto [mine, other] = dvonn::mobilities(p);
    const simd::Bytes is_lone = simd::spread(lone, 0xff), lone_kind = simd::spread(lone, stack_rows - 1);
    const simd::Bytes kind = simd::spread(their, 32) + simd::spread(mine.stacks | other.stacks, 16) +
                             simd::spread(p.dvonn(), 8) + height_class(p);
    write_rows(occupied, base, (kind & ~is_lone) | lone_kind, row_of_slot);
    const Bits threatened = other.targets & own, capturable = mine.targets & their;
    write_rows(threatened | capturable, capture_base, simd::spread(capturable, 1), row_of_slot + 64);
    write_count(stacks, std::popcount(occupied), counted);
    write_count(own_score, p.pieces_in(own), counted);
    write_count(their_score, p.pieces_in(their), counted);
    write_count(own_moves, mine.moves, counted);
    write_count(their_moves, other.moves, counted);
    write_count(own_movable, std::popcount(mine.stacks), counted);
    write_count(their_movable, std::popcount(other.stacks), counted);
  }

  /// Of each space; where there is no stack it means nothing.
  static simd::Bytes height_class(const Position& p) {
    simd::Bytes height{};
    for (std::size_t k = 0; k < 6; ++k) {
      height |= simd::spread(p.plane[Position::height_plane + k], static_cast<std::uint8_t>(1 << k));
    }
    const auto above = [&](std::uint8_t h) { return reinterpret_cast<simd::Bytes>(height > h) & 1; };
    return above(1) + above(2) + above(3) + above(4) + above(5) + above(7) + above(dvonn::longest_jump);
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
