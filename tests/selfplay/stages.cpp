#include "selfplay/stages.hpp"

#include <filesystem>
#include <fstream>

#include "engine/error.hpp"
#include "nets/growth.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace alea;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

constexpr const char* three_stages = R"(
game = "backgammon"
seed = 10
start = "first.safetensors"
games_per_generation = 100
learning_rate = 1e-3

[stage.1-td]
hidden = 64
games = 1000

[stage.2-grow]
hidden = "128,64"
seed = 99
games = 2000
learning_rate = 5e-4

[stage.3-polish]
hidden = "128,64"
target = "exact"
start = "stage:1-td"
)";

TrainPlan plan_of(const TemporaryFolder& folder, const std::string& text, const std::vector<Override>& overrides = {}) {
  std::ofstream(folder / "plan.toml") << text;
  return read_plan(folder / "plan.toml", overrides);
}

std::string error_of(const TemporaryFolder& folder, const std::string& text,
                     const std::vector<Override>& overrides = {}) {
  try {
    plan_of(folder, text, overrides);
  } catch (const InputError& error) {
    return error.field();
  }
  return "";
}

bool same(const TrainPlan& a, const TrainPlan& b) {
  return std::ranges::equal(a.stages, b.stages,
                            [](const Stage& x, const Stage& y) { return x.name == y.name && x.config == y.config; });
}

void begin(const fs::path& run, const std::string& stage) {
  fs::create_directories(run / stage);
  std::ofstream(run / stage / "config.toml") << "";
}

}  // namespace

TEST_CASE("sections of a config are the stages of a run, each with the common settings and its own") {
  const TemporaryFolder folder;
  const TrainPlan plan = plan_of(folder, three_stages);
  REQUIRE(plan.stages.size() == 3);
  CHECK(plan.staged());
  const auto& [td, grow, polish] = std::tie(plan.stages[0], plan.stages[1], plan.stages[2]);
  CHECK(td.name == "1-td");
  CHECK(grow.name == "2-grow");
  CHECK(polish.name == "3-polish");
  CHECK(td.config.hidden == std::vector<int>{64});
  CHECK(grow.config.hidden == std::vector<int>{128, 64});
  CHECK(td.config.learning_rate == 1e-3);
  CHECK(grow.config.learning_rate == 5e-4);
  CHECK(polish.config.target == "exact");
  CHECK(polish.config.games_per_generation == 100);
}

TEST_CASE("a stage begins with the net of the one before, and has dice of its own") {
  const TemporaryFolder folder;
  const TrainPlan plan = plan_of(folder, three_stages);
  CHECK(plan.stages[0].config.start == "first.safetensors");
  CHECK(plan.stages[1].config.start == "stage:1-td");
  CHECK(plan.stages[2].config.start == "stage:1-td");  // its own word
  CHECK(plan.stages[0].config.seed == 10);
  CHECK(plan.stages[1].config.seed == 99);
  CHECK(plan.stages[2].config.seed == 12);
}

TEST_CASE("the command line overrides all stages, or one") {
  const TemporaryFolder folder;
  const TrainPlan plan = plan_of(
      folder, three_stages, {{"games", "500"}, {"seed", "1"}, {"start", "other"}, {"2-grow.learning_rate", "0.25"}});
  for (std::size_t n = 0; n < 3; ++n) {
    CHECK(plan.stages[n].config.games == 500);
    CHECK(plan.stages[n].config.seed == 1 + n);
  }
  CHECK(plan.stages[0].config.start == "other");
  CHECK(plan.stages[1].config.start == "stage:1-td");
  CHECK(plan.stages[1].config.learning_rate == 0.25);
  CHECK(plan.stages[2].config.learning_rate == 1e-3);
  CHECK(error_of(folder, three_stages, {{"4-more.games", "1"}}) == "4-more.games");
}

