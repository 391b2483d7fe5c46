// Training games with board symmetries, random starts and a look ahead, on sizes that take a moment.
#include <cmath>
#include <sstream>

#include "nets/features/all.hpp"
#include "nets/network.hpp"
#include "nets/weights_file.hpp"
#include "selfplay/train.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/race_training.hpp"
#include "tests/selfplay/small_training.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

TrainConfig tiny(const std::string& game) {
  TrainConfig config = small_training(game);
  config.random_starts = 0.5;
  config.exploration = 0.1;
  return resolve(config);
}

void check_one_net_for_all_threads(TrainConfig config) {
  const TemporaryFolder folder;
  config.threads = 1;
  train_quietly(config, folder / "one");
  config.threads = 2;
  train_quietly(config, folder / "two");
  INFO(config.game);
  CHECK(final_net(folder / "one") == final_net(folder / "two"));
}

/// Whether a setting matters: the nets of two runs that differ in it alone.
bool same_net(const TrainConfig& a, const TrainConfig& b) {
  const TemporaryFolder folder;
  train_quietly(a, folder / "a");
  train_quietly(b, folder / "b");
  return final_net(folder / "a") == final_net(folder / "b");
}

}  // namespace

TEST_CASE("DVONN and Diablo train to the same net with one and with two threads") {
  check_one_net_for_all_threads(tiny("dvonn"));
  TrainConfig diablo = tiny("diablo-4");
  diablo.candidates = 10;
  check_one_net_for_all_threads(diablo);
  diablo.target = "exact";
  check_one_net_for_all_threads(diablo);
}

TEST_CASE("self-play that looks a ply ahead is as repeatable, and another") {
  TrainConfig config = tiny("diablo-4");
  config.plies = 1;
  config.filter = "tiny";
  check_one_net_for_all_threads(config);
  TrainConfig without = config;
  without.plies = 0;
  CHECK_FALSE(same_net(config, without));
}

TEST_CASE("symmetries, random starts, candidates and halves each change what is learned") {
  const TrainConfig config = tiny("diablo-4");
  TrainConfig other = config;
  other.symmetries = false;
  CHECK_FALSE(same_net(config, other));
  other = config;
  other.random_starts = 0;
  CHECK_FALSE(same_net(config, other));
  other = config;
  other.candidates = 5;
  CHECK_FALSE(same_net(config, other));
  other = config;
  other.halves = 4;
  CHECK_FALSE(same_net(config, other));
  CHECK(same_net(config, config));
}

TEST_CASE("halves reach into the search of labels") {
  TrainConfig config = tiny("diablo-4");
  config.exploration = 1;  // the same games with any halves
  config.target = "exact";
  config.label_share = 0.02;
  config.games = 8;
  config.filter = "tiny";
  TrainConfig other = config;
  other.halves = 2;
  CHECK(same_net(config, other));
  config.hard_share = other.hard_share = 1;
  CHECK_FALSE(same_net(config, other));
}

TEST_CASE("random starts are refused where a game has none, and halves") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(train_quietly(tiny("backgammon"), folder / "run"), InputError);
  TrainConfig halves = tiny("dvonn");
  halves.halves = 8;
  CHECK_THROWS_AS(train_quietly(halves, folder / "halves"), InputError);
}

TEST_CASE("DVONN's margin is learned in points") {
  // Units are divided out and multiplied in once: without one of the two a margin would be some hundredths, or
  // hundreds.
  const TemporaryFolder folder;
  TrainConfig config = tiny("dvonn");
  config.games = 400;
  config.games_per_generation = 40;
  config.random_starts = 1;
  config.exploration = 1;
  config.lambda = config.final_lambda = 0;
  config.learning_rate = 5e-3;
  train_quietly(config, folder / "run");
  Network<Dvonn> net(read_network(folder / "run/nets/final.safetensors").weights);
  // White owns everything that can ever move: 19 points against 2.
  const auto position =
      Dvonn::parse_position("........./........../w9*w9*wrb2....../........../......... w m").position;
  const auto value = net.evaluate_one(position);
  CHECK(value[Dvonn::margin] > 0.4F);
  CHECK(value[Dvonn::margin] < 30);
}
