// The settings of a training run.
//
// Each is declared once, in config.cpp, with its name, range and help. From that come the flags of `alea train`, the
// keys of a config file, the resolved config in a run's folder, and what may change when a run goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "selfplay/override.hpp"

namespace CLI {
class App;
}

namespace alea {

/// selfplay/README.md says what the settings of the protocol mean; `alea train --help` lists all of them.
struct TrainConfig {
  // What is trained.
  std::string game = "backgammon";
  std::uint64_t seed = 1;
  std::vector<int> hidden{128};
  std::string start;

  // The protocol.
  std::int64_t games = 200'000;
  int games_per_generation = 500;
  int lag = 1;
  int window = 1;
  int passes = 1;
  int max_turns = 2000;
  double exploration = 0;
  int plies = 0;  ///< how far the choices of self-play look ahead, and so the values that targets are made of
  std::string filter = "none";  ///< move filter of that search
  int candidates = 0;           ///< plays of a turn that are judged, a systematic sample of all; 0: all
  int halves = 0;  ///< of a turn of two actions, the plays that promise most by what each is worth alone; 0: all
  double random_starts = 0;  ///< share of games that begin with G::random_start (DVONN, Diablo)

  // Targets.
  std::string target = "td";  ///< td | exact
  double lambda = 0.7;
  double final_lambda = 0;
  double lambda_until = 0.1;  ///< share of the run after which lambda is final_lambda
  double label_share = 1;
  double hard_share = 0;
  std::string hard_label = "2-ply";  ///< 2-ply | rollout
  int rollout_turns = 7;
  int rollout_trials = 8;

  // The learner.
  bool symmetries = true;  ///< DVONN, Diablo: see every example through a random symmetry of the board
  int batch_size = 512;
  double learning_rate = 1e-3;
  double final_learning_rate = 5e-5;
  std::string schedule = "cosine";  ///< constant | linear | cosine | exponential
  double weight_decay = 0;
  double gradient_clip = 0;
  double average = 0;  ///< decay a batch of the averaged weights; 0: no averaging
  int learner_threads = 1;

  // What is measured along the way (yardstick.hpp).
  int measure_every = 0;           ///< generations; 0: nothing
  std::string anchors = "random";  ///< agents, separated by semicolons; `start` is the net that training began with
  int anchor_games = 200;          ///< against each
  std::string judge;               ///< an agent whose analysis says what a decision loses; empty: none
  int decisions = 200;
  int gate_games = 0;  ///< at most, against the best net so far; 0: no gate
  int patience = 0;    ///< measurements without a gain after which training ends; 0: any
  double least_gain = 0.001;

  // Where it ends, and what may change when a run goes on.
  double minutes = 0;
  std::int64_t stop_after = 0;
  int threads = 0;
  double checkpoint_seconds = 60;
  int keep_nets = 20;
  std::string device = "cpu";     ///< where the learner computes: cpu | cuda | auto
  std::string inference = "own";  ///< what evaluates self-play's positions: own | cpu | cuda | auto
  int inference_games = 256;      ///< at once, where that is not the project's own

  std::int64_t generations() const { return games / games_per_generation; }
  bool operator==(const TrainConfig&) const = default;
};

/// Declares every setting as an option of `app` (`--games`, ..), bound to `config`, which must live as long as `app`.
void declare_settings(CLI::App& app, TrainConfig& config);

/// Reads a config file, lines of `key = value` (TOML), then applies `overrides`, then resolves what depends on other
/// settings (`games` is rounded up to whole generations). Throws InputError whose field is the key and whose message
/// names the file: an unknown key, a value out of range, a key given twice, settings that contradict each other.
TrainConfig read_config(const std::filesystem::path& file, const std::vector<Override>& overrides = {});

/// The same checks for a config made by hand.
TrainConfig resolve(TrainConfig config);

/// The config as a file that `read_config` reads back to an equal one.
std::string config_text(const TrainConfig& config);

/// A short name of everything that affects the result (xxh3-64, hexadecimal).
std::string config_digest(const TrainConfig& config);

/// Throws InputError that names the first setting that affects what was already computed and is not as it was in
/// `before`.
void require_continues(const TrainConfig& before, const TrainConfig& now);

}  // namespace alea
