#include "nets/input_basis.hpp"

#include <algorithm>

namespace alea {

void InputBasis::add_row(std::span<const float> added) {
  for (std::size_t input = 0; input < added.size(); ++input) {
    if (added[input] != 0) entries_.push_back({static_cast<std::uint32_t>(input), added[input]});
  }
  begin_.push_back(entries_.size());
}

void InputBasis::write_sum(std::span<const int> rows, std::span<float> x) const {
  std::ranges::fill(x, 0.F);
  for (const int row : rows) {
    const Entry* const end = entries_.data() + begin_[static_cast<std::size_t>(row) + 1];
    for (const Entry* entry = entries_.data() + begin_[static_cast<std::size_t>(row)]; entry != end; ++entry) {
      x[entry->input] += entry->value;
    }
  }
}

}  // namespace alea
