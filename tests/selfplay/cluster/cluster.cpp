// A learner and its workers: the protocol of selfplay/README.md in several processes.
#include <csignal>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "selfplay/cluster/worker.hpp"
#include "selfplay/train.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/killing.hpp"
#include "tests/selfplay/race_training.hpp"
#include "tests/selfplay/small_training.hpp"

using namespace alea;
using namespace alea::cluster;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t block_games = 7;  // of generations of 20: the last block is smaller

TrainConfig short_race() {
  TrainConfig config = small_race();
  config.games = 160;
  return config;
}

/// Learns until the run's end, from what workers play; returns where it was left and what was said.
std::pair<RunState, std::string> learn_race(const TrainConfig& config, const fs::path& run,
                                            const Interrupt& interrupt) {
  std::ostringstream said;
  const TrainConfig resolved = resolve(config);
  RunFolder folder(run, resolved);
  Progress progress(said, false, 0, config.games);
  Gatherer gatherer(run, resolved, block_games, [&](const std::string& line) { progress.say(line); });
  Trainer<RaceModel> trainer(resolved, folder, progress, make_yardstick, &gatherer);
  trainer.run(interrupt);
  return {trainer.state(), said.str()};
}

WorkerReport work_on_race(const fs::path& run, const Interrupt& interrupt, double patience = 60) {
  std::ostringstream said;
  const auto player = [](const TrainConfig& config, int threads) {
    return std::make_unique<GameBlockPlayer<RaceModel>>(config, threads);
  };
  return work({run, 1, patience}, player, said, false, interrupt);
}

/// One learner and several workers, in threads; returns what the learner said.
std::string learn_with_workers(const TrainConfig& config, const fs::path& run, int count) {
  const Interrupt interrupt;
  std::vector<std::thread> workers;
  for (int i = 0; i < count; ++i) workers.emplace_back([&] { work_on_race(run, interrupt); });
  const std::string said = learn_race(config, run, interrupt).second;
  for (std::thread& worker : workers) worker.join();
  return said;
}

/// "generation: games of the run so far", a line per learned generation.
std::string counted_games(const fs::path& run) {
  std::string text;
  std::ifstream in(run / "metrics.jsonl");
  for (std::string line; std::getline(in, line);) {
    const auto j = nlohmann::json::parse(line);
    text += j.at("generation").dump() + ": " + j.at("games").dump() + "\n";
  }
  return text;
}

/// What is left of the exchange between a learner and its workers.
std::vector<std::string> left_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

const std::vector<std::string> only_the_order{"order.json"};

/// The undisturbed run of one process that the others are compared with.
struct Undisturbed {
  TemporaryFolder folder;
  fs::path path = folder / "undisturbed";
  explicit Undisturbed(const TrainConfig& config = short_race()) { train_race(config, path); }

  void check_same(const fs::path& run) const {
    CHECK(final_net(run) == final_net(path));
    CHECK(counted_games(run) == counted_games(path));
  }
};

/// The content of a shard of the run, as a worker would have played it.
std::string true_shard(const TrainConfig& config, const Block& block) {
  const NetworkShape shape{std::string(Features<RaceModel>::name), Features<RaceModel>::inputs, config.hidden,
                           static_cast<int>(RaceModel::statistics), static_cast<int>(RaceModel::probabilities)};
  const NetworkWeights net = initial_weights(shape, config.seed);
  return shard_bytes(block, {config_digest(resolve(config)), net_digest(net)},
                     GameBlockPlayer<RaceModel>(config, 1).play(net, block));
}

}  // namespace

TEST_CASE("a learner and two workers come to the net of one process") {
  const auto lag = GENERATE(0, 1, 2);
  CAPTURE(lag);
  TrainConfig config = short_race();
  config.lag = lag;
  if (lag == 1) config = with_rollouts(config);
  config.checkpoint_seconds = 0.1;
  const Undisturbed undisturbed(config);
  const fs::path run = undisturbed.folder / "cluster";
  learn_with_workers(config, run, 2);
  undisturbed.check_same(run);
  CHECK(left_in(run / "cluster") == only_the_order);
}

TEST_CASE("one process goes on with what a learner and workers began, and the other way round") {
  TrainConfig config = short_race();
  const Undisturbed undisturbed(config);
  const fs::path run = undisturbed.folder / "both";
  config.stop_after = 5;
  train_race(config, run);
  config.stop_after = 11;
  learn_with_workers(config, run, 1);
  config.stop_after = 0;
  train_race(config, run);
  undisturbed.check_same(run);
}

TEST_CASE("shards that are damaged or from elsewhere are said, set aside and played again") {
  const TrainConfig config = short_race();
  const Undisturbed undisturbed(config);
  const fs::path run = undisturbed.folder / "run";
  const Exchange exchange(run);
  fs::create_directories(exchange.folder);
  const std::vector<Block> blocks = cut(whole_generation(1, 20), block_games);
  const std::string good = true_shard(config, blocks[0]);
  TrainConfig other = config;
  other.exploration = 0.2;
  const std::vector<Block> next = cut(whole_generation(2, 20), block_games);
  write_file(exchange.shard(blocks[0]), good.substr(0, good.size() - 5));
  write_file(exchange.shard(blocks[1]), good);
  write_file(exchange.shard(blocks[2]), true_shard(other, blocks[2]));
  write_file(exchange.shard(next[0]), "");
  write_file(exchange.shard(next[1]), true_shard(config, next[1]));  // nothing is wrong with this one

  const std::string said = learn_with_workers(config, run, 2);
  CAPTURE(said);
  undisturbed.check_same(run);
  for (const char* why : {"damaged (checksum)", "holds g000001-000000000-7", "other settings", "truncated"}) {
    CHECK(said.find(why) != std::string::npos);
  }
  CHECK(left_in(exchange.aside()).size() == 4);
}

