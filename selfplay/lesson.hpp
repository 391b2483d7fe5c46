// One learning step of the generation protocol (README.md): the window's examples, batch by batch, through the learner.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "nets/learner.hpp"
#include "selfplay/batches.hpp"
#include "selfplay/config.hpp"
#include "selfplay/schedule.hpp"

namespace alea {

/// What a learning step leaves behind, apart from the learner's weights: all 0 where there was nothing to learn from.
template <Game G>
struct Lesson {
  std::int64_t examples = 0;  ///< each use counts
  std::int64_t batches = 0;
  double loss = 0;  ///< this and the next two: means over the batches
  double gradient_norm = 0;
  std::array<double, G::statistics> parts{};  ///< of the loss, by output
  double learning_rate = 0;                   ///< of the last batch
  double seconds = 0;
};

/// Keeps its memory from one step to the next. What is referred to must outlive it.
template <HasFeatures G>
class LearningStep {
 public:
  LearningStep(const TrainConfig& config, Learner& learner)
      : config_(config), learner_(learner), batch_(config.symmetries) {}

  /// The step of `generation`, over `window`. Throws RuntimeFailure where the learner diverged.
  Lesson<G> run(std::int64_t generation, const std::vector<const Examples<G>*>& window) {
    const auto begin = std::chrono::steady_clock::now();
    Lesson<G> lesson;
    batch_.begin(window, config_.seed, static_cast<std::uint64_t>(generation));
    if (batch_.examples() == 0) return lesson;
    const Batches per_pass(batch_.examples(), static_cast<std::size_t>(config_.batch_size));
    const double batches = static_cast<double>(per_pass.count * static_cast<std::size_t>(config_.passes));
    for (int pass = 0; pass < config_.passes; ++pass) {
      batch_.shuffle();
      for (std::size_t b = 0; b < per_pass.count; ++b) {
        const double done = static_cast<double>(generation - 1) + static_cast<double>(lesson.batches) / batches;
        learn_batch(per_pass.begin(b), per_pass.begin(b + 1),
                    learning_rate(config_, done / static_cast<double>(config_.generations())), lesson);
      }
    }
    take_means(lesson);
    lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return lesson;
  }

 private:
  /// Adds the batch's part to the sums.
  void learn_batch(std::size_t first, std::size_t last, double rate, Lesson<G>& lesson) {
    batch_.write(first, last);
    const StepReport report = learner_.step(batch_.inputs(), batch_.targets(), rate);
    lesson.examples += static_cast<std::int64_t>(last - first);
    ++lesson.batches;
    lesson.loss += report.loss;
    lesson.gradient_norm += report.gradient_norm;
    for (std::size_t k = 0; k < G::statistics; ++k) lesson.parts[k] += report.parts[k];
    lesson.learning_rate = rate;
  }

  static void take_means(Lesson<G>& lesson) {
    const auto batches = static_cast<double>(lesson.batches);
    lesson.loss /= batches;
    lesson.gradient_norm /= batches;
    for (double& part : lesson.parts) part /= batches;
  }

  const TrainConfig& config_;
  Learner& learner_;
  BatchWriter<G> batch_;
};

}  // namespace alea
