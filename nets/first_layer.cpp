#include "nets/first_layer.hpp"

#include <algorithm>

namespace alea {

namespace {

constexpr int padding = 16;

}  // namespace

FirstLayer::FirstLayer(const DenseLayer& layer, int rows)
    : width_(simd::round_up(layer.out, padding)),
      bias_(Eigen::ArrayXf::Zero(width_)),
      table_(Eigen::ArrayXf::Zero(static_cast<Eigen::Index>(rows) * width_)) {
  std::ranges::copy(layer.bias, bias_.data());
}

void FirstLayer::set_row(int row, const DenseLayer& layer, std::span<const float> basis) {
  float* const sums = table_.data() + static_cast<std::ptrdiff_t>(row) * width_;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (basis[i] == 0) continue;
    for (int unit = 0; unit < layer.out; ++unit) {
      sums[unit] += basis[i] * layer.weight[static_cast<std::size_t>(unit) * basis.size() + i];
    }
  }
}

template <int vectors>
void FirstLayer::apply_slice(const RowSteps& plan, const Columns& y, int unit) const {
  using simd::lanes;
  const float* const table = table_.data() + unit;
  const auto row_at = [&](std::int32_t row) { return table + static_cast<std::ptrdiff_t>(row) * width_; };
  const std::int32_t* row = plan.rows.data();
  simd::Vector sum[vectors] = {};
  for (int i = 0; i < y.count; ++i) {
    const RowStep step = plan.steps[static_cast<std::size_t>(i)];
    if (step.fresh) {
      for (int v = 0; v < vectors; ++v) sum[v] = simd::load(bias_.data() + unit + v * lanes);
    }
    for (const std::int32_t* const end = row + step.removed; row != end; ++row) {
      for (int v = 0; v < vectors; ++v) sum[v] -= simd::load(row_at(*row) + v * lanes);
    }
    for (const std::int32_t* const end = row + step.added; row != end; ++row) {
      for (int v = 0; v < vectors; ++v) sum[v] += simd::load(row_at(*row) + v * lanes);
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
