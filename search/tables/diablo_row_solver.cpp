#include "search/tables/diablo_row_solver.hpp"

#include <algorithm>
#include <bit>

#ifdef __AVX512BW__
#include <immintrin.h>
#endif

namespace alea::diablo {

namespace {

/// lowest[i] becomes the least of it and line[numbers[i]], for all i < n, except where mask[i] is `never`. No mask is
/// one that is `possible` everywhere.
void lower_one_by_one(WinCode* lowest, std::size_t n, const WinCode* line, const std::uint16_t* numbers,
                      const std::uint16_t* mask) {
  if (mask) {
    for (std::size_t i = 0; i < n; ++i) {
      lowest[i] = std::min(lowest[i], static_cast<WinCode>(line[numbers[i]] | mask[i]));
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) lowest[i] = std::min(lowest[i], line[numbers[i]]);
  }
}

#ifdef __AVX512BW__

/// The first `n` lanes of a vector, at most all 32.
__mmask32 first_lanes(std::size_t n) { return n < 32 ? (1u << n) - 1 : ~0u; }

/// The same, 32 at a time: a line of up to 64 codes is held in two registers.
void lower(WinCode* lowest, std::size_t n, std::span<const WinCode> line, const std::uint16_t* numbers,
           const std::uint16_t* mask) {
  if (n < 4 || line.size() > 64) return lower_one_by_one(lowest, n, line.data(), numbers, mask);
  const __m512i front = _mm512_maskz_loadu_epi16(first_lanes(line.size()), line.data());
  const __m512i back = line.size() > 32 ? _mm512_maskz_loadu_epi16(first_lanes(line.size() - 32), line.data() + 32)
                                        : _mm512_setzero_si512();
  for (std::size_t i = 0; i < n; i += 32) {
    const __mmask32 lanes = first_lanes(n - i);
    __m512i codes = _mm512_permutex2var_epi16(front, _mm512_maskz_loadu_epi16(lanes, numbers + i), back);
    if (mask) codes = _mm512_or_si512(codes, _mm512_maskz_loadu_epi16(lanes, mask + i));
    const __m512i before = _mm512_maskz_loadu_epi16(lanes, lowest + i);
    _mm512_mask_storeu_epi16(lowest + i, lanes, _mm512_min_epu16(before, codes));
  }
}

#else

void lower(WinCode* lowest, std::size_t n, std::span<const WinCode> line, const std::uint16_t* numbers,
           const std::uint16_t* mask) {
  lower_one_by_one(lowest, n, line.data(), numbers, mask);
}

#endif

}  // namespace

template <int N>
RowSolver<N>::RowSolver(const DiabloTable<N>& table, const Slice& slice, const Heights& heights)
    : slice_(slice),
      heights_(heights),
      turns_(heights),
      opponents_(std::size_t{1} << slice.their.stacks),
      sums_(heights.own()),
      subsets_(heights.own()),
      lowest_(heights.positions()),
      winning_(heights.positions()) {
  for (Located& turn : located_) {
    turn.lines.resize(heights.their());
    turn.numbers.resize(heights.own());
  }
  find_targets(table);
}

template <int N>
void RowSolver<N>::find_targets(const DiabloTable<N>& table) {
  const auto [own, their] = slice_;
  for (int own_stacks = 1; own_stacks <= own.stacks; ++own_stacks) {
    for (int their_stacks = 1; their_stacks <= their.stacks; ++their_stacks) {
      patterns_[index(their_stacks)][index(own_stacks)] = &table.patterns(their_stacks, own_stacks);
      for (int removals = 0; removals <= std::min(most_removals, own.checkers - own_stacks); ++removals) {
        for (int checkers = their_stacks; checkers <= their.checkers; ++checkers) {
          const Slice next{{their_stacks, checkers}, {own_stacks, own.checkers - removals}};
          Target& target = targets_[index(own_stacks)][index(removals)][index(their_stacks)][index(checkers)];
          if (next.level() < slice_.level()) target = {table.codes(next), next.heights()};
        }
      }
    }
  }
}

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
        add_win(mask);
      } else {
        add(after, mask);
      }
    });
    read_all();
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
void RowSolver<N>::add_win(const Mask* mask) {
  static_assert(lost_code == possible && won_code == never);
  for (std::size_t k = 0; k < lowest_.size(); ++k) lowest_[k] = std::min(lowest_[k], mask ? (*mask)[k] : lost_code);
}

