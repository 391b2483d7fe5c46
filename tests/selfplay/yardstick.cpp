#include "selfplay/yardstick.hpp"

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/weights_file.hpp"
#include "selfplay/gnubg.hpp"
#include "selfplay/plateau.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/program_is.hpp"
#include "tests/selfplay/race_training.hpp"

using namespace alea;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

TrainConfig measured(const std::string& game) {
  TrainConfig config;
  config.game = game;
  config.measure_every = 1;
  config.anchors = "random; start";
  config.anchor_games = 40;
  config.judge = "handwritten:plies=0";
  config.decisions = 60;
  config.gate_games = 200;
  return config;
}

NetworkWeights fresh(std::uint64_t seed) {
  using F = Features<Diablo<4>>;
  return initial_weights({std::string(F::name), F::inputs, {16}, Diablo<4>::statistics, Diablo<4>::probabilities},
                         seed);
}

/// Scores of backgammon's fast net, against GNU Backgammon among others.
Measurement with_gnubg() {
  TrainConfig config;
  config.game = "backgammon";
  config.measure_every = 1;
  config.anchors = "gnubg:plies=0; random";
  config.anchor_games = 4;
  const auto net = read_network(find_network("backgammon", "fast")).weights;
  return make_yardstick(config, [] { return NetworkWeights{}; })->measure(net, net, 1);
}

NetworkWeights committed() { return read_network(find_network("diablo-4", "fast")).weights; }

std::string error_of(const TrainConfig& config) {
  try {
    make_yardstick(config, [] { return fresh(1); });
  } catch (const InputError& error) {
    return error.field();
  }
  return "";
}

/// Gets better for three measurements, and then no more. The larger of two nets is the stronger.
class ThreeSteps final : public Yardstick {
 public:
  Measurement measure(const NetworkWeights&, const NetworkWeights&, std::int64_t generation) override {
    SampleMean score;
    score.add(std::min<double>(3, static_cast<double>(generation) / 2));
    return {{{"anchor", score}}, {}, {}, 0};
  }
};

TrainConfig race_with_plateau() {
  TrainConfig config = small_race();
  config.measure_every = 2;
  config.patience = 3;
  return config;
}

RunState train_with_plateau(const fs::path& path, bool stop_at_once = false) {
  std::ostringstream said;
  const TrainConfig config = resolve(race_with_plateau());
  RunFolder folder(path, config);
  Progress progress(said, false, 0, config.games);
  Trainer<RaceModel> trainer(config, folder, progress,
                             [](const auto&, const auto&) { return std::make_unique<ThreeSteps>(); });
  const Interrupt interrupt;
  if (stop_at_once) ::raise(SIGINT);
  trainer.run(interrupt);
  return trainer.state();
}

std::vector<nlohmann::json> measurements(const fs::path& run) {
  std::vector<nlohmann::json> lines;
  std::ifstream in(run / "metrics.jsonl");
  for (std::string line; std::getline(in, line);) {
    const auto j = nlohmann::json::parse(line);
    if (j.contains("strength")) lines.push_back({j["generation"], j["strength"], j["best_generation"]});
  }
  return lines;
}

}  // namespace

TEST_CASE("a trained net measures better than a fresh one, in every way") {
  const auto yardstick = make_yardstick(measured("diablo-4"), [] { return fresh(1); });
  const Measurement strong = yardstick->measure(committed(), fresh(2), 1);
  const Measurement weak = yardstick->measure(fresh(2), committed(), 2);
  REQUIRE(strong.anchors.size() == 2);
  CHECK(strong.anchors[0].anchor == "random");
  CHECK(strong.anchors[1].anchor == "start");
  CHECK(strong.strength() > 0.8);
  CHECK(strong.strength() > weak.strength());
  CHECK(strong.decision_loss->mean() < weak.decision_loss->mean());
  CHECK(strong.decision_loss->size() == 60);
  CHECK(strong.figure() > weak.figure());
  CHECK(strong.gate->passed);
  CHECK_FALSE(weak.gate->passed);
}

TEST_CASE("a measurement depends on nets and config alone") {
  TrainConfig config = measured("diablo-4");
  config.threads = 1;
  const auto one = make_yardstick(config, [] { return fresh(1); })->measure(committed(), fresh(2), 1);
  config.threads = 2;
  const auto two = make_yardstick(config, [] { return fresh(1); })->measure(committed(), fresh(2), 1);
  CHECK(one.strength() == two.strength());
  CHECK(one.figure() == two.figure());
  CHECK(one.gate->score.size() == two.gate->score.size());
  CHECK(one.gate->log_likelihood_ratio == two.gate->log_likelihood_ratio);
}