TEST_CASE("a resolved plan reads back as itself") {
  const TemporaryFolder folder;
  const TrainPlan plan = plan_of(folder, three_stages);
  CHECK(same(plan_of(folder, plan_text(plan)), plan));
  const TrainPlan plain = plan_of(folder, "games = 700\n");
  CHECK_FALSE(plain.staged());
  CHECK(plain.stages.front().config.games == 1000);
  CHECK(same(plan_of(folder, plan_text(plain)), plain));
}

TEST_CASE("what is wrong with a plan is named by its key") {
  const TemporaryFolder folder;
  CHECK(error_of(folder, "[stage.a]\ngamess = 5\n") == "gamess");
  CHECK(error_of(folder, "[stage.a]\ngames = 0\n") == "games");
  CHECK(error_of(folder, "[stage.a]\ngames = 5\ngames = 6\n") == "games");
  CHECK(error_of(folder, "[stages.a]\ngames = 5\n") == "stages");
  CHECK(error_of(folder, "[stage.a.b]\ngames = 5\n") == "stage");
  CHECK(error_of(folder, "[stage.nets]\ngames = 5\n") == "stage.nets");
  CHECK(error_of(folder, "[stage.slurm]\ngames = 5\n") == "stage.slurm");
  CHECK(error_of(folder, "[stage.a]\ngames = 5\n[stage.b]\nstart = \"stage:b\"\n") == "start");
  CHECK(error_of(folder, "[stage.a/b]\ngames = 5\n") == "stage.a/b");
  CHECK(error_of(folder, "[stage.a]\nhidden = 64\n[stage.b]\nhidden = 32\n") == "hidden");
  CHECK(error_of(folder, "[stage.a]\nhidden = 64\n[stage.b]\nhidden = 32\nstart = other\n").empty());
  CHECK(error_of(folder, "[stage.a]\ngames = 5\n[stage.b]\ngame = dvonn\n") == "game");
  CHECK(error_of(folder, "[stage.a]\nschedule = exponential\nfinal_learning_rate = 0\n") == "schedule");
}

TEST_CASE("the stage that a run is in is the last one that was begun") {
  const TemporaryFolder folder;
  const TrainPlan plan = plan_of(folder, three_stages);
  const fs::path run = folder / "run";
  CHECK(current_stage(plan, run) == 0);
  begin(run, "1-td");
  CHECK(current_stage(plan, run) == 0);
  begin(run, "2-grow");
  CHECK(current_stage(plan, run) == 1);
  CHECK(stage_title(plan, 1) == "2-grow (2 of 3)");
}

TEST_CASE("stages that were begun stay where they were, others may change") {
  const TemporaryFolder folder;
  const TrainPlan plan = plan_of(folder, three_stages);
  const fs::path run = folder / "run";
  begin(run, "1-td");
  begin(run, "2-grow");
  TrainPlan later = plan;
  later.stages[2].name = "3-other";
  later.stages.push_back(plan.stages[2]);
  CHECK_NOTHROW(require_same_past(plan, later, run));
  std::swap(later.stages[0], later.stages[1]);
  CHECK_THROWS_AS(require_same_past(plan, later, run), InputError);
  later = plan;
  later.stages.resize(1);
  CHECK_THROWS_AS(require_same_past(plan, later, run), InputError);
  CHECK_THROWS_AS(require_same_past(plan, plan_of(folder, "games = 5\n"), run), InputError);
}

TEST_CASE("every config of the project is read, and its stages can grow into one another") {
  std::size_t configs = 0;
  for (const auto& entry : fs::directory_iterator(ALEA_TEST_SOURCE_DIR "/configs")) {
    const std::string name = entry.path().filename();
    if (entry.path().extension() != ".toml" || name.starts_with("tournament-")) continue;
    CAPTURE(name);
    const TrainPlan plan = read_plan(entry.path());
    ++configs;
    NetworkWeights net = initial_weights({"any", 4, plan.stages.front().config.hidden, 6, 6}, 1);
    for (const Stage& stage : plan.stages) CHECK_NOTHROW(net = grow(net, stage.config.hidden, 1));
  }
  CHECK(configs > 20);
}
