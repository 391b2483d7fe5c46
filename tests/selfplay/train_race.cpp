// The generation protocol (selfplay/README.md) on a game whose exact values are known.
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/selfplay/killing.hpp"
#include "tests/selfplay/race_training.hpp"

using namespace alea;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

/// The largest error of a run's final net over all positions that can be reached.
double largest_error(const fs::path& run) {
  ExactRace race;
  race.win_of(RaceModel::start());
  Network<RaceModel> net(read_network(run / "nets" / "final.safetensors").weights);
  double worst = 0;
  for (const auto& [position, win] : race.known()) {
    worst = std::max(worst, std::abs(static_cast<double>(net.evaluate_one(position)[RaceModel::win]) - win));
  }
  return worst;
}

TrainConfig thorough_race() {
  TrainConfig config = small_race();
  config.hidden = {32};
  config.games = 40'000;
  config.games_per_generation = 100;
  config.window = 1;
  config.passes = 1;
  config.exploration = 1;  // or some positions are hardly ever seen
  config.average = 0.99;
  config.final_learning_rate = 1e-4;
  return config;
}

std::vector<std::int64_t> generations_logged(const fs::path& run) {
  std::vector<std::int64_t> generations;
  std::ifstream in(run / "metrics.jsonl");
  for (std::string line; std::getline(in, line);) generations.push_back(nlohmann::json::parse(line).at("generation"));
  return generations;
}

std::vector<std::int64_t> one_to(std::int64_t last) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

std::string error_of(const TrainConfig& config, const fs::path& run) {
  try {
    train_race(config, run);
  } catch (const InputError& error) {
    return error.field();
  }
  return "";
}

}  // namespace

TEST_CASE("TD training finds the exact values of the race") {
  const TemporaryFolder folder;
  train_race(thorough_race(), folder / "run");
  CHECK(largest_error(folder / "run") < 0.04);
}

TEST_CASE("exact backups find the values of the race with less noise") {
  const TemporaryFolder folder;
  TrainConfig config = thorough_race();
  config.target = "exact";
  train_race(config, folder / "run");
  CHECK(largest_error(folder / "run") < 0.02);
}

TEST_CASE("one and two threads train the same net, bit for bit") {
  const auto lag = GENERATE(0, 1, 2);
  CAPTURE(lag);
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  config.lag = lag;
  const auto [one, said] = train_race(config, folder / "one");
  config.threads = 2;
  const auto [two, said_too] = train_race(config, folder / "two");
  CHECK(final_net(folder / "one") == final_net(folder / "two"));
  CHECK(one.games == 400);
  CHECK(two.games == 400);
  CHECK(one.examples == two.examples);
  CHECK(one.ended == "games");
  config.seed = 8;
  train_race(config, folder / "other");
  CHECK(final_net(folder / "one") != final_net(folder / "other"));
}

TEST_CASE("a run that is stopped by Ctrl-C again and again comes to the same net") {
  const auto lag = GENERATE(0, 1, 2);
  CAPTURE(lag);
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  config.lag = lag;
  if (lag == 1) config = with_rollouts(config);
  train_race(config, folder / "undisturbed");
  for (int stop = 0; stop < 7; ++stop) CHECK(train_race(config, folder / "stopped", true).first.ended.empty());
  train_race(config, folder / "stopped");
  CHECK(final_net(folder / "stopped") == final_net(folder / "undisturbed"));
  CHECK(generations_logged(folder / "stopped") == one_to(20));
}

TEST_CASE("a run that ended early is replayed by its generation, and goes on when the limit is raised") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  config.minutes = 1e-9;  // over after the first generation
  const RunState ended = train_race(config, folder / "limited").first;
  CHECK(ended.ended == "minutes");
  CHECK(ended.learned == 1);
  CHECK(train_race(config, folder / "limited").first.learned == 1);  // the time is still up

  TrainConfig replay = small_race();
  replay.stop_after = ended.learned;
  CHECK(train_race(replay, folder / "replay").first.ended == "stop_after");
  CHECK(final_net(folder / "replay") == final_net(folder / "limited"));

  train_race(small_race(), folder / "limited");
  train_race(small_race(), folder / "undisturbed");
  CHECK(final_net(folder / "limited") == final_net(folder / "undisturbed"));
}

