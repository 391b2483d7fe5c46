// The learner on LibTorch, compiled into its own module (libalea-learner.so).
//
// Tensors of the model and of the optimiser are on one device. The inputs of a batch are copied there, the outputs come
// back, their gradient goes there again and its norm comes back; on the CPU nothing is copied, and Adam is one pass.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "engine/error.hpp"
#include "nets/adam.hpp"
#include "nets/learner.hpp"
#include "nets/loss.hpp"
#include "nets/torch_model.hpp"
#include "nets/weights_file.hpp"

namespace alea {

namespace {

constexpr const char* state_format = "alea-learner-1";
constexpr const char* first_moment_name = "adam.first_moment";
constexpr const char* second_moment_name = "adam.second_moment";

constexpr double warm_up = 9;  ///< steps, of the average (learner.hpp)

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

TorchModel make_model(const NetworkShape& shape, const LearnerOptions& options) {
  const at::Device device = find_device(options.device);
  const NetworkWeights initial = initial_weights(shape, options.seed);
  return on_device(device, [&] { return TorchModel(initial, device); });
}

class TorchLearner final : public Learner {
 public:
  TorchLearner(const NetworkShape& shape, const LearnerOptions& options);

  StepReport step(std::span<const float> inputs, std::span<const float> targets, double learning_rate) override;
  void predict(std::span<const float> inputs, std::span<float> outputs) override;
  NetworkWeights weights() const override { return network_of(model_.parameters()); }
  NetworkWeights average() const override;
  void set_average(const NetworkWeights& average, std::int64_t steps) override;
  std::string device() const override { return model_.device().is_cuda() ? "cuda" : "cpu"; }
  void set_weights(const NetworkWeights& weights) override;
  void save(const std::filesystem::path& file) const override;
  void load(const std::filesystem::path& file) override;

 private:
  void pin_threads() const;
  StepReport make_step(std::span<const float> inputs, std::span<const float> targets, double learning_rate);
  StepReport loss_and_gradient(const at::Tensor& outputs, std::span<const float> targets);
  void update(double learning_rate);
  void update_average();
  NetworkWeights network_of(const at::Tensor& flat) const;
  std::vector<float> listed(const at::Tensor& flat) const;
  std::vector<float> take_moment(TensorTaker& taker, const char* name) const;

