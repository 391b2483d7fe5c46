// The trainer of a network, behind an interface: the only door to LibTorch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "nets/shape.hpp"

namespace alea {

/// Affects results; all of it is part of a run's configuration.
struct LearnerOptions {
  std::uint64_t seed = 1;      ///< initial weights (Purpose::weights)
  int threads = 1;             ///< of LibTorch and BLAS; part of the configuration because sums depend on it
  double weight_decay = 0;     ///< decoupled (AdamW, Loshchilov and Hutter, 2019)
  double gradient_clip = 0;    ///< greatest global norm of a gradient; 0 for no clipping
};

/// What one optimiser step saw.
struct StepReport {
  double loss = 0;           ///< mean cross-entropy (nats) plus squared errors of the expectations
  double gradient_norm = 0;  ///< before clipping
};

/// Adam on the cross-entropy between the first `probabilities` outputs and target probabilities, and on the squared error
/// of the other outputs. Deterministic for given options, weights and batches. Not thread-safe; may be used from one
/// thread after another.
class Learner {
 public:
  virtual ~Learner() = default;

  /// One step. `inputs` is batch x shape.inputs, `targets` batch x shape.outputs, both row-major; batch = targets.size() /
  /// outputs. Throws RuntimeFailure when the loss is not finite, and then leaves the weights as they were.
  virtual StepReport step(std::span<const float> inputs, std::span<const float> targets, double learning_rate) = 0;

  virtual NetworkWeights weights() const = 0;

  /// Goes on from these weights with a fresh optimiser. Throws InputError("start") when the shape is another.
  virtual void set_weights(const NetworkWeights& weights) = 0;

  /// Weights and optimiser state, everything that the next step depends on. `load` throws InputError on a file that is
  /// damaged or of another shape. Atomicity is the caller's: save to a temporary name.
  virtual void save(const std::filesystem::path& file) const = 0;
  virtual void load(const std::filesystem::path& file) = 0;
};

/// Loads the learner module (build/libalea-learner.so, beside the program or in $ALEA_LEARNER) on first use and makes a
/// learner with fresh weights of this shape. Throws RuntimeFailure that names the file when it is missing.
std::unique_ptr<Learner> make_learner(const NetworkShape& shape, const LearnerOptions& options);

}  // namespace alea
