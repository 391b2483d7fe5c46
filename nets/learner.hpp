// The trainer of a network, behind an interface: the only door to LibTorch.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "nets/shape.hpp"

namespace alea {

/// Affects results (the device: their last bits); all of it is part of a run's configuration.
struct LearnerOptions {
  std::uint64_t seed = 1;  ///< of the initial weights (nets/shape.hpp)
  /// Of LibTorch and BLAS; part of the configuration because sums depend on it. What does not depend on it is shared
  /// with idle threads of the TBB arena in which `step` is called: step in one of as many threads as may be taken.
  int threads = 1;
  double weight_decay = 0;   ///< decoupled (AdamW, Loshchilov and Hutter, 2019), of weights and biases alike
  double gradient_clip = 0;  ///< greatest global norm of a gradient; 0 for no clipping
  /// Where steps and predictions are computed: cpu; cuda, the first GPU of a LibTorch that has CUDA; auto, cuda where
  /// there is one, else cpu.
  std::string device = "cpu";
  /// Decay a step, in [0, 1), of an exponential average of the weights along the training (Polyak and Juditsky,
  /// "Acceleration of stochastic approximation by averaging", 1992); 0 for none. Step n's decay is n / (n + 9) where
  /// that is less, so that the beginning is soon forgotten.
  double average = 0;
};

/// What one optimiser step saw.
struct StepReport {
  double loss = 0;           ///< mean over the batch of cross-entropy (nats) plus squared errors of the expectations
  double gradient_norm = 0;  ///< before clipping
  /// The loss's part of each output: which results the net is still surprised by. What follows the outputs is 0.
  std::array<double, NetworkShape::most_outputs> parts{};
};

/// Adam (Kingma and Ba, 2015; 0.9, 0.999, 1e-8) on the cross-entropy between the first `probabilities` outputs and
/// target probabilities, and on the squared error of the other outputs. Deterministic for given options, weights and
/// batches on one machine. All that goes in and comes out is in the caller's memory, and files are the same, whatever
/// the device. Not thread-safe; may be used from one thread after another.
class Learner {
 public:
  virtual ~Learner() = default;

  /// One step. `inputs` is batch x shape.inputs, `targets` batch x shape.outputs, both row-major; batch =
  /// targets.size() / outputs. Throws RuntimeFailure when the loss or its gradient is not finite, and then leaves
  /// everything as it was; and when the device fails, such as for want of memory.
  virtual StepReport step(std::span<const float> inputs, std::span<const float> targets, double learning_rate) = 0;

  /// What the network says of a batch of `inputs`: probabilities and expectations, batch x shape.outputs.
  virtual void predict(std::span<const float> inputs, std::span<float> outputs) = 0;

  virtual NetworkWeights weights() const = 0;

  /// The average of the weights; the weights themselves where none is kept.
  virtual NetworkWeights average() const = 0;

  /// The average goes on from this one, which is of so many steps. A fresh learner's is of its weights and no steps.
  /// Nothing happens where none is kept. Throws InputError("average") when the shape is another.
  virtual void set_average(const NetworkWeights& average, std::int64_t steps) = 0;

  /// Where it computes: cpu or cuda.
  virtual std::string device() const = 0;

  /// Goes on from these weights with a fresh optimiser and a fresh average. Throws InputError("start") when the shape
  /// is another.
  virtual void set_weights(const NetworkWeights& weights) = 0;

  /// Weights and optimiser state, everything that the next step depends on, written atomically and read back bit for
  /// bit; the average is left to set_average. `load` throws InputError("learner") on a file that is damaged or of
  /// another shape, and then changes nothing.
  virtual void save(const std::filesystem::path& file) const = 0;
  virtual void load(const std::filesystem::path& file) = 0;
};

/// Loads the learner module ($ALEA_LEARNER, or libalea-learner.so beside the program or one folder above it) on first
/// use and makes a learner with fresh weights of this shape. Throws RuntimeFailure that names the file when it is
/// missing or of another version, InputError("network") on a shape out of range, InputError("device") on a device that
/// is not there.
std::unique_ptr<Learner> make_learner(const NetworkShape& shape, const LearnerOptions& options);

/// What the module exports. The number is the version of this file and of nets/shape.hpp: a change to either is a new
/// one.
using LearnerFactory = Learner* (*)(const NetworkShape& shape, const LearnerOptions& options);
inline constexpr const char* learner_factory_name = "alea_make_learner_4";

}  // namespace alea