// Run by the test below, in a process of its own.
TEST_CASE("a training to be killed", "[.][killed-training]") {
  TrainConfig config = small_race();
  config.checkpoint_seconds = 0.02;
  config.threads = 2;
  if (const char* const run = std::getenv("ALEA_TEST_RUN")) train_race(config, run);
}

TEST_CASE("a run that is killed at random moments comes to the same net") {
  const TemporaryFolder folder;
  const fs::path run = folder / "killed";
  CHECK(kill_at_random_moments("[killed-training]", run, 6) > 0);
  train_race(small_race(), run);
  train_race(small_race(), folder / "undisturbed");
  CHECK(final_net(run) == final_net(folder / "undisturbed"));
  CHECK(generations_logged(run) == one_to(20));
}

TEST_CASE("a full disk leaves the checkpoint before, and the run goes on from it") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  config.hidden = {64};
  train_race(config, folder / "undisturbed");
  config.stop_after = 5;
  train_race(config, folder / "full");
  config.stop_after = 0;
  config.checkpoint_seconds = 0;

  struct rlimit before {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 8000, before.rlim_max };  // less than the learner's state
  ::setrlimit(RLIMIT_FSIZE, &small);
  std::string message;
  try {
    train_race(config, folder / "full");
  } catch (const RuntimeFailure& failure) {
    message = failure.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);

  CAPTURE(message);
  CHECK(message.find("checkpoint") != std::string::npos);
  CHECK(fs::exists(folder / "full/checkpoints/g000005"));
  CHECK(!fs::exists(folder / "full/checkpoints/g000006"));
  train_race(config, folder / "full");
  CHECK(final_net(folder / "full") == final_net(folder / "undisturbed"));
}

TEST_CASE("a damaged checkpoint is left for the one before it") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  train_race(config, folder / "undisturbed");
  for (int stop = 0; stop < 6; ++stop) train_race(config, folder / "run", true);
  const std::string damaged = GENERATE("learner", "state.json", "replay-g000006");
  CAPTURE(damaged);
  const fs::path file = folder / ("run/checkpoints/g000006/" + damaged);
  REQUIRE(fs::exists(file));
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(90).put('\x55');
  const auto [state, said] = train_race(config, folder / "run");
  CHECK(said.find("damaged") != std::string::npos);
  CHECK(fs::exists(folder / "run/checkpoints/g000006.damaged"));
  CHECK(final_net(folder / "run") == final_net(folder / "undisturbed"));
  CHECK(generations_logged(folder / "run") == one_to(20));
}

TEST_CASE("a checkpoint whose successor was about to take its name is found again") {
  const TemporaryFolder folder;
  train_race(small_race(), folder / "run", true);
  const fs::path checkpoints = folder / "run/checkpoints", whole = checkpoints / "g000001";
  fs::rename(whole, checkpoints / "g000001.old.tmp");
  fs::create_directory(checkpoints / "g000001.tmp");
  {
    const RunFolder run(folder / "run", resolve(small_race()));
    CHECK(run.checkpoints() == std::vector{whole});
  }
  fs::create_directory(checkpoints / "g000001.old.tmp");  // the successor has the name, and the old one goes
  const RunFolder run(folder / "run", resolve(small_race()));
  CHECK(run.checkpoints() == std::vector{whole});
  CHECK(!fs::exists(checkpoints / "g000001.old.tmp"));
}

TEST_CASE("a run is one process's and keeps its config") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  config.stop_after = 2;
  train_race(config, folder / "run");
  config.learning_rate *= 2;
  CHECK(error_of(config, folder / "run") == "learning_rate");
  fs::remove_all(folder / "run/checkpoints");  // as where a mistake was found before anything was played
  CHECK(error_of(config, folder / "run").empty());
  config = small_race();
  const FolderLock lock(folder / "run");
  CHECK(error_of(config, folder / "run") == "run");
  CHECK(FolderLock::held(folder / "run"));
}

