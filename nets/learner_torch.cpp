// The learner on LibTorch, compiled into its own module (libalea-learner.so).
//
// All parameters lie in one flat tensor of which the layers are views, and so do gradients and moments: the optimiser
// is a few vector operations whatever the number of layers. The backward pass of an MLP is four lines a layer, written
// out into buffers that stay: more than twice as fast as autograd and an optimiser that goes parameter by parameter.
//
// Tensors of the model, the optimiser and the buffers are on one device. The inputs of a batch are copied there, the
// outputs come back, their gradient goes there again and its norm comes back; on the CPU nothing is copied. There,
// also, the first layer skips inputs that are 0, which most of a game's are, and Adam is a single pass.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "nets/adam.hpp"
#include "nets/learner.hpp"
#include "nets/loss.hpp"
#include "nets/sparse_rows.hpp"
#include "nets/weights_file.hpp"

namespace alea {

namespace {

constexpr const char* state_format = "alea-learner-1";
constexpr const char* first_moment_name = "adam.first_moment";
constexpr const char* second_moment_name = "adam.second_moment";

constexpr double warm_up = 9;  ///< steps, of the average (learner.hpp)

/// Of inputs that are not 0. Above, skipping the others costs more than it saves.
constexpr double most_sparse_density = 0.25;

/// Numbers in the caller's memory as a tensor.
at::Tensor view_of(std::span<const float> numbers, at::IntArrayRef sizes) {
  return at::from_blob(const_cast<float*>(numbers.data()), sizes, at::kFloat);
}

void copy(std::span<const float> from, const at::Tensor& to) { to.copy_(view_of(from, to.sizes())); }
void copy(const at::Tensor& from, std::span<float> to) { view_of(to, from.sizes()).copy_(from); }

/// All of a tensor that is on the CPU and in a row.
std::span<float> numbers_of(const at::Tensor& t) {
  assert(t.is_cpu() && t.is_contiguous());
  return {t.data_ptr<float>(), static_cast<std::size_t>(t.numel())};
}

at::Device find_device(const std::string& name) {
  const bool there = name != "cpu" && at::hasCUDA();
  if (name == "cuda" && !there) {
    throw InputError("device", "expected cpu or auto, because LibTorch finds no CUDA device here; found cuda");
  }
  return there ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
}

/// Calls `work`; what LibTorch throws there is the device's failure.
template <class Work>
auto on_device(const at::Device& device, const Work& work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    throw RuntimeFailure(fmt::format("LibTorch failed on {}: {}", device.str(), error.what_without_backtrace()));
  }
}

/// The views of one layer into a flat tensor. Unlike elsewhere weights are in x out, so that what one input weighs is
/// in a row.
struct Layer {
  at::Tensor weight, bias;
};

std::vector<Layer> layers_of(const NetworkShape& shape, const at::Tensor& flat) {
  std::vector<Layer> layers;
  std::int64_t offset = 0;
  const auto next = [&](std::int64_t size) { return flat.narrow(0, std::exchange(offset, offset + size), size); };
  for (const auto& layer : zero_weights(shape).layers) {
    const at::Tensor weight = next(std::int64_t{layer.out} * layer.in).view({layer.in, layer.out});
    layers.push_back({weight, next(layer.out)});
  }
  return layers;
}

void copy(const NetworkWeights& from, const std::vector<Layer>& to) {
  for (std::size_t n = 0; n < to.size(); ++n) {
    copy(from.layers[n].weight, to[n].weight.t());
    copy(from.layers[n].bias, to[n].bias);
  }
}

void copy(const std::vector<Layer>& from, NetworkWeights& to) {
  for (std::size_t n = 0; n < from.size(); ++n) {
    copy(from[n].weight.t(), to.layers[n].weight);
    copy(from[n].bias, to.layers[n].bias);
  }
}

/// All numbers in the order of files: layer by layer, weights (out x in) before biases.
std::vector<float> listed(const std::vector<Layer>& layers) {
  std::vector<at::Tensor> parts;
  for (const auto& [weight, bias] : layers) parts.insert(parts.end(), {weight.t().reshape(-1), bias});
  const at::Tensor list = at::cat(parts).cpu();
  const std::span<const float> numbers = numbers_of(list);
  return {numbers.begin(), numbers.end()};
}

void copy_list(std::span<const float> list, const std::vector<Layer>& to) {
  const auto take = [&](std::int64_t size) {
    const auto numbers = list.first(static_cast<std::size_t>(size));
    list = list.subspan(numbers.size());
    return numbers;
  };
  for (const auto& [weight, bias] : to) {
    copy(take(weight.numel()), weight.t());
    copy(take(bias.numel()), bias);
  }
}

/// Reused from step to step while the batch size stays the same.
struct Buffers {
  std::int64_t batch = 0;
  std::vector<at::Tensor> outputs;    ///< of each layer, after ReLU
  std::vector<at::Tensor> gradients;  ///< of the loss by each layer's pre-activation
};

class TorchLearner final : public Learner {
 public:
  TorchLearner(const NetworkShape& shape, const LearnerOptions& options);

