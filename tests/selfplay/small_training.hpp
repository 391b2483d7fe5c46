// Trainings of the real games that take a moment.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>

#include "selfplay/train.hpp"

namespace alea::tests {

/// A small net and few games; no checkpoint but the last.
inline TrainConfig small_training(const std::string& game) {
  TrainConfig config;
  config.game = game;
  config.hidden = {16};
  config.games = 24;
  config.games_per_generation = 8;
  config.checkpoint_seconds = 1000;
  return config;
}

/// `td`, and then `grow`, which begins with the net of the first and is otherwise a run of its own.
inline TrainPlan in_two_stages(const TrainConfig& td, TrainConfig grow) {
  grow.start = "stage:1-td";
  grow.seed = td.seed + 1;
  return {{{"1-td", resolve(td)}, {"2-grow", resolve(grow)}}};
}

inline RunState train_quietly(const TrainConfig& config, const std::filesystem::path& run) {
  std::ostringstream said;
  return train(config, run, said, false);
}

inline TrainOutcome train_quietly(const TrainPlan& plan, const std::filesystem::path& run) {
  std::ostringstream said;
  return train(plan, run, said, false);
}

}  // namespace alea::tests
