#include "search/tables/diablo_row_solver.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace alea::diablo {

template <int N>
RowSolver<N>::RowSolver(const DiabloTable<N>& table, const Slice& slice, const Heights& heights)
    : table_(table),
      slice_(slice),
      heights_(heights),
      turns_(heights),
      remainders_(std::size_t{Symmetries<N>::count} << slice.their.stacks),
      own_sums_(heights.own()),
      own_subsets_(heights.own()),
      own_numbers_(heights.own()),
      lowest_(heights.positions()),
      winning_(heights.positions()) {}

template <int N>
void RowSolver<N>::solve(const Row& row, std::span<WinCode> codes) {
  using G = Diablo<N>;
  ++row_;
  their_ = row.pattern.their;
  std::ranges::fill(winning_, 0);
  for (const auto& [dice, probability] : G::rolls({})) {
    std::ranges::fill(lowest_, won_code);
    turns_.for_each(row, dice, [&](const Board& after, const Mask* mask) {
      if (after.their == 0) {
        value_win(mask);
      } else {
        value(after, mask);
      }
    });
    const std::int64_t ways = dice.is_double() ? 1 : 2;
    for (std::size_t k = 0; k < lowest_.size(); ++k) winning_[k] += ways * (win_steps - decode_win(lowest_[k]));
  }
  for (std::size_t i = 0; i < heights_.own(); ++i) {
    for (std::size_t j = 0; j < heights_.their(); ++j) {
      codes[i * heights_.their() + j] = encode_win(winning_[j * heights_.own() + i], G::faces * G::faces);
    }
  }
}

template <int N>
void RowSolver<N>::value_win(const Mask* mask) {
  static_assert(lost_code == possible && won_code == never);
  for (std::size_t k = 0; k < lowest_.size(); ++k) lowest_[k] = std::min(lowest_[k], mask ? (*mask)[k] : lost_code);
}

/// Lowers the codes of the row to those that the turn leads to.
template <int N>
void RowSolver<N>::value(const Board& after, const Mask* mask) {
  const Material mover{std::popcount(after.own), slice_.own.checkers - after.removals};
  const int their_stacks = std::popcount(after.their);
  const auto found = table_.patterns(their_stacks, mover.stacks).find(after.their, after.own);
  const Remainder& rest = remainder(after, found.own, found.symmetry);
  if (after.removals == 0) {
    number_own(after, found.their, found.symmetry);
  } else {
    number_reduced(after, found.their, found.symmetry);
  }
  const std::size_t n = heights_.own();
  std::array<const WinCode*, N * N / 2 + 1> rows{};  // by the opponent's checkers
  for (std::size_t j = 0; j < heights_.their(); ++j) {
    const WinCode*& row = rows[rest.checkers[j]];
    const Slice next{{their_stacks, rest.checkers[j]}, mover};
    if (!row) row = table_.codes(next) + found.number * next.heights();
    const WinCode* const line = row + std::size_t{rest.numbers[j]} * mover.heights();
    WinCode* const lowest = lowest_.data() + j * n;
    if (mask) {
      const std::uint16_t* const blocked = mask->data() + j * n;
      for (std::size_t i = 0; i < n; ++i) {
        lowest[i] = std::min(lowest[i], static_cast<WinCode>(line[own_numbers_[i]] | blocked[i]));
      }
    } else {
      for (std::size_t i = 0; i < n; ++i) lowest[i] = std::min(lowest[i], line[own_numbers_[i]]);
    }
  }
}

/// The numbers of the mover's heights behind a turn that removed nothing, into `own_numbers_`.
template <int N>
void RowSolver<N>::number_own(const Board& after, Set image, int symmetry) {
  const auto& symmetries = Symmetries<N>::instance();
  const std::size_t n = heights_.own();
  std::ranges::fill(own_sums_, 0);
  std::ranges::fill(own_subsets_, 0);
  const auto last = static_cast<Set>(std::bit_floor(image));  // its sum is the number of checkers
  for_each_square(image ^ last, [&](int square) {
    const auto source = static_cast<std::size_t>(symmetries.source(symmetry, square));
    const std::uint16_t* const heights = heights_.own_sum(after.parts[source]);
    for (std::size_t i = 0; i < n; ++i) {
      own_sums_[i] = static_cast<std::uint16_t>(own_sums_[i] + heights[i]);
      own_subsets_[i] = static_cast<std::uint16_t>(own_subsets_[i] | 1u << (own_sums_[i] - 1));
    }
  });
  for (std::size_t i = 0; i < n; ++i) {
    own_numbers_[i] = static_cast<std::uint16_t>(heights_number<N>(own_subsets_[i]));
  }
}

/// The same where checkers were removed. Not all heights allow that: the others get the number 0.
template <int N>
void RowSolver<N>::number_reduced(const Board& after, Set image, int symmetry) {
  const auto& symmetries = Symmetries<N>::instance();
  for (std::size_t i = 0; i < heights_.own(); ++i) {
    std::uint64_t sums = 0;
    int sum = -1;
    bool allowed = true;
    for_each_square(image, [&](int square) {
      const auto source = static_cast<std::size_t>(symmetries.source(symmetry, square));
      const int height = heights_.own_sum(after.parts[source])[i] - after.removed[source];
      allowed &= height > 0;
      if (!allowed) return;
      sum += height;
      sums |= std::uint64_t{1} << sum;
    });
    allowed &= sum == slice_.own.checkers - after.removals - 1;
    own_numbers_[i] = static_cast<std::uint16_t>(allowed ? heights_number<N>(sums ^ std::uint64_t{1} << sum) : 0);
  }
}

template <int N>
auto RowSolver<N>::remainder(const Board& after, Set image, int symmetry) -> const Remainder& {
  Remainder& remainder = remainders_[after.captured * Symmetries<N>::count + static_cast<std::size_t>(symmetry)];
  if (remainder.row != row_) fill(remainder, after, image, symmetry);
  return remainder;
}

template <int N>
void RowSolver<N>::fill(Remainder& remainder, const Board&, Set image, int symmetry) {
  const auto& symmetries = Symmetries<N>::instance();
  remainder.row = row_;
  remainder.numbers.resize(heights_.their());
  remainder.checkers.resize(heights_.their());
  for (std::size_t j = 0; j < heights_.their(); ++j) {
    std::uint64_t sums = 0;
    int sum = -1;
    for_each_square(image, [&](int square) {
      const std::uint64_t smaller = (std::uint64_t{1} << symmetries.source(symmetry, square)) - 1;
      sum += heights_.their_height(std::popcount(their_ & smaller))[j];
      sums |= std::uint64_t{1} << sum;
    });
    remainder.numbers[j] = heights_number<N>(sums ^ std::uint64_t{1} << sum);
    remainder.checkers[j] = static_cast<std::uint16_t>(sum + 1);
  }
}

template class RowSolver<2>;
template class RowSolver<4>;
template class RowSolver<6>;

}  // namespace alea::diablo
