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

  /// to[k * to_stride + i] becomes output k of column i.
  void apply(const Columns& x, float* to, int to_stride) const {
    for (int i = 0; i < x.count; ++i) {
      simd::Vector sums[outputs] = {};
      const float* const column = x[i];
      for (int j = 0; j < width_; j += simd::lanes) {
        const simd::Vector v = simd::load(column + j);
        for (int k = 0; k < outputs; ++k) sums[k] += v * simd::load(weight_.data() + k * width_ + j);
      }
      for (int k = 0; k < outputs; ++k) to[k * to_stride + i] = simd::sum(sums[k]) + bias_[k];
    }
  }

 private:
  int width_;
  Eigen::ArrayXf weight_;
  float bias_[outputs];
};

}  // namespace alea
