// Games of a generation, played on the threads at hand, or many at once where their positions are evaluated together.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nets/batched_network.hpp"
#include "nets/features.hpp"
#include "nets/network.hpp"
#include "selfplay/actor.hpp"
#include "selfplay/block.hpp"
#include "selfplay/config.hpp"
#include "selfplay/device_inference.hpp"
#include "selfplay/many_threads.hpp"
#include "selfplay/replay.hpp"
#include "selfplay/schedule.hpp"

namespace alea {

/// Lambda while a generation is played.
inline float lambda_of(const TrainConfig& config, std::int64_t generation) {
  return lambda(config, static_cast<double>(generation - 1) / static_cast<double>(config.generations()));
}

/// How the games of a generation are played.
inline SelfPlayOptions self_play_options(const TrainConfig& config, std::int64_t generation) {
  return {.seed = config.seed,
          .generation = generation,
          .max_turns = config.max_turns,
          .exploration = config.exploration,
          .plies = config.plies,
          .filters = find_move_filters(config.filter),
          .candidates = static_cast<std::size_t>(config.candidates),
          .halves = config.halves,
          .random_starts = config.random_starts,
          .lambda = lambda_of(config, generation),
          .exact = config.target == "exact",
          .label_share = config.label_share,
          .hard_share = config.hard_share,
          .rollout_trials = config.hard_label == "rollout" ? config.rollout_trials : 0,
          .rollout_turns = config.rollout_turns};
}

/// The network of a run.
template <HasFeatures G>
NetworkShape network_shape(const TrainConfig& config) {
  return {std::string(Features<G>::name), Features<G>::inputs, config.hidden, static_cast<int>(G::statistics),
          static_cast<int>(G::probabilities)};
}

/// Keeps its memory from one call to the next.
template <HasFeatures G>
class SelfPlay {
 public:
  /// `config` must outlive this. Throws what make_device_inference throws.
  explicit SelfPlay(const TrainConfig& config)
      : SelfPlay(config, make_device_inference(config, network_shape<G>(config))) {}

  /// With the project's own inference if `device` is null.
  SelfPlay(const TrainConfig& config, std::unique_ptr<DeviceInference> device)
      : config_(config), device_(std::move(device)) {
    if (device_) batched_.emplace(device_->batcher());
  }

  /// Plays these games with `weights` and appends what they teach to `out`, in the order of the games.
  ///
  /// With the project's own inference on as many threads as the TBB arena has in which it is called, and the same on
  /// any number. With a device's `inference_games` at once, each on a thread of its own; values then depend on what
  /// else is asked by their last bits, from which now and then another play follows, and so another game.
  ///
  /// Throws RuntimeFailure when the device fails, and then appends nothing.
  void play(const NetworkWeights& weights, const Block& games, Examples<G>& out) {
    constexpr std::int64_t task_games = 4;  // a task of 1 to 2 ms: small against a generation, large against a steal
    const std::vector<Block> tasks = cut(games, device_ ? 1 : task_games);
    parts_.resize(tasks.size());
    if (device_) {
      play_on_device(weights, tasks);
    } else {
      play_here(weights, tasks);
    }
    for (const Examples<G>& part : parts_) out.append(part);
  }

 private:
  void play_here(const NetworkWeights& weights, const std::vector<Block>& tasks) {
    const Network<G> net(weights);
    tbb::enumerable_thread_specific<Actor<G>> actors([&] { return Actor<G>(net.clone(), options(tasks)); });
    tbb::parallel_for(
        std::size_t{0}, tasks.size(), [&](std::size_t task) { play_task(actors.local(), tasks[task], parts_[task]); },
        tbb::simple_partitioner());
  }

  void play_on_device(const NetworkWeights& weights, const std::vector<Block>& tasks) {
    device_->set_weights(weights);
    std::deque<Actor<G>> actors;  // where each is it stays: they refer to their own parts
    while (actors.size() < std::min(tasks.size(), static_cast<std::size_t>(config_.inference_games))) {
      actors.emplace_back(batched_->clone(), options(tasks));
    }
    on_many_threads(actors.size(), tasks.size(), [&](std::size_t thread, std::size_t task) {
      play_task(actors[thread], tasks[task], parts_[task]);
    });
  }

  /// Of actors for these tasks, all of one generation.
  SelfPlayOptions options(const std::vector<Block>& tasks) const {
    return self_play_options(config_, tasks.front().generation);
  }

  static void play_task(Actor<G>& actor, const Block& task, Examples<G>& out) {
    out.clear();
    for (std::int64_t i = 0; i < task.games; ++i) actor.play(task.first + i, out);
  }

  const TrainConfig& config_;
  std::unique_ptr<DeviceInference> device_;   ///< null: the project's own inference
  std::optional<BatchedNetwork<G>> batched_;  ///< asks it
  std::vector<Examples<G>> parts_;            ///< of the tasks
};

}  // namespace alea
