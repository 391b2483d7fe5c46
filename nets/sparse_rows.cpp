#include "nets/sparse_rows.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "nets/in_parts.hpp"
#include "nets/simd.hpp"

namespace alea {

namespace {

/// V is a vector or one number.
template <class V>
V read(const float* p) {
  V v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

/// to[0, count * |V|) = start + the sum of value * matrix[column] over the entries. The sums stay in registers.
template <class V, int count, class Entry>
void sum_slice(std::span<const Entry> entries, const float* matrix, std::size_t units, const float* start, float* to) {
  constexpr std::size_t width = sizeof(V) / sizeof(float);
  V sum[count] = {};
  if (start != nullptr) {
    for (std::size_t v = 0; v < count; ++v) sum[v] = read<V>(start + v * width);
  }
  for (const Entry& entry : entries) {
    const float* const from = matrix + entry.column * units;
    for (std::size_t v = 0; v < count; ++v) sum[v] += entry.value * read<V>(from + v * width);
  }
  std::memcpy(to, sum, sizeof sum);
}

template <class Entry>
void sum_row(std::span<const Entry> entries, const float* matrix, std::size_t units, const float* start, float* to) {
  std::size_t unit = 0;
  const auto slices = [&]<class V, int count>(V, std::integral_constant<int, count>) {
    constexpr std::size_t width = count * sizeof(V) / sizeof(float);
    for (; unit + width <= units; unit += width) {
      sum_slice<V, count>(entries, matrix + unit, units, start == nullptr ? nullptr : start + unit, to + unit);
    }
  };
  slices(simd::Vector{}, std::integral_constant<int, 8>{});
  slices(simd::Vector{}, std::integral_constant<int, 4>{});
  slices(simd::Vector{}, std::integral_constant<int, 1>{});
  slices(0.F, std::integral_constant<int, 1>{});
}

}  // namespace

void SparseRows::assign(std::span<const float> dense, std::size_t columns) {
  assert(columns > 0 && dense.size() % columns == 0);
  columns_ = columns;
  begin_.assign(1, 0);
  std::size_t n = 0;
  for (const float* row = dense.data(); row != dense.data() + dense.size(); row += columns) {
    if (entries_.size() < n + columns) entries_.resize(std::max(n + columns, 2 * entries_.size()));
    simd::each_not_zero(row, columns, [&](std::size_t column) {
      entries_[n++] = {static_cast<std::uint32_t>(column), row[column]};
    });
    begin_.push_back(n);
  }
}

/// A counting sort.
void SparseRows::assign_transposed(const SparseRows& of) {
  columns_ = of.rows();
  begin_.assign(of.columns() + 2, 0);
  const std::span entries(of.entries_.data(), of.begin_.back());
  for (const Entry& entry : entries) ++begin_[entry.column + 2];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  if (entries_.size() < entries.size()) entries_.resize(entries.size());
  for (std::size_t row = 0; row < of.rows(); ++row) {
    for (const Entry& entry : entries.subspan(of.begin_[row], of.begin_[row + 1] - of.begin_[row])) {
      entries_[begin_[entry.column + 1]++] = {static_cast<std::uint32_t>(row), entry.value};
    }
  }
  begin_.pop_back();
}

double SparseRows::density() const {
  const std::size_t numbers = rows() * columns_;
  return numbers == 0 ? 0 : static_cast<double>(begin_.back()) / static_cast<double>(numbers);
}

void SparseRows::multiply(std::span<const float> matrix, std::size_t units, std::span<const float> start,
                          std::span<float> product) const {
  assert(matrix.size() == columns_ * units && product.size() == rows() * units);
  assert(start.empty() || start.size() == units);
  constexpr std::size_t part_rows = 64;
  in_parts(rows(), part_rows, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      const std::span<const Entry> entries(entries_.data() + begin_[row], begin_[row + 1] - begin_[row]);
      sum_row(entries, matrix.data(), units, start.empty() ? nullptr : start.data(), product.data() + row * units);
    }
  });
}

}  // namespace alea
