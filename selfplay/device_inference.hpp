// Inference for self-play on LibTorch's devices.
#pragma once

#include <memory>

#include "nets/dynamic_batcher.hpp"
#include "nets/learner.hpp"
#include "selfplay/config.hpp"

namespace alea {

/// A learner that learns nothing and predicts for many games at once.
class DeviceInference {
 public:
  /// `learner` is of this shape.
  DeviceInference(std::unique_ptr<Learner> learner, const NetworkShape& shape);

  /// The network that predicts from now on. Nobody may be asking.
  void set_weights(const NetworkWeights& weights) { learner_->set_weights(weights); }

  DynamicBatcher& batcher() { return batcher_; }

 private:
  std::unique_ptr<Learner> learner_;
  DynamicBatcher batcher_;
};

/// What `inference` of a run's settings says; null where that is the project's own (nets/network.hpp), as it is with
/// auto where there is no GPU: on a CPU it is the faster one. Throws InputError("inference") when there is no such
/// device here, and what make_learner throws.
std::unique_ptr<DeviceInference> make_device_inference(const TrainConfig& config, const NetworkShape& shape);

}  // namespace alea
