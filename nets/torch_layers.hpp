// The numbers of a network as tensors: for the learner on LibTorch alone.
//
// All parameters lie in one flat tensor of which the layers are views, and so do gradients and moments: the optimiser
// is a few vector operations whatever the number of layers.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "nets/shape.hpp"

namespace alea {

/// The views of one layer. Unlike elsewhere weights are in x out, so that what one input weighs is in a row.
struct LayerViews {
  at::Tensor weight, bias;
};

using NetworkViews = std::vector<LayerViews>;

/// Where a network's layers lie in a flat tensor: one after another, weights before biases.
class FlatLayout {
 public:
  explicit FlatLayout(const NetworkWeights& network);

  std::int64_t size() const;
  NetworkViews views_of(const at::Tensor& flat) const;

 private:
  struct Layer {
    std::int64_t in, out;
  };
  std::vector<Layer> layers_;
};

/// Numbers in the caller's memory as a tensor of these sizes, which must not outlive them.
at::Tensor view_of(std::span<const float> numbers, at::IntArrayRef sizes);

/// All of a tensor that is on the CPU and in a row.
std::span<float> numbers_of(const at::Tensor& t);

// Copies between memory and whichever device.

void copy(std::span<const float> from, const at::Tensor& to);
void copy(const at::Tensor& from, std::span<float> to);
void copy(const NetworkWeights& from, const NetworkViews& to);
void copy(const NetworkViews& from, NetworkWeights& to);

/// All numbers in the order of files: layer by layer, weights (out x in) before biases.
std::vector<float> listed(const NetworkViews& layers);
void copy_list(std::span<const float> list, const NetworkViews& to);

}  // namespace alea