TEST_CASE("shards that come twice, or long after their generation, change nothing") {
  TrainConfig config = short_race();
  config.checkpoint_seconds = 0;
  const Undisturbed undisturbed(config);
  const fs::path run = undisturbed.folder / "run";
  const Exchange exchange(run);
  std::atomic<bool> done = false;
  int delivered = 0;
  std::thread mischief([&] {  // delivers every shard that it sees again, and the first one all the time
    const Block first = cut(whole_generation(1, 20), block_games)[0];
    const std::string late = true_shard(config, first);
    while (!done) {
      std::error_code none;
      for (const auto& entry : fs::directory_iterator(exchange.folder, none)) {
        if (entry.path().extension() != ".shard") continue;
        const fs::path copy = entry.path().string() + ".again";
        if (!fs::copy_file(entry.path(), copy, fs::copy_options::overwrite_existing, none)) continue;
        fs::rename(copy, entry.path(), none);
        ++delivered;
      }
      std::ofstream(exchange.shard(first), std::ios::binary) << late;
    }
  });
  learn_with_workers(config, run, 2);
  done = true;
  mischief.join();
  undisturbed.check_same(run);
  CHECK(delivered > 0);
}

TEST_CASE("a learner that is stopped while it waits goes on as if nothing had been") {
  const TrainConfig config = short_race();
  const Undisturbed undisturbed(config);
  const fs::path run = undisturbed.folder / "run";
  {
    const Interrupt interrupt;
    ::raise(SIGINT);
    CHECK(learn_race(config, run, interrupt).first.ended.empty());
  }
  learn_with_workers(config, run, 1);
  undisturbed.check_same(run);
}

TEST_CASE("a worker goes home when the run has ended, when it is told, and when nothing comes") {
  const TemporaryFolder folder;
  {
    const Interrupt interrupt;
    CHECK(work_on_race(folder / "nothing", interrupt, 0).why == Leaving::out_of_patience);
  }
  learn_with_workers(short_race(), folder / "run", 2);  // with one, GCC 12's LeakSanitizer crashes in its own tracer
  {
    const Interrupt interrupt;
    CHECK(work_on_race(folder / "run", interrupt).why == Leaving::run_ended);
    ::raise(SIGTERM);
    CHECK(work_on_race(folder / "run", interrupt).why == Leaving::interrupted);
  }
}

// Run by the tests below, in processes of their own.

TEST_CASE("a learner to be killed", "[.][cluster-learner]") {
  TrainConfig config = short_race();
  config.checkpoint_seconds = 0.02;
  const Interrupt interrupt;
  if (const char* const run = std::getenv("ALEA_TEST_RUN")) learn_race(config, run, interrupt);
}

TEST_CASE("a worker to be killed", "[.][cluster-worker]") {
  const Interrupt interrupt;
  if (const char* const run = std::getenv("ALEA_TEST_RUN")) work_on_race(run, interrupt);
}

TEST_CASE("a worker for any game", "[.][cluster-worker-any]") {
  const char* const run = std::getenv("ALEA_TEST_RUN");
  if (run == nullptr) return;
  const Interrupt interrupt;
  std::ostringstream said;
  Progress progress(said, false, 0, 1);
  work({run, 1, 60}, make_block_player, said, false, interrupt);
}

TEST_CASE("learner and workers that are killed at random moments come to the net of one process") {
  const Undisturbed undisturbed;
  const fs::path run = undisturbed.folder / "killed";
  ::setenv("ALEA_TEST_RUN", run.c_str(), 1);
  std::atomic<bool> done = false;
  int killed = 0;
  std::thread reaper([&] {  // always two workers, of which one is killed again and again
    Random random(2, Purpose::test);
    const pid_t steady = start_training("[cluster-worker]");
    while (!done) {
      const pid_t worker = start_training("[cluster-worker]");
      std::this_thread::sleep_for(std::chrono::milliseconds(200 + random.below(200)));
      killed += ::kill(worker, SIGKILL) == 0;
      ::waitpid(worker, nullptr, 0);
    }
    ::waitpid(steady, nullptr, 0);
  });
  CHECK(kill_at_random_moments("[cluster-learner]", run, 2) > 0);
  ::setenv("ALEA_TEST_RUN", run.c_str(), 1);
  const pid_t learner = start_training("[cluster-learner]");
  ::waitpid(learner, nullptr, 0);
  done = true;
  reaper.join();
  ::unsetenv("ALEA_TEST_RUN");
  CHECK(killed > 0);
  undisturbed.check_same(run);
}

TEST_CASE("workers follow a run from stage to stage") {
  const TemporaryFolder folder;
  TrainConfig td = small_training("diablo-2");
  td.games = 64;
  td.games_per_generation = 16;
  td.keep_nets = 0;
  td.threads = 1;
  TrainConfig grow = td;
  grow.hidden = {20};
  const TrainPlan plan = in_two_stages(td, grow);
  train_quietly(plan, folder / "undisturbed");
  std::ostringstream said;

  ::setenv("ALEA_TEST_RUN", (folder / "run").c_str(), 1);
  const pid_t worker = start_training("[cluster-worker-any]");
  CHECK(learn(plan, folder / "run", said, false, 5).ended);
  int status = -1;
  ::waitpid(worker, &status, 0);
  ::unsetenv("ALEA_TEST_RUN");
  CHECK(status == 0);
  CHECK(final_net(folder / "run") == final_net(folder / "undisturbed"));
}
