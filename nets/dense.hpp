// Dense layers for inference on small batches: y = W x + b for a few columns at a time.
//
// Weights are packed once, when a network is loaded, in the order in which the kernel reads them; a general matrix
// product would pack them anew for each batch of 20 positions, and allocate to do so.
#pragma once

#include <Eigen/Core>

#include "nets/shape.hpp"
#include "nets/simd.hpp"

namespace alea {

/// Columns of activations: one position each, `stride` floats apart, each column aligned to a whole vector.
struct Columns {
  float* data;
  int stride;
  int count;

  float* operator[](int i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
};

/// A hidden layer with ReLU.
class HiddenLayer {
 public:
  explicit HiddenLayer(const DenseLayer& layer);

  /// Units rounded up; the surplus ones are always 0.
  int width() const { return width_; }

  /// y = max(0, W x + b), y.stride >= width().
  void apply(const Columns& x, const Columns& y) const;

 private:
  /// The kernel keeps tile_vectors x tile_columns sums in registers.
  static constexpr int tile_vectors = simd::registers == 32 ? 4 : 2;
  static constexpr int tile_columns = 6;
  static constexpr int tile_units = tile_vectors * simd::lanes;

  template <int columns>
  void apply_tile(const Columns& x, const Columns& y, int first) const;

  int in_;
  int width_;
  Eigen::ArrayXf weight_;  ///< by tile of units, then by input: tile_units numbers
  Eigen::ArrayXf bias_;
};

/// The last layer: a few outputs, each a dot product.
template <int outputs>
class OutputLayer {
 public:
  /// `width` is that of the columns it will be applied to.
  OutputLayer(const DenseLayer& layer, int width) : width_(width), weight_(Eigen::ArrayXf::Zero(outputs * width)) {
    for (int k = 0; k < outputs; ++k) {
      bias_[k] = layer.bias[static_cast<std::size_t>(k)];
      std::copy_n(layer.weight.data() + static_cast<std::ptrdiff_t>(k) * layer.in, layer.in,
                  weight_.data() + k * width);
    }
  }

  /// to[k * to_stride + i] becomes output k of column i. Columns are taken by fours: x has memory for, and `to`
  /// receives, x.count rounded up.
  void apply(const Columns& x, float* to, int to_stride) const {
    for (int i = 0; i < x.count; i += 4) {
      for (int k = 0; k < outputs; k += group) apply_tile(x, i, k, to + k * to_stride + i, to_stride);
    }
  }

 private:
  /// Outputs computed together: with four columns, few enough for any processor's registers, enough to hide latencies.
  static constexpr int group = outputs % 3 == 0 ? 3 : outputs % 2 == 0 ? 2 : 1;

  /// Outputs [k, k + group) of columns [i, i + 4).
  void apply_tile(const Columns& x, int i, int k, float* to, int to_stride) const {
    const float *const x0 = x[i], *const x1 = x[i + 1], *const x2 = x[i + 2], *const x3 = x[i + 3];
    simd::Vector sum[group][4] = {};
    for (int j = 0; j < width_; j += simd::lanes) {
      for (int g = 0; g < group; ++g) {
        const simd::Vector weight = simd::load(weight_.data() + (k + g) * width_ + j);
        sum[g][0] += weight * simd::load(x0 + j);
        sum[g][1] += weight * simd::load(x1 + j);
        sum[g][2] += weight * simd::load(x2 + j);
        sum[g][3] += weight * simd::load(x3 + j);
      }
    }
    for (int g = 0; g < group; ++g) {
      const simd::Quad four = simd::sums(sum[g][0], sum[g][1], sum[g][2], sum[g][3]) + bias_[k + g];
      *reinterpret_cast<simd::Quad*>(to + g * to_stride) = four;
    }
  }

  int width_;
  Eigen::ArrayXf weight_;
  float bias_[outputs];
};

}  // namespace alea
