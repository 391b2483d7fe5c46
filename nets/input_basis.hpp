// The dense inputs of many positions: what training reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nets/features.hpp"

namespace alea {

/// basis(row) of all rows of a game's features (nets/features.hpp), as lists of the few inputs that each adds to.
class InputBasis {
 public:
  template <HasFeatures G>
  static InputBasis of() {
    InputBasis basis;
    std::vector<float> added(Features<G>::inputs);
    for (int row = 0; row < Features<G>::rows; ++row) {
      std::ranges::fill(added, 0.F);
      Features<G>::add_basis(row, added);
      basis.add_row(added);
    }
    return basis;
  }

  /// What write_inputs<G>(position, x) writes, bit for bit, and several times as fast. x holds Features<G>::inputs
  /// numbers.
  template <HasFeatures G>
  void write(const typename G::Position& position, std::span<float> x) const {
    std::array<int, Features<G>::max_active> rows;
    const auto n = static_cast<std::size_t>(Features<G>::active(position, rows));
    write_sum(std::span(rows).first(n), x);
  }

 private:
  struct Entry {
    std::uint32_t input;
    float value;
  };

  void add_row(std::span<const float> added);
  void write_sum(std::span<const int> rows, std::span<float> x) const;

  std::vector<std::size_t> begin_{0};  ///< where each row begins in entries_, and the last one ends
  std::vector<Entry> entries_;
};

}  // namespace alea
