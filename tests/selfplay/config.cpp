#include "selfplay/config.hpp"

#include <fstream>

#include "engine/error.hpp"
#include "selfplay/schedule.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/race_training.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

TrainConfig read_text(const TemporaryFolder& folder, const std::string& text,
                      const std::vector<Override>& overrides = {}) {
  std::ofstream(folder / "run.toml") << text;
  return read_config(folder / "run.toml", overrides);
}

/// The field and message of the error that the text is.
std::pair<std::string, std::string> error_of(const TemporaryFolder& folder, const std::string& text,
                                             const std::vector<Override>& overrides = {}) {
  try {
    read_text(folder, text, overrides);
  } catch (const InputError& error) {
    return {error.field(), error.what()};
  }
  return {};
}

}  // namespace

TEST_CASE("a config is read, overridden from the command line and resolved") {
  const TemporaryFolder folder;
  const TrainConfig config = read_text(folder,
                                       "# a comment\n"
                                       "game = \"backgammon\"\n"
                                       "hidden = \"256,64\"   # two layers\n"
                                       "games = 1001\n"
                                       "games_per_generation = 100\n"
                                       "learning_rate = 3e-4\n",
                                       {{"seed", "12345678901234"}, {"learning_rate", "0.002"}});
  CHECK(config.hidden == std::vector<int>{256, 64});
  CHECK(config.games == 1100);
  CHECK(config.learning_rate == 0.002);
  CHECK(config.seed == 12345678901234);
  CHECK(read_text(folder, "hidden = [32, 16, 8]\n").hidden == std::vector<int>{32, 16, 8});
  CHECK(read_text(folder, "hidden = 80\n").hidden == std::vector<int>{80});
}

TEST_CASE("a resolved config reads back as itself") {
  const TemporaryFolder folder;
  TrainConfig config;
  config.hidden = {256, 64, 32};
  config.learning_rate = 1.0 / 3;
  config.average = 0.99937;
  config.start = "some/net.safetensors";
  config.games = 12'345'500;
  CHECK(read_text(folder, config_text(config)) == config);
  CHECK(read_text(folder, config_text(TrainConfig{})) == TrainConfig{});
}

TEST_CASE("what is wrong with a config is named by key and file") {
  const TemporaryFolder folder;
  const auto [text, field] = GENERATE(table<std::string, std::string>({
      {"gamess = 5\n", "gamess"},
      {"[section]\ngames = 5\n", "section.++"},
      {"games = 0\n", "games"},
      {"games = many\n", "games"},
      {"games = 5\ngames = 6\n", "games"},
      {"games = 5\nseed = 1\ngames = 6\n", "games"},
      {"seed = -1\n", "seed"},
      {"learning_rate = nan\n", "learning_rate"},
      {"learning_rate = 2\n", "learning_rate"},
      {"lambda = 1.5\n", "lambda"},
      {"hidden = \"128,0\"\n", "hidden"},
      {"hidden = \"1,1,1,1,1,1,1,1,1\"\n", "hidden"},
      {"schedule = \"sometimes\"\n", "schedule"},
      {"target = \"luck\"\n", "target"},
      {"hard_label = \"3-ply\"\n", "hard_label"},
      {"rollout_turns = 0\n", "rollout_turns"},
      {"device = \"gpu\"\n", "device"},
      {"inference = \"gpu\"\n", "inference"},
      {"inference_games = 0\n", "inference_games"},
      {"average = 1\n", "average"},
      {"games = 100000000\ngames_per_generation = 1\n", "games_per_generation"},
      {"schedule = exponential\nfinal_learning_rate = 0\n", "schedule"},
  }));
  CAPTURE(text);
  const auto [found_field, message] = error_of(folder, text);
  CAPTURE(message);
  CHECK(found_field == field);
  const bool contradiction = field == "games_per_generation" || text.starts_with("schedule = exp");
  if (!contradiction) CHECK(message.find("run.toml") != std::string::npos);
}

TEST_CASE("a config that is no file, or too large for one, is an input error") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(read_config(folder / "none.toml"), InputError);
  CHECK_THROWS_AS(read_config(folder.path()), InputError);
  CHECK(error_of(folder, std::string(2'000'000, '#')).first == "config");
  CHECK(error_of(folder, "", {{"lag", "-1"}}).first == "lag");
  CHECK(error_of(folder, "", {{"nonsense", "1"}}).first == "nonsense");
}

TEST_CASE("a run goes on with what affects its result unchanged") {
  TrainConfig before, now;
  now.games *= 2;
  now.threads = 7;
  now.minutes = 3;
  now.device = "auto";
  now.inference = "cuda";
  now.inference_games = 1024;
  CHECK_NOTHROW(require_continues(before, now));
  now.lag = 2;
  try {
    require_continues(before, now);
    FAIL("a changed lag was accepted");
  } catch (const InputError& error) {
    CHECK(error.field() == "lag");
    CHECK(std::string(error.what()).find("1") != std::string::npos);
  }
  CHECK(config_digest(before) != config_digest(now));
}

TEST_CASE("schedules begin and end where they should") {
  TrainConfig config;
  config.learning_rate = 1e-2;
  config.final_learning_rate = 1e-4;
  for (const char* const name : {"linear", "cosine", "exponential"}) {
    CAPTURE(name);
    config.schedule = name;
    CHECK(learning_rate(config, 0) == Approx(1e-2));
    CHECK(learning_rate(config, 1) == Approx(1e-4));
    CHECK(learning_rate(config, 0.4) > learning_rate(config, 0.6));
  }
  config.schedule = "exponential";
  CHECK(learning_rate(config, 0.5) == Approx(1e-3));
  config.schedule = "cosine";
  CHECK(learning_rate(config, 0.5) == Approx((1e-2 + 1e-4) / 2));
  config.schedule = "constant";
  CHECK(learning_rate(config, 1) == Approx(1e-2));

  config.lambda = 0.8;
  config.final_lambda = 0.2;
  config.lambda_until = 0.5;
  CHECK(lambda(config, 0) == Approx(0.8));
  CHECK(lambda(config, 0.25) == Approx(0.5));
  CHECK(lambda(config, 0.5) == Approx(0.2));
  CHECK(lambda(config, 1) == Approx(0.2));
  config.lambda_until = 0;
  CHECK(lambda(config, 0) == Approx(0.2));
}
