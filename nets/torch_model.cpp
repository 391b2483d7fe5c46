#include "nets/torch_model.hpp"

#include <ATen/ATen.h>

namespace alea {

namespace {

/// Of inputs that are not 0. Above, skipping the others costs more than it saves.
constexpr double most_sparse_density = 0.25;

}  // namespace

TorchModel::TorchModel(const NetworkWeights& initial, at::Device device)
    : device_(device),
      layout_(initial),
      parameters_(at::zeros({layout_.size()}, at::device(device).dtype(at::kFloat))),
      gradient_(at::zeros_like(parameters_)),
      layers_(layout_.views_of(parameters_)),
      gradients_(layout_.views_of(gradient_)) {
  for (const auto& layer : layers_) {
    for (auto* buffers : {&outputs_, &by_activation_}) {
      buffers->push_back(at::empty({0, layer.bias.size(0)}, parameters_.options()));
    }
  }
  copy(initial, layers_);
}

/// To the batch's size. A tensor keeps the memory of the largest one: those of a pass differ by an example.
void TorchModel::resize(std::vector<at::Tensor>& buffers) const {
  for (at::Tensor& buffer : buffers) buffer.resize_({inputs_.dense.size(0), buffer.size(1)});
}

void TorchModel::take_inputs(std::span<const float> inputs) {
  const std::int64_t width = layers_.front().weight.size(0);
  const at::Tensor x = view_of(inputs, {std::ssize(inputs) / width, width});
  if (!device_.is_cpu()) {
    inputs_ = {x.to(device_), false};
  } else {
    rows_.assign(inputs, static_cast<std::size_t>(width));
    inputs_ = {x, rows_.density() <= most_sparse_density};
  }
}

const at::Tensor& TorchModel::forward(std::span<const float> inputs) {
  take_inputs(inputs);
  resize(outputs_);
  for (std::size_t n = 0; n < layers_.size(); ++n) {
    at::Tensor& y = outputs_[n];
    if (n == 0) {
      first_layer(y);
    } else {
      at::addmm_out(y, layers_[n].bias, outputs_[n - 1], layers_[n].weight);
    }
    if (n + 1 < layers_.size()) y.relu_();
  }
  return outputs_.back();
}

void TorchModel::first_layer(at::Tensor& y) {
  const auto& [weight, bias] = layers_.front();
  if (inputs_.sparse) {
    rows_.multiply(numbers_of(weight), static_cast<std::size_t>(bias.numel()), numbers_of(bias), numbers_of(y));
  } else {
    at::addmm_out(y, bias, inputs_.dense, weight);
  }
}

const at::Tensor& TorchModel::output_gradient() {
  resize(by_activation_);
  return by_activation_.back();
}

void TorchModel::backward() {
  for (std::size_t n = layers_.size(); n-- > 0;) {
    at::sum_out(gradients_[n].bias, by_activation_[n], 0);
    if (n == 0) return first_weight_gradient();
    const at::Tensor& x = outputs_[n - 1];
    at::mm_out(gradients_[n].weight, x.t(), by_activation_[n]);
    at::Tensor& before = by_activation_[n - 1];
    at::mm_out(before, by_activation_[n], layers_[n].weight.t());
    at::threshold_backward_out(before, before, x, 0);
  }
}

void TorchModel::first_weight_gradient() {
  at::Tensor& weight = gradients_.front().weight;
  const at::Tensor& gradient = by_activation_.front();
  if (inputs_.sparse) {
    columns_.assign_transposed(rows_);
    columns_.multiply(numbers_of(gradient), static_cast<std::size_t>(gradient.size(1)), {}, numbers_of(weight));
  } else {
    at::mm_out(weight, inputs_.dense.t(), gradient);
  }
}

}  // namespace alea
