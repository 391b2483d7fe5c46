// A network on LibTorch: from inputs to outputs, and back to the gradient.
//
// The backward pass of an MLP is four lines a layer, written out into buffers that stay: more than twice as fast as
// autograd and an optimiser that goes parameter by parameter. On the CPU nothing is copied, and the first layer skips
// inputs that are 0, which most of a game's are.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "nets/sparse_rows.hpp"
#include "nets/torch_layers.hpp"

namespace alea {

/// Parameters, gradient and buffers are on one device. What LibTorch throws there is let through.
class TorchModel {
 public:
  TorchModel(const NetworkWeights& initial, at::Device device);

  const at::Device& device() const { return device_; }
  const FlatLayout& layout() const { return layout_; }
  const at::Tensor& parameters() const { return parameters_; }  ///< flat
  const at::Tensor& gradient() const { return gradient_; }      ///< flat, of the loss by the parameters
  const NetworkViews& layers() const { return layers_; }        ///< of the parameters

  /// The logits and expectations of a batch, batch x outputs, until the next call. `inputs` is batch x inputs,
  /// row-major, and must stay where it is until `backward` is done.
  const at::Tensor& forward(std::span<const float> inputs);

  /// The gradient of the loss by the outputs of the last `forward`, for the caller to write,
  const at::Tensor& output_gradient();
  /// and from it that by the parameters.
  void backward();

 private:
  /// A batch where the model is. On the CPU `sparse` says whether rows_ holds it as well.
  struct Inputs {
    at::Tensor dense;
    bool sparse = false;
  };

  void take_inputs(std::span<const float> inputs);
  void first_layer(at::Tensor& y);
  void first_weight_gradient();
  void resize(std::vector<at::Tensor>& buffers) const;

  at::Device device_;
  FlatLayout layout_;
  at::Tensor parameters_, gradient_;
  NetworkViews layers_, gradients_;
  Inputs inputs_;
  SparseRows rows_, columns_;              ///< of the inputs
  std::vector<at::Tensor> outputs_;        ///< of each layer, after ReLU
  std::vector<at::Tensor> by_activation_;  ///< the gradient of the loss by each layer's pre-activation
};

}  // namespace alea