  StepReport step(std::span<const float> inputs, std::span<const float> targets, double learning_rate) override;
  void predict(std::span<const float> inputs, std::span<float> outputs) override;
  NetworkWeights weights() const override { return network_of(layers_); }
  NetworkWeights average() const override;
  void set_average(const NetworkWeights& average, std::int64_t steps) override;
  std::string device() const override { return device_.is_cuda() ? "cuda" : "cpu"; }
  void set_weights(const NetworkWeights& weights) override;
  void save(const std::filesystem::path& file) const override;
  void load(const std::filesystem::path& file) override;

 private:
  /// A batch where the model is. On the CPU `sparse` says whether rows_ holds it as well.
  struct Inputs {
    at::Tensor dense;
    bool sparse = false;
  };

  void pin_threads() const;
  void resize_buffers(std::int64_t batch);
  Inputs take_inputs(std::span<const float> inputs);
  const at::Tensor& forward(const Inputs& inputs);
  void first_layer(const Inputs& inputs, at::Tensor& y);
  StepReport loss_and_gradient(const at::Tensor& outputs, std::span<const float> targets);
  void backward(const Inputs& inputs);
  void first_weight_gradient(const Inputs& inputs);
  StepReport make_step(std::span<const float> inputs, std::span<const float> targets, double learning_rate);
  void update(double learning_rate);
  void update_average();
  NetworkWeights network_of(const std::vector<Layer>& layers) const;
  std::vector<float> take_moment(TensorTaker& taker, const char* name) const;

