// What each row of a game's features adds to its dense inputs: what training reads, and what tables are made of.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nets/features.hpp"

namespace alea {

/// basis(row) of all rows of a game's features (nets/features.hpp), as lists of the few inputs that each adds to.
class InputBasis {
 public:
  struct Entry {
    std::uint32_t input;
    float value;  ///< not 0
  };

  /// That of G's features, made on the first call; from any thread.
  template <HasFeatures G>
  static const InputBasis& of() {
    static const InputBasis basis = make<G>();
    return basis;
  }

  int rows() const { return static_cast<int>(begin_.size()) - 1; }

  /// basis(row), its inputs ascending.
  std::span<const Entry> row(int row) const {
    const auto r = static_cast<std::size_t>(row);
    return std::span(entries_).subspan(begin_[r], begin_[r + 1] - begin_[r]);
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
  template <HasFeatures G>
  static InputBasis make() {
    InputBasis basis;
    std::vector<float> x(Features<G>::inputs);
    for (int row = 0; row < Features<G>::rows; ++row) {
      Features<G>::add_basis(row, x);
      basis.take_row(x);
    }
    return basis;
  }

  /// Appends a row, and leaves zeros in x.
  void take_row(std::span<float> x);
  void write_sum(std::span<const int> rows, std::span<float> x) const;

  std::vector<std::size_t> begin_{0};  ///< where each row begins in entries_, and the last one ends
  std::vector<Entry> entries_;
};

}  // namespace alea