  NetworkShape shape_;
  LearnerOptions options_;
  TorchModel model_;
  at::Tensor first_moment_, second_moment_;  ///< flat
  std::int64_t steps_ = 0;                   ///< since the moments were zero
  at::Tensor average_;                       ///< of the parameters; undefined where none is kept
  std::int64_t averaged_ = 0;                ///< steps in it
};

TorchLearner::TorchLearner(const NetworkShape& shape, const LearnerOptions& options)
    : shape_(shape), options_(options), model_(make_model(shape, options)) {
  pin_threads();
  on_device(model_.device(), [&] {
    first_moment_ = at::zeros_like(model_.parameters());
    second_moment_ = at::zeros_like(model_.parameters());
    if (options.average > 0) average_ = model_.parameters().clone();
  });
}

/// Both keep one number of threads for the whole process, and other learners may have changed it.
void TorchLearner::pin_threads() const {
  if (at::get_num_threads() != options_.threads) at::set_num_threads(options_.threads);
  if (openblas_get_num_threads() != options_.threads) openblas_set_num_threads(options_.threads);
}

StepReport TorchLearner::step(std::span<const float> inputs, std::span<const float> targets, double learning_rate) {
  return on_device(model_.device(), [&] { return make_step(inputs, targets, learning_rate); });
}

StepReport TorchLearner::make_step(std::span<const float> inputs, std::span<const float> targets,
                                   double learning_rate) {
  pin_threads();
  assert(!inputs.empty() && std::ssize(inputs) / shape_.inputs * shape_.outputs == std::ssize(targets));
  StepReport report = loss_and_gradient(model_.forward(inputs), targets);
  model_.backward();
  const at::Tensor& gradient = model_.gradient();
  report.gradient_norm = gradient.norm().item<double>();
  if (!std::isfinite(report.loss) || !std::isfinite(report.gradient_norm)) {
    throw RuntimeFailure(fmt::format("training diverged: loss {}, gradient norm {} in step {}", report.loss,
                                     report.gradient_norm, steps_ + 1));
  }
  const double clip = options_.gradient_clip;
  if (clip > 0 && report.gradient_norm > clip) gradient.mul_(clip / report.gradient_norm);
  update(learning_rate);
  if (average_.defined()) update_average();
  return report;
}

/// The mean loss and its parts; its gradient by the outputs goes to the model.
StepReport TorchLearner::loss_and_gradient(const at::Tensor& outputs, std::span<const float> targets) {
  const at::Tensor& gradient = model_.output_gradient();
  const at::Tensor said = outputs.cpu(), found = gradient.is_cpu() ? gradient : at::empty_like(said);
  const StepReport report = alea::loss_and_gradient(shape_, numbers_of(said), targets, numbers_of(found));
  gradient.copy_(found);  // nothing on the CPU
  return report;
}

void TorchLearner::update(double learning_rate) {
  const AdamStep adam(++steps_, learning_rate, options_.weight_decay);
  const at::Tensor &parameters = model_.parameters(), &gradient = model_.gradient();
  if (parameters.is_cpu()) {
    return apply(adam, numbers_of(gradient), numbers_of(first_moment_), numbers_of(second_moment_),
                 numbers_of(parameters));
  }
  first_moment_.lerp_(gradient, 1 - AdamStep::beta1);
  second_moment_.mul_(AdamStep::beta2).addcmul_(gradient, gradient, 1 - AdamStep::beta2);
  const at::Tensor scale = second_moment_.mul(adam.square).sqrt_().add_(AdamStep::epsilon);
  parameters.mul_(adam.decay).addcdiv_(first_moment_, scale, -adam.rate);
}

void TorchLearner::update_average() {
  const double n = static_cast<double>(++averaged_);
  average_.lerp_(model_.parameters(), 1 - std::min(options_.average, n / (n + warm_up)));
}

void TorchLearner::predict(std::span<const float> inputs, std::span<float> outputs) {
  pin_threads();
  on_device(model_.device(), [&] {
    const at::Tensor values = model_.forward(inputs).clone();
    const at::Tensor logits = values.narrow(1, 0, shape_.probabilities);
    logits.copy_(at::softmax(logits, 1));
    copy(values, outputs);
  });
}

NetworkWeights TorchLearner::network_of(const at::Tensor& flat) const {
  NetworkWeights weights = zero_weights(shape_);
  on_device(model_.device(), [&] { copy(model_.layout().views_of(flat), weights); });
  return weights;
}

NetworkWeights TorchLearner::average() const { return average_.defined() ? network_of(average_) : weights(); }

void TorchLearner::set_average(const NetworkWeights& average, std::int64_t steps) {
  if (average.shape != shape_) throw InputError("average", "expected a network of the learner's shape, found another");
  if (!average_.defined()) return;
  on_device(model_.device(), [&] { copy(average, model_.layout().views_of(average_)); });
  averaged_ = steps;
}

void TorchLearner::set_weights(const NetworkWeights& weights) {
  if (weights.shape != shape_) throw InputError("start", "expected a network of the learner's shape, found another");
  on_device(model_.device(), [&] {
    copy(weights, model_.layers());
    first_moment_.zero_();
    second_moment_.zero_();
  });
  steps_ = 0;
  set_average(weights, 0);
}

std::vector<float> TorchLearner::listed(const at::Tensor& flat) const {
  return on_device(model_.device(), [&] { return alea::listed(model_.layout().views_of(flat)); });
}

void TorchLearner::save(const std::filesystem::path& file) const {
  const NetworkWeights current = weights();
  Metadata metadata{{"format", state_format}, {"steps", std::to_string(steps_)}};
  const std::vector<float> first = listed(first_moment_), second = listed(second_moment_);
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
  on_device(model_.device(), [&] {
    copy(weights, model_.layers());
    copy_list(first, model_.layout().views_of(first_moment_));
    copy_list(second, model_.layout().views_of(second_moment_));
  });
  steps_ = steps;
}

std::vector<float> TorchLearner::take_moment(TensorTaker& taker, const char* name) const {
  Tensor moment = taker.tensor(name, 1);
  if (moment.shape[0] != first_moment_.numel()) {
    taker.fail(fmt::format("{} numbers in {}", first_moment_.numel(), name), std::to_string(moment.shape[0]));
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