  NetworkShape shape_;
  LearnerOptions options_;
  at::Device device_;
  at::Tensor parameters_, gradient_, first_moment_, second_moment_;  ///< flat, of one length
  std::int64_t steps_ = 0;                                           ///< since the moments were zero
  at::Tensor average_;         ///< of the parameters; undefined where none is kept
  std::int64_t averaged_ = 0;  ///< steps in it
  std::vector<Layer> layers_, gradients_;
  Buffers buffers_;
  SparseRows rows_, columns_;  ///< of a batch's inputs
};

TorchLearner::TorchLearner(const NetworkShape& shape, const LearnerOptions& options)
    : shape_(shape), options_(options), device_(find_device(options.device)) {
  pin_threads();
  const NetworkWeights fresh = initial_weights(shape, options.seed);
  std::int64_t size = 0;
  for (const auto& layer : fresh.layers) size += static_cast<std::int64_t>(layer.weight.size() + layer.bias.size());
  for (at::Tensor* t : {&parameters_, &gradient_, &first_moment_, &second_moment_}) {
    *t = at::zeros({size}, at::device(device_).dtype(at::kFloat));
  }
  layers_ = layers_of(shape, parameters_);
  gradients_ = layers_of(shape, gradient_);
  copy(fresh, layers_);
  if (options.average > 0) average_ = parameters_.clone();
}

/// Both keep one number of threads for the whole process, and other learners may have changed it.
void TorchLearner::pin_threads() const {
  if (at::get_num_threads() != options_.threads) at::set_num_threads(options_.threads);
  if (openblas_get_num_threads() != options_.threads) openblas_set_num_threads(options_.threads);
}

void TorchLearner::resize_buffers(std::int64_t batch) {
  if (buffers_.batch == batch) return;
  buffers_ = {batch, {}, {}};
  for (const auto& layer : layers_) {
    buffers_.outputs.push_back(at::empty({batch, layer.bias.size(0)}, parameters_.options()));
    buffers_.gradients.push_back(at::empty({batch, layer.bias.size(0)}, parameters_.options()));
  }
}

TorchLearner::Inputs TorchLearner::take_inputs(std::span<const float> inputs) {
  const at::Tensor x = view_of(inputs, {std::ssize(inputs) / shape_.inputs, shape_.inputs});
  if (!device_.is_cpu()) return {x.to(device_), false};
  rows_.assign(inputs, static_cast<std::size_t>(shape_.inputs));
  return {x, rows_.density() <= most_sparse_density};
}

/// The logits and expectations of a batch.
const at::Tensor& TorchLearner::forward(const Inputs& inputs) {
  resize_buffers(inputs.dense.size(0));
  for (std::size_t n = 0; n < layers_.size(); ++n) {
    at::Tensor& y = buffers_.outputs[n];
    if (n == 0) {
      first_layer(inputs, y);
    } else {
      at::addmm_out(y, layers_[n].bias, buffers_.outputs[n - 1], layers_[n].weight);
    }
    if (n + 1 < layers_.size()) y.relu_();
  }
  return buffers_.outputs.back();
}

void TorchLearner::first_layer(const Inputs& inputs, at::Tensor& y) {
  const auto& [weight, bias] = layers_.front();
  if (inputs.sparse) {
    rows_.multiply(numbers_of(weight), static_cast<std::size_t>(bias.numel()), numbers_of(bias), numbers_of(y));
  } else {
    at::addmm_out(y, bias, inputs.dense, weight);
  }
}

/// The mean loss and its parts; its gradient by the outputs becomes that of the last layer.
StepReport TorchLearner::loss_and_gradient(const at::Tensor& outputs, std::span<const float> targets) {
  const at::Tensor& gradient = buffers_.gradients.back();
  const at::Tensor said = outputs.cpu(), found = device_.is_cpu() ? gradient : at::empty_like(said);
  const StepReport report = alea::loss_and_gradient(shape_, numbers_of(said), targets, numbers_of(found));
  gradient.copy_(found);  // nothing on the CPU
  return report;
}

void TorchLearner::backward(const Inputs& inputs) {
  for (std::size_t n = layers_.size(); n-- > 0;) {
    at::sum_out(gradients_[n].bias, buffers_.gradients[n], 0);
    if (n == 0) return first_weight_gradient(inputs);
    const at::Tensor& x = buffers_.outputs[n - 1];
    at::mm_out(gradients_[n].weight, x.t(), buffers_.gradients[n]);
    at::Tensor& before = buffers_.gradients[n - 1];
    at::mm_out(before, buffers_.gradients[n], layers_[n].weight.t());
    at::threshold_backward_out(before, before, x, 0);
  }
}

void TorchLearner::first_weight_gradient(const Inputs& inputs) {
  at::Tensor& weight = gradients_.front().weight;
  const at::Tensor& gradient = buffers_.gradients.front();
  if (inputs.sparse) {
    columns_.assign_transposed(rows_);
    columns_.multiply(numbers_of(gradient), static_cast<std::size_t>(gradient.size(1)), {}, numbers_of(weight));
  } else {
    at::mm_out(weight, inputs.dense.t(), gradient);
  }
}

void TorchLearner::update(double learning_rate) {
  const AdamStep adam(++steps_, learning_rate, options_.weight_decay);
  if (device_.is_cpu()) {
    return apply(adam, numbers_of(gradient_), numbers_of(first_moment_), numbers_of(second_moment_),
                 numbers_of(parameters_));
  }
  first_moment_.lerp_(gradient_, 1 - AdamStep::beta1);
  second_moment_.mul_(AdamStep::beta2).addcmul_(gradient_, gradient_, 1 - AdamStep::beta2);
  const at::Tensor scale = second_moment_.mul(adam.square).sqrt_().add_(AdamStep::epsilon);
  parameters_.mul_(adam.decay).addcdiv_(first_moment_, scale, -adam.rate);
}

void TorchLearner::update_average() {
  const double n = static_cast<double>(++averaged_);
  average_.lerp_(parameters_, 1 - std::min(options_.average, n / (n + warm_up)));
}

StepReport TorchLearner::step(std::span<const float> inputs, std::span<const float> targets, double learning_rate) {
  return on_device(device_, [&] { return make_step(inputs, targets, learning_rate); });
}

StepReport TorchLearner::make_step(std::span<const float> inputs, std::span<const float> targets,
                                   double learning_rate) {
  pin_threads();
  assert(!inputs.empty() && std::ssize(inputs) / shape_.inputs * shape_.outputs == std::ssize(targets));
  const Inputs x = take_inputs(inputs);
  StepReport report = loss_and_gradient(forward(x), targets);
  backward(x);
  report.gradient_norm = gradient_.norm().item<double>();
  if (!std::isfinite(report.loss) || !std::isfinite(report.gradient_norm)) {
    throw RuntimeFailure(fmt::format("training diverged: loss {}, gradient norm {} in step {}", report.loss,
                                     report.gradient_norm, steps_ + 1));
  }
  const double clip = options_.gradient_clip;
  if (clip > 0 && report.gradient_norm > clip) gradient_.mul_(clip / report.gradient_norm);
  update(learning_rate);
  if (average_.defined()) update_average();
  return report;
}

void TorchLearner::predict(std::span<const float> inputs, std::span<float> outputs) {
  pin_threads();
  on_device(device_, [&] {
    at::Tensor values = forward(take_inputs(inputs)).clone();
    const at::Tensor logits = values.narrow(1, 0, shape_.probabilities);
    logits.copy_(at::softmax(logits, 1));
    copy(values, outputs);
  });
}

NetworkWeights TorchLearner::network_of(const std::vector<Layer>& layers) const {
  NetworkWeights weights = zero_weights(shape_);
  on_device(device_, [&] { copy(layers, weights); });
  return weights;
}

NetworkWeights TorchLearner::average() const {
  return average_.defined() ? network_of(layers_of(shape_, average_)) : weights();
}

void TorchLearner::set_average(const NetworkWeights& average, std::int64_t steps) {
  if (average.shape != shape_) throw InputError("average", "expected a network of the learner's shape, found another");
  if (!average_.defined()) return;
  copy(average, layers_of(shape_, average_));
  averaged_ = steps;
}

void TorchLearner::set_weights(const NetworkWeights& weights) {
  if (weights.shape != shape_) throw InputError("start", "expected a network of the learner's shape, found another");
  copy(weights, layers_);
  first_moment_.zero_();
  second_moment_.zero_();
  steps_ = 0;
  set_average(weights, 0);
}

void TorchLearner::save(const std::filesystem::path& file) const {
  const NetworkWeights current = weights();
  Metadata metadata{{"format", state_format}, {"steps", std::to_string(steps_)}};
  const std::vector<float> first = listed(layers_of(shape_, first_moment_));
  const std::vector<float> second = listed(layers_of(shape_, second_moment_));
  std::vector<TensorView> tensors;
  append_layers(current, metadata, tensors);
  tensors.push_back({first_moment_name, {first_moment_.numel()}, first});
  tensors.push_back({second_moment_name, {second_moment_.numel()}, second});
  write_tensors(file, metadata, tensors);
}

void TorchLearner::load(const std::filesystem::path& file) {
  TensorTaker taker(file, "learner");
  taker.expect_format(state_format);
  const NetworkWeights weights = take_layers(taker);
  if (weights.shape != shape_) taker.fail("a network of the learner's shape", "another");
  const std::int64_t steps = taker.number("steps");
  const std::vector<float> first = take_moment(taker, first_moment_name);
  const std::vector<float> second = take_moment(taker, second_moment_name);
  taker.rest();
  copy(weights, layers_);
  copy_list(first, layers_of(shape_, first_moment_));
  copy_list(second, layers_of(shape_, second_moment_));
  steps_ = steps;
}

std::vector<float> TorchLearner::take_moment(TensorTaker& taker, const char* name) const {
  Tensor moment = taker.tensor(name, 1);
  if (moment.shape[0] != parameters_.numel()) {
    taker.fail(fmt::format("{} numbers in {}", parameters_.numel(), name), std::to_string(moment.shape[0]));
  }
  return std::move(moment.numbers);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] Learner* alea_make_learner_4(const NetworkShape& shape,
                                                                       const LearnerOptions& options) {
  if (const std::string error = shape_error(shape); !error.empty()) {
    throw InputError("network", "expected a network within bounds, found " + error);
  }
  return new TorchLearner(shape, options);
}

}  // namespace alea
