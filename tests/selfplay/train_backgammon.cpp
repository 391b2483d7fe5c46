// Training backgammon, as `alea train` does, on sizes that take a moment.
#include "selfplay/train.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/race_training.hpp"
#include "tests/selfplay/small_training.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

TrainConfig tiny_backgammon() {
  TrainConfig config = small_training("backgammon");
  config.games = 48;
  config.games_per_generation = 12;
  config.max_turns = 150;  // a random net never ends a game
  return resolve(config);
}

}  // namespace

TEST_CASE("backgammon trains to the same net with one and with two threads") {
  const TemporaryFolder folder;
  TrainConfig config = tiny_backgammon();
  config.threads = 1;
  const RunState one = train_quietly(config, folder / "one");
  config.threads = 2;
  const RunState two = train_quietly(config, folder / "two");
  CHECK(final_net(folder / "one") == final_net(folder / "two"));
  CHECK(one.games == 48);
  CHECK(one.examples == two.examples);
  CHECK(one.examples > 48 * 10);
}

TEST_CASE("a backgammon run in two sessions, with exact labels, is one run") {
  const TemporaryFolder folder;
  TrainConfig config = tiny_backgammon();
  config.target = "exact";
  config.label_share = 0.02;
  train_quietly(config, folder / "one");
  config.stop_after = 2;
  train_quietly(config, folder / "two");
  config.stop_after = 0;
  train_quietly(config, folder / "two");
  CHECK(final_net(folder / "one") == final_net(folder / "two"));
}

TEST_CASE("a trained net says where it comes from") {
  const TemporaryFolder folder;
  train_quietly(tiny_backgammon(), folder / "run-of-four");
  const Provenance known = read_network(folder / "run-of-four/nets/final.safetensors").provenance;
  CHECK(known.at("game") == "backgammon");
  CHECK(known.at("run") == "run-of-four");
  CHECK(known.at("generation") == "4");
  CHECK(known.at("games") == "48");
  CHECK(known.at("seed") == "1");
  CHECK(known.at("config") == config_digest(tiny_backgammon()));
  CHECK(!known.at("commit").empty());
  CHECK(!known.at("date").empty());
}

TEST_CASE("an unknown game is an input error") {
  const TemporaryFolder folder;
  TrainConfig config = tiny_backgammon();
  config.game = "chess";
  CHECK_THROWS_AS(train_quietly(config, folder / "run"), InputError);
}