/// Locates the results of a turn. The turn before the last `most_located` is read: by now its memory has come.
template <int N>
void RowSolver<N>::add(const Board& after, const Mask* mask) {
  if (end_ - begin_ == most_located) read(located_[begin_++ % most_located]);
  Located& turn = located_[end_++ % most_located];
  turn.masked = mask != nullptr;
  if (mask) turn.mask = *mask;

  const Material own{std::popcount(after.own), slice_.own.checkers - after.removals};
  const int their_stacks = std::popcount(after.their);
  Opponent& opponent = this->opponent(after);
  const auto found = patterns_[index(their_stacks)][index(own.stacks)]->find(opponent.place, after.own);
  if (own.stacks == 1 || own.stacks == own.checkers) {
    std::ranges::fill(turn.numbers, 0);
  } else if (after.removals == 0) {
    number_own(after, found.their, found.symmetry, turn.numbers);
  } else {
    number_reduced(after, found.their, found.symmetry, turn.numbers);
  }
  const Remainder& rest = remainder(opponent, found.own, found.symmetry);
  const auto& targets = targets_[index(own.stacks)][index(after.removals)][index(their_stacks)];
  turn.line_size = own.heights();
  for (std::size_t j = 0; j < turn.lines.size(); ++j) {
    const Target& target = targets[rest.checkers[j]];
    turn.lines[j] = target.codes + found.number * target.row_size + std::size_t{rest.numbers[j]} * turn.line_size;
    __builtin_prefetch(turn.lines[j]);
  }
}

template <int N>
void RowSolver<N>::read_all() {
  while (begin_ != end_) read(located_[begin_++ % most_located]);
}

/// Lowers the codes of the row to those that the turn leads to.
template <int N>
void RowSolver<N>::read(const Located& turn) {
  const std::size_t n = turn.numbers.size();
  const std::uint16_t* mask = turn.masked ? turn.mask.data() : nullptr;
  WinCode* lowest = lowest_.data();
  for (const WinCode* const line : turn.lines) {
    lower(lowest, n, {line, turn.line_size}, turn.numbers.data(), mask);
    lowest += n;
    if (mask) mask += n;
  }
}

template <int N>
auto RowSolver<N>::opponent(const Board& after) -> Opponent& {
  Opponent& opponent = opponents_[after.captured];
  if (opponent.row != row_) {
    opponent.row = row_;
    opponent.place = patterns_[index(std::popcount(after.their))][1]->classes().find(after.their);
  }
  return opponent;
}

template <int N>
auto RowSolver<N>::remainder(Opponent& opponent, Set image, int symmetry) -> const Remainder& {
  auto& remainder = opponent.remainders[index(symmetry)];
  if (remainder.row == row_) return remainder;
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
  return remainder;
}

/// The numbers of the mover's heights behind a turn that removed nothing.
template <int N>
void RowSolver<N>::number_own(const Board& after, Set image, int symmetry, std::vector<std::uint16_t>& numbers) {
  const auto& symmetries = Symmetries<N>::instance();
  const std::size_t n = numbers.size();
  std::ranges::fill(sums_, 0);
  std::ranges::fill(subsets_, 0);
  const auto last = static_cast<Set>(std::bit_floor(image));  // its sum is the number of checkers
  for_each_square(image ^ last, [&](int square) {
    const auto source = static_cast<std::size_t>(symmetries.source(symmetry, square));
    const std::uint16_t* const heights = heights_.own_sum(after.parts[source]);
    for (std::size_t i = 0; i < n; ++i) {
      sums_[i] = static_cast<std::uint16_t>(sums_[i] + heights[i]);
      subsets_[i] = static_cast<std::uint16_t>(subsets_[i] | 1u << (sums_[i] - 1));
    }
  });
  for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::uint16_t>(heights_number<N>(subsets_[i]));
}

/// The same where checkers were removed. Not all heights allow that: the others get the number 0.
template <int N>
void RowSolver<N>::number_reduced(const Board& after, Set image, int symmetry,
                                  std::vector<std::uint16_t>& numbers) const {
  const auto& symmetries = Symmetries<N>::instance();
  const int checkers = slice_.own.checkers - after.removals;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
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
    allowed &= sum == checkers - 1;
    numbers[i] = static_cast<std::uint16_t>(allowed ? heights_number<N>(sums ^ std::uint64_t{1} << sum) : 0);
  }
}

template class RowSolver<2>;
template class RowSolver<4>;
template class RowSolver<6>;

}  // namespace alea::diablo
