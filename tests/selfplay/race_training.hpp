// Training the race model, whose exact values are known: features, exact answers, and runs in a folder that goes away.
#pragma once

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "nets/network_impl.hpp"
#include "search/expectimax_impl.hpp"
#include "search/rollout_impl.hpp"
#include "selfplay/trainer.hpp"
#include "tests/models/race_model.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {

/// One row per side, point and number of checkers there.
template <>
struct Features<models::RaceModel> {
  using Position = models::RaceModel::Position;
  static constexpr std::string_view name = "race-test-1";
  static constexpr int rows = 18;
  static constexpr int max_active = 6;
  static constexpr int inputs = rows;

  static int active(const Position& p, std::span<int> out) {
    std::size_t n = 0;
    int row = 0;
    for (const auto& side : {p.own, p.their}) {
      for (const int count : side) {
        if (count > 0) out[n++] = row + count - 1;
        row += models::RaceModel::most_checkers;
      }
    }
    return static_cast<int>(n);
  }
  static void add_basis(int row, std::span<float> x) { x[static_cast<std::size_t>(row)] += 1; }
};

}  // namespace alea

namespace alea::tests {

using models::RaceModel;

/// Solves the race by recursion. Written without the code under test.
class ExactRace final : public Evaluator<RaceModel> {
 public:
  void evaluate(std::span<const RaceModel::Position> positions, std::span<RollerValue<RaceModel>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto win = static_cast<float>(win_of(positions[i]));
      values[i] = {{win, 1 - win}};
    }
  }
  std::unique_ptr<Evaluator<RaceModel>> clone() const override { return std::make_unique<ExactRace>(); }

  double win_of(const RaceModel::Position& p) {
    if (const auto result = RaceModel::result(p)) return static_cast<double>((*result)[RaceModel::win]);
    if (const auto known = win_.find(p); known != win_.end()) return known->second;
    double win = 0;
    for (const auto& [roll, probability] : RaceModel::rolls(p)) {
      PlayList<RaceModel> plays(16);
      RaceModel::plays(p, roll, plays);
      double best = 0;
      for (const auto& after : plays.positions()) best = std::max(best, 1 - win_of(after));
      win += probability * best;
    }
    return win_[p] = win;
  }

  /// All positions met so far, which after the start are all that can be reached.
  const std::map<RaceModel::Position, double>& known() const { return win_; }

 private:
  std::map<RaceModel::Position, double> win_;
};

/// A small run that uses every part of the protocol.
inline TrainConfig small_race() {
  TrainConfig config;
  config.game = "race";
  config.seed = 7;
  config.hidden = {16};
  config.games = 400;
  config.games_per_generation = 20;
  config.window = 3;
  config.passes = 2;
  config.batch_size = 32;
  config.learning_rate = 5e-3;
  config.exploration = 0.1;
  config.average = 0.9;
  config.threads = 1;
  config.checkpoint_seconds = 1000;
  config.keep_nets = 0;
  return config;
}

/// The same with exact labels, many of them by rollouts.
inline TrainConfig with_rollouts(TrainConfig config) {
  config.target = "exact";
  config.hard_share = 0.5;
  config.hard_label = "rollout";
  config.rollout_turns = 3;
  config.rollout_trials = 4;
  return config;
}

/// Trains, or goes on, until the run's end (or, `stop_at_once`, as after Ctrl-C); returns what was said on the way.
inline std::pair<RunState, std::string> train_race(const TrainConfig& config, const std::filesystem::path& path,
                                                   bool stop_at_once = false) {
  std::ostringstream said;
  RunFolder folder(path, resolve(config));
  Progress progress(said, false, 0, config.games);
  const TrainConfig resolved = resolve(config);
  Trainer<RaceModel> trainer(resolved, folder, progress);
  const Interrupt interrupt;
  if (stop_at_once) ::raise(SIGINT);
  trainer.run(interrupt);
  return {trainer.state(), said.str()};
}

inline std::vector<std::vector<float>> net_bits(const std::filesystem::path& file) {
  std::vector<std::vector<float>> bits;
  for (const auto& layer : read_network(file).weights.layers) {
    bits.push_back(layer.weight);
    bits.push_back(layer.bias);
  }
  return bits;
}

inline std::vector<std::vector<float>> final_net(const std::filesystem::path& run) {
  return net_bits(run / "nets" / "final.safetensors");
}

}  // namespace alea::tests
