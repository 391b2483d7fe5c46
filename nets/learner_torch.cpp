// The learner on LibTorch, compiled into its own module (libalea-learner.so).
//
// All parameters lie in one flat tensor of which the layers are views, and so do gradients and moments: the optimiser
// is a few vector operations whatever the number of layers. The backward pass of an MLP is four lines a layer, written
// out into buffers that stay: more than twice as fast as autograd and an optimiser that goes parameter by parameter.
//
// Tensors of the model, the optimiser and the buffers are on one device. A batch is copied there and three results come
// back a step: the loss, its parts and the gradient's norm; on the CPU nothing is copied.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <cblas.h>
#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "nets/learner.hpp"
#include "nets/weights_file.hpp"

namespace alea {

namespace {

constexpr const char* state_format = "alea-learner-1";
constexpr const char* first_moment_name = "adam.first_moment";
constexpr const char* second_moment_name = "adam.second_moment";

constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;

/// Numbers in the caller's memory as a tensor.
at::Tensor view_of(std::span<const float> numbers, at::IntArrayRef sizes) {
  return at::from_blob(const_cast<float*>(numbers.data()), sizes, at::kFloat);
}

void copy(std::span<const float> from, const at::Tensor& to) { to.copy_(view_of(from, to.sizes())); }
void copy(const at::Tensor& from, std::span<float> to) { view_of(to, from.sizes()).copy_(from); }

/// In memory where they can be read, all of them in a row.
std::vector<float> numbers_of(const at::Tensor& t) {
  std::vector<float> numbers(static_cast<std::size_t>(t.numel()));
  copy(t, numbers);
  return numbers;
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

/// The views of one layer into the flat tensors.
struct Layer {
  at::Tensor weight, bias;
  at::Tensor weight_gradient, bias_gradient;
};

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
  NetworkWeights weights() const override;
  std::string device() const override { return device_.is_cuda() ? "cuda" : "cpu"; }
  void set_weights(const NetworkWeights& weights) override;
  void save(const std::filesystem::path& file) const override;
  void load(const std::filesystem::path& file) override;

 private:
  void pin_threads() const;
  void make_layers();
  void resize_buffers(std::int64_t batch);
  void copy_weights(const NetworkWeights& weights);
  const at::Tensor& forward(const at::Tensor& inputs);
  StepReport loss_and_gradient(const at::Tensor& logits, const at::Tensor& targets);
  void backward(const at::Tensor& inputs);
  StepReport make_step(std::span<const float> inputs, std::span<const float> targets, double learning_rate);
  void update(double learning_rate);
  std::vector<float> take_moment(TensorTaker& taker, const char* name) const;

  NetworkShape shape_;
  LearnerOptions options_;
  at::Device device_;
  at::Tensor parameters_, gradient_, first_moment_, second_moment_;  ///< flat, of one length
  std::int64_t steps_ = 0;                                           ///< since the moments were zero
  std::vector<Layer> layers_;
  Buffers buffers_;
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
  make_layers();
  copy_weights(fresh);
}

/// Both keep one number of threads for the whole process, and other learners may have changed it.
void TorchLearner::pin_threads() const {
  if (at::get_num_threads() != options_.threads) at::set_num_threads(options_.threads);
  if (openblas_get_num_threads() != options_.threads) openblas_set_num_threads(options_.threads);
}

void TorchLearner::make_layers() {
  std::int64_t offset = 0;
  const auto next = [&](std::int64_t size) { return std::pair(std::exchange(offset, offset + size), size); };
  for (const auto& layer : zero_weights(shape_).layers) {
    const auto [weight, weight_size] = next(std::int64_t{layer.out} * layer.in);
    const auto [bias, bias_size] = next(layer.out);
    layers_.push_back(
        {parameters_.narrow(0, weight, weight_size).view({layer.out, layer.in}), parameters_.narrow(0, bias, bias_size),
         gradient_.narrow(0, weight, weight_size).view({layer.out, layer.in}), gradient_.narrow(0, bias, bias_size)});
  }
}

void TorchLearner::resize_buffers(std::int64_t batch) {
  if (buffers_.batch == batch) return;
  buffers_ = {batch, {}, {}};
  for (const auto& layer : layers_) {
    buffers_.outputs.push_back(at::empty({batch, layer.bias.size(0)}, parameters_.options()));
    buffers_.gradients.push_back(at::empty({batch, layer.bias.size(0)}, parameters_.options()));
  }
}

void TorchLearner::copy_weights(const NetworkWeights& weights) {
  for (std::size_t n = 0; n < layers_.size(); ++n) {
    copy(weights.layers[n].weight, layers_[n].weight);
    copy(weights.layers[n].bias, layers_[n].bias);
  }
}

/// The logits and expectations of a batch.
const at::Tensor& TorchLearner::forward(const at::Tensor& inputs) {
  resize_buffers(inputs.size(0));
  const at::Tensor* x = &inputs;
  for (std::size_t n = 0; n < layers_.size(); ++n) {
    at::Tensor& y = buffers_.outputs[n];
    at::addmm_out(y, layers_[n].bias, *x, layers_[n].weight.t());
    if (n + 1 < layers_.size()) y.relu_();
    x = &y;
  }
  return *x;
}

/// The mean loss and its parts; its gradient by the outputs becomes that of the last layer.
StepReport TorchLearner::loss_and_gradient(const at::Tensor& outputs, const at::Tensor& targets) {
  const std::int64_t results = shape_.probabilities, others = shape_.outputs - shape_.probabilities;
  const at::Tensor& gradient = buffers_.gradients.back();
  const at::Tensor target = targets.narrow(1, 0, results);
  const at::Tensor log_p = at::log_softmax(outputs.narrow(1, 0, results), 1);
  at::Tensor parts = at::zeros({shape_.outputs}, at::device(device_).dtype(at::kDouble));
  parts.narrow(0, 0, results).copy_(-(target * log_p).sum({0}, false, at::kDouble));
  // d/dz of -sum t log softmax(z) is softmax(z) * sum t - t.
  gradient.narrow(1, 0, results).copy_(log_p.exp() * target.sum(1, true) - target);
  if (others > 0) {
    const at::Tensor error = outputs.narrow(1, results, others) - targets.narrow(1, results, others);
    parts.narrow(0, results, others).copy_(error.square().sum({0}, false, at::kDouble));
    gradient.narrow(1, results, others).copy_(2 * error);
  }
  const auto batch = static_cast<double>(outputs.size(0));
  gradient.div_(batch);
  const at::Tensor sums = parts.cpu();
  StepReport report;
  for (std::int64_t k = 0; k < shape_.outputs; ++k) {
    const double part = sums.data_ptr<double>()[k] / batch;
    report.parts[static_cast<std::size_t>(k)] = part;
    report.loss += part;
  }
  return report;
}

void TorchLearner::backward(const at::Tensor& inputs) {
  for (std::size_t n = layers_.size(); n-- > 0;) {
    const at::Tensor& x = n > 0 ? buffers_.outputs[n - 1] : inputs;
    at::mm_out(layers_[n].weight_gradient, buffers_.gradients[n].t(), x);
    at::sum_out(layers_[n].bias_gradient, buffers_.gradients[n], 0);
    if (n == 0) break;
    at::Tensor& before = buffers_.gradients[n - 1];
    at::mm_out(before, buffers_.gradients[n], layers_[n].weight);
    at::threshold_backward_out(before, before, x, 0);
  }
}

void TorchLearner::update(double learning_rate) {
  ++steps_;
  const double correction1 = 1 - std::pow(beta1, static_cast<double>(steps_));
  const double correction2 = 1 - std::pow(beta2, static_cast<double>(steps_));
  if (options_.weight_decay > 0) parameters_.mul_(1 - learning_rate * options_.weight_decay);
  first_moment_.lerp_(gradient_, 1 - beta1);
  second_moment_.mul_(beta2).addcmul_(gradient_, gradient_, 1 - beta2);
  const at::Tensor scale = second_moment_.div(correction2).sqrt_().add_(epsilon);
  parameters_.addcdiv_(first_moment_, scale, -learning_rate / correction1);
}

StepReport TorchLearner::step(std::span<const float> inputs, std::span<const float> targets, double learning_rate) {
  return on_device(device_, [&] { return make_step(inputs, targets, learning_rate); });
}

StepReport TorchLearner::make_step(std::span<const float> inputs, std::span<const float> targets,
                                   double learning_rate) {
  pin_threads();
  const auto batch = static_cast<std::int64_t>(targets.size()) / shape_.outputs;
  assert(batch > 0 && std::ssize(inputs) == batch * shape_.inputs && std::ssize(targets) == batch * shape_.outputs);
  const at::Tensor x = view_of(inputs, {batch, shape_.inputs}).to(device_);
  const at::Tensor& outputs = forward(x);
  StepReport report = loss_and_gradient(outputs, view_of(targets, {batch, shape_.outputs}).to(device_));
  backward(x);
  report.gradient_norm = gradient_.norm().item<double>();
  if (!std::isfinite(report.loss) || !std::isfinite(report.gradient_norm)) {
    throw RuntimeFailure(fmt::format("training diverged: loss {}, gradient norm {} in step {}", report.loss,
                                     report.gradient_norm, steps_ + 1));
  }
  const double clip = options_.gradient_clip;
  if (clip > 0 && report.gradient_norm > clip) gradient_.mul_(clip / report.gradient_norm);
  update(learning_rate);
  return report;
}

void TorchLearner::predict(std::span<const float> inputs, std::span<float> outputs) {
  pin_threads();
  const auto batch = static_cast<std::int64_t>(outputs.size()) / shape_.outputs;
  on_device(device_, [&] {
    at::Tensor values = forward(view_of(inputs, {batch, shape_.inputs}).to(device_)).clone();
    const at::Tensor logits = values.narrow(1, 0, shape_.probabilities);
    logits.copy_(at::softmax(logits, 1));
    copy(values, outputs);
  });
}

NetworkWeights TorchLearner::weights() const {
  NetworkWeights weights = zero_weights(shape_);
  on_device(device_, [&] {
    for (std::size_t n = 0; n < layers_.size(); ++n) {
      copy(layers_[n].weight, weights.layers[n].weight);
      copy(layers_[n].bias, weights.layers[n].bias);
    }
  });
  return weights;
}

void TorchLearner::set_weights(const NetworkWeights& weights) {
  if (weights.shape != shape_) throw InputError("start", "expected a network of the learner's shape, found another");
  copy_weights(weights);
  first_moment_.zero_();
  second_moment_.zero_();
  steps_ = 0;
}

void TorchLearner::save(const std::filesystem::path& file) const {
  const NetworkWeights current = weights();
  Metadata metadata{{"format", state_format}, {"steps", std::to_string(steps_)}};
  const std::vector<float> first = numbers_of(first_moment_), second = numbers_of(second_moment_);
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
  copy_weights(weights);
  copy(first, first_moment_);
  copy(second, second_moment_);
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

extern "C" [[gnu::visibility("default")]] Learner* alea_make_learner_3(const NetworkShape& shape,
                                                                       const LearnerOptions& options) {
  if (const std::string error = shape_error(shape); !error.empty()) {
    throw InputError("network", "expected a network within bounds, found " + error);
  }
  return new TorchLearner(shape, options);
}

}  // namespace alea
