#include "nets/first_layer.hpp"

#include <algorithm>

namespace alea {

namespace {

constexpr int padding = 16;

}  // namespace

FirstLayer::FirstLayer(const DenseLayer& layer, const InputBasis& basis)
    : width_(simd::round_up(layer.out, padding)), bias_(Eigen::ArrayXf::Zero(width_)), table_(width_, basis.rows()) {
  std::ranges::copy(layer.bias, bias_.data());
  // What one input weighs is read for many rows: it stands in a column.
  Eigen::ArrayXXf weight = Eigen::ArrayXXf::Zero(width_, layer.in);
  weight.topRows(layer.out) = Eigen::ArrayXXf::Map(layer.weight.data(), layer.in, layer.out).transpose();
  for (int row = 0; row < basis.rows(); ++row) {
    auto sums = table_.col(row);
    sums.setZero();
    for (const auto& [input, value] : basis.row(row)) sums += value * weight.col(input);
  }
}

template <int vectors>
void FirstLayer::apply_slice(const RowSteps& plan, const Columns& y, int unit) const {
  using simd::lanes, simd::load;
  const float* const table = table_.data() + unit;
  const auto part = [&](std::int32_t row, int v) {
    return load(table + static_cast<std::ptrdiff_t>(row) * width_ + v * lanes);
  };
  const std::int32_t *removed = plan.removed.data(), *added = plan.added.data();
  simd::Vector sum[vectors] = {};
  for (int i = 0; i < y.count; ++i) {
    const RowStep step = plan.steps[static_cast<std::size_t>(i)];
    if (step.fresh) {
      for (int v = 0; v < vectors; ++v) sum[v] = load(bias_.data() + unit + v * lanes);
    }
    // Where pieces only move, as in backgammon, all rows come in pairs: one loop, one guess of its length.
    const std::int32_t *const removed_end = removed + step.removed, *const added_end = added + step.added;
    for (; removed != removed_end && added != added_end; ++removed, ++added) {
      for (int v = 0; v < vectors; ++v) sum[v] += part(*added, v) - part(*removed, v);
    }
    for (; removed != removed_end; ++removed) {
      for (int v = 0; v < vectors; ++v) sum[v] -= part(*removed, v);
    }
    for (; added != added_end; ++added) {
      for (int v = 0; v < vectors; ++v) sum[v] += part(*added, v);
    }
    for (int v = 0; v < vectors; ++v) simd::store(y[i] + unit + v * lanes, simd::relu(sum[v]));
  }
}

void FirstLayer::apply(const RowSteps& plan, const Columns& y) const {
  constexpr int slice = 8;
  int unit = 0;
  for (; unit + slice * simd::lanes <= width_; unit += slice * simd::lanes) apply_slice<slice>(plan, y, unit);
  switch ((width_ - unit) / simd::lanes) {
    case 1:
      return apply_slice<1>(plan, y, unit);
    case 2:
      return apply_slice<2>(plan, y, unit);
    case 3:
      return apply_slice<3>(plan, y, unit);
    case 4:
      return apply_slice<4>(plan, y, unit);
    case 5:
      return apply_slice<5>(plan, y, unit);
    case 6:
      return apply_slice<6>(plan, y, unit);
    case 7:
      return apply_slice<7>(plan, y, unit);
  }
}

}  // namespace alea