TEST_CASE("DVONN, which has no dice, is measured on different games") {
  TrainConfig config = measured("dvonn");
  config.anchors = "handwritten";
  config.anchor_games = 12;
  config.decisions = 5;
  config.gate_games = 0;
  const auto net = read_network(find_network("dvonn", "fast")).weights;
  const Measurement found = make_yardstick(config, [] { return NetworkWeights{}; })->measure(net, net, 1);
  CHECK(found.anchors[0].score.variance() > 0);
  CHECK_FALSE(found.gate.has_value());
}

TEST_CASE("anchors and judges that there are not, or that may not be, are named") {
  TrainConfig config = measured("diablo-4");
  config.anchors = "random; nobody";
  CHECK(error_of(config) == "anchors");
  config = measured("backgammon");
  config.anchors = "random";
  config.judge = "gnubg:plies=0";
  CHECK(error_of(config) == "judge");
  config.measure_every = 0;
  CHECK(make_yardstick(config, [] { return fresh(1); }) == nullptr);
}

TEST_CASE("what GNU Backgammon scores as an anchor is told and counts for nothing") {
  if (!gnubg_installed()) {
    WARN("skipped: GNU Backgammon is not installed (apt-get install gnubg)");
    return;
  }
  const Measurement found = with_gnubg();
  REQUIRE(found.anchors.size() == 2);
  CHECK(found.anchors[0].anchor == "gnubg:plies=0");
  CHECK(found.strength() == found.anchors[1].score.mean());
  CHECK(found.anchors[0].score.mean() < found.strength());
  CHECK(found.absent.empty());
}

TEST_CASE("a measurement goes on without GNU Backgammon") {
  const TemporaryFolder folder;
  const fs::path program = folder / "gnubg";
  const ProgramIs stand_in(program);
  const auto expect_absence = [](const std::string& why) {
    const Measurement found = with_gnubg();
    REQUIRE(found.absent.size() == 1);
    CHECK(found.absent[0].anchor == "gnubg:plies=0");
    INFO(found.absent[0].why);
    CHECK(found.absent[0].why.find(why) != std::string::npos);
    REQUIRE(found.anchors.size() == 1);
    CHECK(found.strength() == found.anchors[0].score.mean());
  };
  expect_absence("not installed");
  std::ofstream(program) << "#!/bin/sh\nexit 3\n";
  fs::permissions(program, fs::perms::owner_all);
  expect_absence("gnubg");
}

TEST_CASE("a plateau is reached after as many measurements without a gain") {
  Plateau plateau;
  CHECK(plateau.gains(1, 0.1));
  CHECK_FALSE(plateau.reached(2));
  CHECK_FALSE(plateau.gains(1.05, 0.1));
  CHECK(plateau.gains(1.1, 0.1));  // small gains add up
  CHECK_FALSE(plateau.gains(1.15, 0.1));
  CHECK_FALSE(plateau.reached(2));
  CHECK_FALSE(plateau.gains(0.5, 0.1));
  CHECK(plateau.reached(2));
  CHECK_FALSE(plateau.reached(0));
}

TEST_CASE("training ends on a plateau, and keeps the best net") {
  const TemporaryFolder folder;
  const RunState state = train_with_plateau(folder / "run");
  CHECK(state.ended == "plateau");
  CHECK(state.best_generation == 6);
  CHECK(state.learned < 20);
  const auto found = measurements(folder / "run");
  REQUIRE(found.size() >= 6);
  CHECK(found[2] == nlohmann::json({6, 3, 6}));
  CHECK(found[5] == nlohmann::json({12, 3, 6}));
  CHECK(fs::exists(folder / "run/nets/best.safetensors"));
}

TEST_CASE("a measured run that is stopped again and again is the undisturbed one") {
  const TemporaryFolder folder;
  train_with_plateau(folder / "undisturbed");
  for (int stop = 0; stop < 9; ++stop) train_with_plateau(folder / "stopped", true);
  const RunState state = train_with_plateau(folder / "stopped");
  CHECK(state.ended == "plateau");
  CHECK(final_net(folder / "stopped") == final_net(folder / "undisturbed"));
  CHECK(net_bits(folder / "stopped/nets/best.safetensors") == net_bits(folder / "undisturbed/nets/best.safetensors"));
  CHECK(measurements(folder / "stopped") == measurements(folder / "undisturbed"));
}
