#include "selfplay/device_inference.hpp"

#include <algorithm>
#include <utility>

#include "engine/error.hpp"

namespace alea {

namespace {

/// In a batch: enough to keep a GPU busy (16,384 positions of backgammon are 4 GFLOP with 512 hidden units), and little
/// memory.
std::size_t most_rows(const NetworkShape& shape) {
  constexpr std::size_t most = 16'384, most_bytes = std::size_t{16} << 20;
  const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(shape.inputs);
  return std::clamp<std::size_t>(most_bytes / bytes, 1, most);
}

}  // namespace

DeviceInference::DeviceInference(std::unique_ptr<Learner> learner, const NetworkShape& shape)
    : learner_(std::move(learner)),
      batcher_(
          static_cast<std::size_t>(shape.inputs), static_cast<std::size_t>(shape.outputs), most_rows(shape),
          [this](std::span<const float> inputs, std::span<float> outputs) { learner_->predict(inputs, outputs); }) {}

std::unique_ptr<DeviceInference> make_device_inference(const TrainConfig& config, const NetworkShape& shape) {
  if (config.inference == "own") return nullptr;
  // With the trainer's number of threads: LibTorch and BLAS keep one for the whole process.
  const LearnerOptions options{.threads = config.learner_threads, .device = config.inference};
  try {
    auto learner = make_learner(shape, options);
    if (config.inference == "auto" && learner->device() == "cpu") return nullptr;
    return std::make_unique<DeviceInference>(std::move(learner), shape);
  } catch (const InputError& error) {
    throw InputError(error.field() == "device" ? "inference" : error.field(), error.what());
  }
}

}  // namespace alea
