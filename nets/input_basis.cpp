#include "nets/input_basis.hpp"

#include <algorithm>
#include <utility>

#include "nets/simd.hpp"

namespace alea {

void InputBasis::take_row(std::span<float> x) {
  simd::each_not_zero(x.data(), x.size(), [&](std::size_t input) {
    entries_.push_back({static_cast<std::uint32_t>(input), std::exchange(x[input], 0.F)});
  });
  begin_.push_back(entries_.size());
}

void InputBasis::write_sum(std::span<const int> rows, std::span<float> x) const {
  std::ranges::fill(x, 0.F);
  for (const int active : rows) {
    for (const auto& [input, value] : row(active)) x[input] += value;
  }
}

}  // namespace alea
