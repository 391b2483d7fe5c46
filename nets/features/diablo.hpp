// Diablo as networks see it, on boards of every size that networks serve.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "engine/diablo/diablo.hpp"
#include "nets/features.hpp"
#include "nets/features/diablo_threats.hpp"
#include "nets/simd.hpp"

namespace alea {

/// Everything is seen by the player about to roll. The rows, group by group:
///
///     stacks     square, side, height; heights above 24 count as 24
///     attacked   square, side: a stack that the other side could capture, by how many faces of a die
///     counts     one row for each value of each of a few numbers: for each face and side the merges and captures that
///                it allows, checkers and stacks a side, whose stack is the tallest and by how much, the first turn
///
/// Who can capture what depends on two heights and a distance: three-way conjunctions that one hidden layer finds hard
/// and bit planes find cheaply.
template <int N>
requires(N <= 10) struct Features<Diablo<N>> {
  using Position = diablo::Position<N>;

  static constexpr std::string_view name = [] {
    constexpr std::array<std::string_view, 5> names{"diablo-2-1", "diablo-4-1", "diablo-6-1", "diablo-8-1",
                                                    "diablo-10-1"};
    return names[N / 2 - 1];
  }();

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

  /// One for the stack on each square, one for its being attacked, and the counts.
  static constexpr int square_slots = simd::round_up(squares, 64);
  static constexpr int slots = 2 * square_slots + simd::round_up(counts, simd::slot_lanes);

  static void fill(const Position& p, std::int16_t* row_of_slot) {
    const auto [attack, defence] = diablo::threats(p);
    fill_stacks(p, row_of_slot);
    fill_attacked(attack, defence, row_of_slot + square_slots);
    fill_counts(p, attack, defence, row_of_slot + 2 * square_slots);
  }

  static int active(const Position& p, std::span<int> rows) { return active_in_slots<Features>(p, rows); }

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
  using Stacks = diablo::Stacks<N>;
  using Threats = diablo::Threats<N>;
  using Shorts = simd::Shorts;

  /// first + step * square for 64 squares from `square` on.
  static constexpr auto row_base(int first, int step, int square) {
    std::array<std::int16_t, 64> base{};
    for (int i = 0; i < 64; ++i)
      base[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(first + step * (square + i));
    return base;
  }

  /// row_of_slot[square] = base[square] + kind[square] where kind is not 0, else -1.
  static void write_rows(const simd::Bytes& kind, const std::array<std::int16_t, 64>& base, std::int16_t* row_of_slot) {
    const auto write = [](const Shorts& which, const Shorts& first, std::int16_t* to) {
      *reinterpret_cast<Shorts*>(to) = which != 0 ? first + which : Shorts{} - 1;
    };
    const Shorts* const bases = reinterpret_cast<const Shorts*>(base.data());
    write(simd::lower_half(kind), bases[0], row_of_slot);
    write(simd::upper_half(kind), bases[1], row_of_slot + simd::slot_lanes);
  }

  /// Calls visit(word, bases) for each word of a board, with the first rows of its squares less 1.
  template <int first, int step, class Visit>
  static void each_word(Visit&& visit) {
    static constexpr auto base0 = row_base(first - 1, step, 0), base1 = row_base(first - 1, step, 64);
    visit(std::size_t{0}, base0);
    if constexpr (squares > 64) visit(std::size_t{1}, base1);
  }

  static void fill_stacks(const Position& p, std::int16_t* row_of_slot) {
    each_word<0, 2 * heights>([&](std::size_t word, const auto& base) {
      simd::Bytes own{}, their{};
      for (std::size_t k = 0; k < p.own.plane.size(); ++k) {
        own |= simd::spread(p.own.plane[k].word[word], static_cast<std::uint8_t>(1 << k));
        their |= simd::spread(p.their.plane[k].word[word], static_cast<std::uint8_t>(1 << k));
      }
      const simd::Bytes most = simd::Bytes{} + std::uint8_t{heights};
      own = own > most ? most : own;
      their = their > most ? most : their;
      const simd::Bytes other_side = simd::Bytes{} + std::uint8_t{heights};
      write_rows(their != 0 ? their + other_side : own, base, row_of_slot + 64 * word);
    });
  }

  static void fill_attacked(const Threats& attack, const Threats& defence, std::int16_t* row_of_slot) {
    each_word<first_attacked, 2 * faces>([&](std::size_t word, const auto& base) {
      simd::Bytes ways{};
      std::uint64_t captured = 0;
      for (std::size_t i = 0; i < faces; ++i) {
        ways += simd::spread(attack.taken[i].word[word] | defence.taken[i].word[word], 1);
        captured |= attack.taken[i].word[word];
      }
      write_rows(ways + simd::spread(captured, faces), base, row_of_slot + 64 * word);
    });
  }

  static void fill_counts(const Position& p, const Threats& attack, const Threats& defence, std::int16_t* row_of_slot) {
    std::size_t count = 0;
    const auto write = [&](int value) {
      row_of_slot[count] = static_cast<std::int16_t>(first_of[count] + std::min(value, greatest[count]));
      ++count;
    };
    for (const auto* side : {&attack, &defence}) {
      for (const int n : side->merges) write(n);
      for (const int n : side->captures) write(n);
    }
    write(p.own.count());
    write(p.their.count());
    write(p.own.occupied().count());
    write(p.their.occupied().count());
    write(std::clamp(tallest(p.own) - tallest(p.their) + most_lead / 2, 0, most_lead));
    write(static_cast<int>(p.first_turn));
    std::fill(row_of_slot + count, row_of_slot + slots - 2 * square_slots, std::int16_t{-1});
  }

  static int tallest(const Stacks& side) {
    int height = 0;
    diablo::Squares<N> left = side.occupied();
    for (std::size_t k = side.plane.size(); k-- > 0;) {
      const auto higher = left & side.plane[k];
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
