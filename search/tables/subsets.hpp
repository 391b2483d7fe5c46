// Numbering the subsets of a small set: the combinatorial number system (Lehmer, 1964; Knuth, The Art of Computer
// Programming 4A, 7.2.1.3).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace alea {

namespace subsets {

inline constexpr int most_members = 8;  ///< of a subset that is numbered
inline constexpr int universe = 40;     ///< members are 0 .. 39

/// C(n, k) for n < 40, k <= 8.
inline constexpr auto binomials = [] {
  std::array<std::array<std::uint32_t, most_members + 1>, universe> table{};
  for (std::size_t n = 0; n < universe; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= most_members && n > 0; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();

/// byte_ranks[i][k][byte]: what members 8i .. 8i+7 add to a rank if k members are smaller.
inline constexpr auto byte_ranks = [] {
  std::array<std::array<std::array<std::uint32_t, 256>, most_members + 1>, universe / 8> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t k = most_members; k-- > 0;) {
      for (unsigned byte = 1; byte < 256; ++byte) {
        const auto n = 8 * i + static_cast<std::size_t>(std::countr_zero(byte));
        table[i][k][byte] = binomials[n][k + 1] + table[i][k + 1][byte & (byte - 1)];
      }
    }
  }
  return table;
}();

}  // namespace subsets

constexpr std::uint32_t binomial(int n, int k) {
  return subsets::binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

/// The number of a subset of {0, .., bits-1} among those of its size, at most 8: the sum of C(member, i) over its
/// members, the i-th smallest with i = 1, 2, .. It does not depend on `bits`.
template <int bits = subsets::universe>
constexpr std::uint32_t subset_rank(std::uint64_t subset) {
  std::uint32_t rank = subsets::byte_ranks[0][0][subset & 255];
  std::size_t smaller = 0;
  for (std::size_t i = 1; 8 * i < bits; ++i) {
    smaller += static_cast<std::size_t>(std::popcount(subset >> (8 * i - 8) & 255));
    rank += subsets::byte_ranks[i][smaller][subset >> (8 * i) & 255];
  }
  return rank;
}

/// The subset of `size` members, at most 8, whose number is `rank`.
constexpr std::uint64_t subset_of_rank(std::uint32_t rank, int size) {
  std::uint64_t subset = 0;
  int member = subsets::universe - 1;
  for (int i = size; i > 0; --i) {
    while (binomial(member, i) > rank) --member;
    rank -= binomial(member, i);
    subset |= std::uint64_t{1} << member;
  }
  return subset;
}

/// The bits of `word` at the ones of `mask`, closed up.
inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pext_u64(word, mask);
#else
  std::uint64_t gathered = 0;
  for (int place = 0; mask != 0; mask &= mask - 1, ++place) {
    gathered |= (word >> std::countr_zero(mask) & 1) << place;
  }
  return gathered;
#endif
}

/// The reverse: the lowest bits of `word` spread to the ones of `mask`.
inline std::uint64_t scatter_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pdep_u64(word, mask);
#else
  std::uint64_t scattered = 0;
  for (; mask != 0; mask &= mask - 1, word >>= 1) scattered |= (word & 1) << std::countr_zero(mask);
  return scattered;
#endif
}

}  // namespace alea
