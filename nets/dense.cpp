#include "nets/dense.hpp"

#include <algorithm>

namespace alea {

HiddenLayer::HiddenLayer(const DenseLayer& layer) : in_(layer.in), width_(simd::round_up(layer.out, tile_units)) {
  weight_.setZero(static_cast<Eigen::Index>(width_) * in_);
  bias_.setZero(width_);
  std::ranges::copy(layer.bias, bias_.data());
  for (int unit = 0; unit < layer.out; ++unit) {
    const float* const row = layer.weight.data() + static_cast<std::ptrdiff_t>(unit) * in_;
    float* const tile = weight_.data() + static_cast<std::ptrdiff_t>(unit / tile_units) * tile_units * in_;
    for (int i = 0; i < in_; ++i) tile[i * tile_units + unit % tile_units] = row[i];
  }
}

template <int columns>
void HiddenLayer::apply_tile(const Columns& x, const Columns& y, int first) const {
  const float* weight = weight_.data();
  const float* const input = x[first];
  for (int unit = 0; unit < width_; unit += tile_units) {
    simd::Vector sum[columns][tile_vectors];
    for (auto& column : sum) {
      for (int v = 0; v < tile_vectors; ++v) column[v] = simd::load(bias_.data() + unit + v * simd::lanes);
    }
    for (int i = 0; i < in_; ++i, weight += tile_units) {
      for (int c = 0; c < columns; ++c) {
        const simd::Vector value = simd::broadcast(input[c * x.stride + i]);
        for (int v = 0; v < tile_vectors; ++v) sum[c][v] += value * simd::load(weight + v * simd::lanes);
      }
    }
    for (int c = 0; c < columns; ++c) {
      for (int v = 0; v < tile_vectors; ++v) {
        simd::store(y[first + c] + unit + v * simd::lanes, simd::relu(sum[c][v]));
      }
    }
  }
}

void HiddenLayer::apply(const Columns& x, const Columns& y) const {
  // Tiles of nearly equal size: 19 columns are 5 + 5 + 5 + 4.
  int tiles = (x.count + tile_columns - 1) / tile_columns;
  for (int first = 0; first < x.count; --tiles) {
    const int columns = (x.count - first + tiles - 1) / tiles;
    switch (columns) {
      case 1:
        apply_tile<1>(x, y, first);
        break;
      case 2:
        apply_tile<2>(x, y, first);
        break;
      case 3:
        apply_tile<3>(x, y, first);
        break;
      case 4:
        apply_tile<4>(x, y, first);
        break;
      case 5:
        apply_tile<5>(x, y, first);
        break;
      default:
        apply_tile<6>(x, y, first);
        break;
    }
    first += columns;
  }
}

}  // namespace alea