TEST_CASE("training that diverges stops with the last good net") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  train_race(config, folder / "good");
  NetworkFile net = read_network(folder / "good/nets/final.safetensors");
  for (float& weight : net.weights.layers.back().weight) weight = 3e38F;
  write_network(folder / "huge.safetensors", net.weights, {});
  config.start = folder / "huge.safetensors";
  CHECK_THROWS_AS(train_race(config, folder / "run"), RuntimeFailure);
  CHECK(net_bits(folder / "run/nets/latest.safetensors") == net_bits(folder / "huge.safetensors"));
}

TEST_CASE("a run starts from the net that it is given") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  train_race(config, folder / "first");
  config.start = folder / "first/nets/final.safetensors";
  config.learning_rate = config.final_learning_rate = 0;
  train_race(config, folder / "second");
  CHECK(final_net(folder / "second") == final_net(folder / "first"));
}

TEST_CASE("a run goes on on another device, and one that is not there is an input error") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  train_race(config, folder / "undisturbed");
  config.stop_after = 5;
  train_race(config, folder / "run");
  config.stop_after = 0;
  config.device = "auto";
  train_race(config, folder / "run");
  const NetworkFile net = read_network(folder / "run/nets/final.safetensors");
  if (net.provenance.at("device") == "cpu") {
    CHECK(final_net(folder / "run") == final_net(folder / "undisturbed"));
    config.device = "cuda";
    CHECK(error_of(config, folder / "other") == "device");
  }
}

TEST_CASE("runs are listed with what they have reached") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  train_race(config, folder / "b-done");
  config.stop_after = 3;
  train_race(config, folder / "a-limited");
  fs::create_directory(folder / "no-run");
  const auto runs = list_runs(folder.path());
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].name == "a-limited");
  CHECK(runs[0].games == 60);
  CHECK(runs[0].status == "done (stop_after)");
  CHECK(runs[1].name == "b-done");
  CHECK(runs[1].games == 400);
  CHECK(runs[1].games_total == 400);
  CHECK(runs[1].game == "race");
  CHECK(runs[1].loss.has_value());
  CHECK(runs[1].status == "done");
}

TEST_CASE("a run starts from a smaller net that it grows") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  train_race(config, folder / "small");
  config.start = folder / "small/nets/final.safetensors";
  config.hidden = {24, 20};
  config.learning_rate = config.final_learning_rate = 0;
  train_race(config, folder / "large");
  Network<RaceModel> small(read_network(config.start).weights);
  Network<RaceModel> large(read_network(folder / "large/nets/final.safetensors").weights);
  ExactRace race;
  race.win_of(RaceModel::start());
  for (const auto& [position, win] : race.known()) {
    CHECK(small.evaluate_one(position)[RaceModel::win] ==
          Approx(large.evaluate_one(position)[RaceModel::win]).margin(1e-6));
  }
  config.hidden = {8};
  CHECK(error_of(config, folder / "smaller") == "hidden");
}

TEST_CASE("deeper labels of the hardest positions find the values of the race") {
  const std::string label = GENERATE("2-ply", "rollout");
  CAPTURE(label);
  const TemporaryFolder folder;
  TrainConfig config = with_rollouts(thorough_race());
  config.games = 10'000;
  config.hard_share = 0;
  train_race(config, folder / "without");
  config.hard_share = 0.3;
  config.hard_label = label;
  train_race(config, folder / "run");
  CHECK(largest_error(folder / "run") < 0.08);  // a fresh net errs by 0.5
  CHECK(final_net(folder / "run") != final_net(folder / "without"));
  config.threads = 2;
  train_race(config, folder / "two");
  CHECK(final_net(folder / "run") == final_net(folder / "two"));
}
