#include "search/tables/diablo_heights.hpp"

#include <bit>

namespace alea::diablo {

namespace {

/// [stack * heights + number]
std::vector<std::uint16_t> list_heights(const Material& material) {
  const std::uint32_t count = material.heights();
  std::vector<std::uint16_t> heights(static_cast<std::size_t>(material.stacks) * count);
  for (std::uint32_t number = 0; number < count; ++number) {
    std::uint64_t sums = subset_of_rank(number, material.stacks - 1) | std::uint64_t{1} << (material.checkers - 1);
    int before = -1;
    for (std::size_t stack = 0; sums != 0; ++stack, sums &= sums - 1) {
      const int sum = std::countr_zero(sums);
      heights[stack * count + number] = static_cast<std::uint16_t>(sum - before);
      before = sum;
    }
  }
  return heights;
}

}  // namespace

Heights::Heights(const Slice& slice)
    : own_(slice.own.heights()), their_(slice.their.heights()), their_heights_(list_heights(slice.their)) {
  const auto heights = list_heights(slice.own);
  const std::size_t sets = std::size_t{1} << slice.own.stacks;
  own_sums_.resize(sets * own_);
  for (std::size_t set = 1; set < sets; ++set) {
    const std::size_t rest = set & (set - 1), stack = static_cast<std::size_t>(std::countr_zero(set));
    for (std::size_t i = 0; i < own_; ++i) {
      own_sums_[set * own_ + i] = static_cast<std::uint16_t>(own_sums_[rest * own_ + i] + heights[stack * own_ + i]);
    }
  }
}

}  // namespace alea::diablo
