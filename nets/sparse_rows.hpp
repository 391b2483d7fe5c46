// Inputs of which most are 0, and their products with dense matrices: the first layer of a network in training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace alea {

/// A matrix of which only the numbers that are not 0 are kept, row by row. Keeps its memory from one matrix to the
/// next.
class SparseRows {
 public:
  /// Takes the numbers of a dense, row-major matrix of whole rows, with at least one column.
  void assign(std::span<const float> dense, std::size_t columns);

  /// Takes the columns of `of`, another matrix, as its rows.
  void assign_transposed(const SparseRows& of);

  std::size_t rows() const { return begin_.size() - 1; }
  std::size_t columns() const { return columns_; }

  /// The share of numbers that are not 0, in [0, 1].
  double density() const;

  /// product = this * matrix, with `start` added to each row: `matrix` is columns() x units, `product` rows() x units,
  /// both row-major; `start` has `units` numbers, or none for zeros. A row's sum is always made in the same order.
  void multiply(std::span<const float> matrix, std::size_t units, std::span<const float> start,
                std::span<float> product) const;

 private:
  struct Entry {
    std::uint32_t column;
    float value;
  };

  std::size_t columns_ = 0;
  std::vector<std::size_t> begin_{0};  ///< where each row begins in entries_, and the last one ends
  std::vector<Entry> entries_;         ///< beyond the last row only memory
};

}  // namespace alea
