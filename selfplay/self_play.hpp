// Games of a generation, played on the threads at hand.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <cstddef>
#include <vector>

#include "nets/features.hpp"
#include "nets/network.hpp"
#include "selfplay/actor.hpp"
#include "selfplay/block.hpp"
#include "selfplay/config.hpp"
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

/// Keeps its memory from one call to the next.
template <HasFeatures G>
class SelfPlay {
 public:
  /// Plays these games with `weights` and appends what they teach to `out`, in the order of the games: on as many
  /// threads as the TBB arena has in which it is called, and the same on any number.
  void play(const NetworkWeights& weights, const TrainConfig& config, const Block& games, Examples<G>& out) {
    constexpr std::int64_t task_games = 4;  // a task of 1 to 2 ms: small against a generation, large against a steal
    const Network<G> net(weights);
    const SelfPlayOptions options = self_play_options(config, games.generation);
    tbb::enumerable_thread_specific<Actor<G>> actors([&] { return Actor<G>(net.clone(), options); });
    const std::vector<Block> tasks = cut(games, task_games);
    parts_.resize(tasks.size());
    tbb::parallel_for(
        std::size_t{0}, tasks.size(),
        [&](std::size_t task) {
          Actor<G>& actor = actors.local();
          const Block& block = tasks[task];
          parts_[task].clear();
          for (std::int64_t i = 0; i < block.games; ++i) actor.play(block.first + i, parts_[task]);
        },
        tbb::simple_partitioner());
    for (const Examples<G>& part : parts_) out.append(part);
  }

 private:
  std::vector<Examples<G>> parts_;  ///< of the tasks
};

}  // namespace alea
