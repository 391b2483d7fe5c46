// Runs in stages, on a board that takes a moment.
#include <csignal>

#include "selfplay/train.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/killing.hpp"
#include "tests/selfplay/race_training.hpp"
#include "tests/selfplay/small_training.hpp"

using namespace alea;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

/// A small net, and then a larger one that begins with what it knows.
TrainPlan two_stages() {
  TrainConfig td = small_training("diablo-2");
  td.hidden = {12};
  td.games = 240;
  td.window = 2;
  td.average = 0.9;
  td.exploration = 0.1;
  td.checkpoint_seconds = 0.02;
  td.keep_nets = 0;
  td.threads = 2;
  TrainConfig grow = td;
  grow.hidden = {20, 24};
  grow.target = "exact";
  return in_two_stages(td, grow);
}

}  // namespace

TEST_CASE("a run in stages is the trainings of its stages, one after another") {
  const TemporaryFolder folder;
  const TrainPlan plan = two_stages();
  const TrainOutcome outcome = train_quietly(plan, folder / "run");
  CHECK(outcome.ended);
  CHECK(outcome.stage == "2-grow (2 of 2)");
  CHECK(outcome.state.games == 240);
  CHECK(final_net(folder / "run") == final_net(folder / "run/2-grow"));

  train_quietly(plan.stages[0].config, folder / "first");
  TrainConfig second = plan.stages[1].config;
  second.start = folder / "first/nets/final.safetensors";
  train_quietly(second, folder / "second");
  CHECK(final_net(folder / "run/1-td") == final_net(folder / "first"));
  CHECK(final_net(folder / "run") == final_net(folder / "second"));
}

TEST_CASE("a run in stages goes on where it was, and its settings may not change behind it") {
  const TemporaryFolder folder;
  TrainPlan plan = two_stages();
  train_quietly(plan, folder / "undisturbed");
  plan.stages[1].config.stop_after = 3;
  CHECK(train_quietly(plan, folder / "run").ended);
  plan.stages[1].config.stop_after = 0;
  CHECK(train_quietly(plan, folder / "run").ended);
  CHECK(final_net(folder / "run") == final_net(folder / "undisturbed"));

  plan.stages[0].config.lag = 0;  // of a stage that is over: nobody asks
  CHECK_NOTHROW(train_quietly(plan, folder / "run"));
  plan.stages[1].config.lag = 0;
  CHECK_THROWS_AS(train_quietly(plan, folder / "run"), InputError);
  CHECK_THROWS_AS(train_quietly(plan.stages[0].config, folder / "run"), InputError);
}

TEST_CASE("a run in stages is listed as one") {
  const TemporaryFolder folder;
  train_quietly(two_stages(), folder / "staged");
  const auto runs = list_runs(folder.path());
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].stage == "2-grow (2 of 2)");
  CHECK(runs[0].games == 480);
  CHECK(runs[0].games_total == 480);
  CHECK(runs[0].status == "done");
}

// Run by the test below, in a process of its own.
TEST_CASE("a training in stages to be killed", "[.][killed-stages]") {
  if (const char* const run = std::getenv("ALEA_TEST_RUN")) train_quietly(two_stages(), run);
}

TEST_CASE("a run in stages that is killed again and again comes to the same net") {
  const TemporaryFolder folder;
  const fs::path run = folder / "killed";
  CHECK(kill_at_random_moments("[killed-stages]", run, 8) > 0);
  CHECK(train_quietly(two_stages(), run).ended);
  train_quietly(two_stages(), folder / "undisturbed");
  CHECK(final_net(run) == final_net(folder / "undisturbed"));
  CHECK(lines_logged(run) == 60);
}
