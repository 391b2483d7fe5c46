// alea rollout, and alea solve backgammon-bearoff.
#include <cmath>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tools/program.hpp"
#include "tests/tools/tables.hpp"

using namespace alea::tests;

namespace {

const std::string smallest_diablo_start = "gb/bg b";

std::vector<std::string> rollout(const std::string& game, const std::string& position,
                                 const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"rollout", game, "--position", position, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// Without what may differ from run to run.
Json lasting(Json json) {
  json.erase("seconds");
  return json;
}

}  // namespace

TEST_CASE("rollout tells value and utility with standard errors, and is the same on any number of threads", "[tools]") {
  const Tables tables;
  const auto json = run_alea(rollout("diablo-4", "gbgb/bgbg/gbgb/bgbg b", {"--trials", "100", "--seed", "5"})).json();
  CHECK(json.at("trials") == 100);
  CHECK(json.at("seed") == 5);
  CHECK(json.at("partial") == false);
  const double win = json.at("value").at("win"), utility = json.at("utility");
  CHECK(utility == Approx(2 * win - 1).margin(1e-6));
  const double win_error = json.at("stderr").at("value").at("win"), error = json.at("stderr").at("utility");
  CHECK(error == Approx(2 * win_error));
  CHECK(error > 0);
  CHECK(error < 0.3);
  const auto threads =
      run_alea(rollout("diablo-4", "gbgb/bgbg/gbgb/bgbg b", {"--trials", "100", "--seed", "5", "--threads", "3"}));
  CHECK(lasting(threads.json()) == lasting(json));
}

TEST_CASE("rollout with dice compares plays, best first", "[tools]") {
  const Tables tables;
  const std::string position = "gbgb/bgbg/gbgb/bgbg b";
  const auto json = run_alea(rollout("diablo-4", position, {"--dice", "2-1", "--trials", "36", "--top", "3"})).json();
  CHECK(json.at("dice") == "2-1");
  const auto& candidates = json.at("candidates");
  REQUIRE(candidates.size() == 3);
  CHECK(candidates[0].at("loss") == 0.0);
  CHECK(candidates[0].at("utility") == json.at("utility"));
  CHECK(candidates[0].at("value") == json.at("value"));
  for (const auto& candidate : candidates) {
    CHECK(candidate.at("loss") >= 0.0);
    CHECK(candidate.at("trials") == 36);
    CHECK(candidate.at("stderr").at("utility").is_number());
    const auto after = run_alea(
        {"apply", "diablo-4", "--position", position, "--dice", "2-1", "--play", candidate.at("play"), "--json"});
    CHECK(after.json().at("position") == candidate.at("position"));
  }
  const auto text = run_alea({"rollout", "diablo-4", "--position", position, "--dice", "2-1", "--trials", "36"});
  CHECK(text.status == 0);
  CHECK(text.out.find("standard error") != std::string::npos);
}

TEST_CASE("A rollout that is gone on with later finds what one without a break finds", "[tools]") {
  const Tables tables;
  const TemporaryFolder folder;
  const auto run = [&](const char* trials, std::vector<std::string> more) {
    more.insert(more.end(), {"--trials", trials, "--dice", "2-1", "--top", "2", "--weights", "handwritten"});
    return run_alea(rollout("diablo-4", "gbgb/bgbg/gbgb/bgbg b", more));
  };
  const std::vector<std::string> state{"--state", folder / "state"};
  const auto whole = lasting(run("400", {}).json());
  run("144", state);
  run("288", state);
  CHECK(lasting(run("400", state).json()) == whole);
  const std::string kept = read_file(folder / "state");
  CHECK(lasting(run("400", state).json()) == whole);
  CHECK(read_file(folder / "state") == kept);

  const auto other = run("400", {"--state", folder / "state", "--seed", "2"});
  CHECK(other.status == 2);
  CHECK(other.error_field() == "state");
  CHECK(other.out.find("expected seed 2, found 1") != std::string::npos);
  CHECK(read_file(folder / "state") == kept);
}

TEST_CASE("A file that is no rollout's state is refused and left as it is", "[tools]") {
  const Tables tables;
  const TemporaryFolder folder;
  const auto file = folder / "state";
  const auto run = [&] {
    return run_alea(rollout("diablo-4", "gbgb/bgbg/gbgb/bgbg b", {"--trials", "36", "--state", file}));
  };
  REQUIRE(run().status == 0);
  const std::string good = read_file(file);
  const auto damaged = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  for (const std::string& text :
       {std::string(), std::string("[]"), good.substr(0, good.size() / 2),
        damaged("\"alea rollout\":1", "\"alea rollout\":2"), damaged("[[[", "[[[1e400,"), damaged("[[[", "[[[-"),
        damaged("[[[", "[[[1,"), damaged("\"sums\":[", "\"sums\":[[],")}) {
    CAPTURE(text.substr(0, 100));
    std::ofstream(file, std::ios::binary) << text;
    const auto refused = run();
    CHECK(refused.status == 2);
    CHECK(refused.error_field() == "state");
    CHECK(read_file(file) == text);
  }
}

TEST_CASE("Finished positions have their exact value in a rollout", "[tools]") {
  const auto json = run_alea(rollout("backgammon", "4HPwATAAAAAAAA", {"--weights", "fast"})).json();
  CHECK(json.at("utility") == 3.0);
  CHECK(json.at("value").at("winBG") == 1.0);
  CHECK(json.at("stderr").at("utility") == 0.0);
  CHECK_FALSE(json.contains("candidates"));
}

TEST_CASE("rollout names the field that is wrong", "[tools]") {
  const auto field = [](const std::vector<std::string>& more) {
    const auto refused = run_alea(rollout("diablo-2", smallest_diablo_start, more));
    CHECK(refused.status == 2);
    return refused.error_field();
  };
  CHECK(field({"--trials", "0"}) == "trials");
  CHECK(field({"--agent", "nonsense"}) == "agent");
  CHECK(field({"--dice", "9-1"}) == "dice");
  CHECK(field({"--until-stderr", "-1"}) == "until-stderr");
  CHECK(run_alea(rollout("diablo-2", "nonsense")).error_field() == "position");
}

TEST_CASE("Rollouts end at positions that a bearoff table holds", "[tools]") {
  const Tables tables;
  const auto solved = run_alea({"solve", "backgammon-bearoff", "--checkers", "2", "--json"}).json();
  CHECK(solved.at("positions") == 54264 + 27 * 27);
  CHECK(run_alea({"solve", "backgammon-bearoff", "--checkers", "2", "--json"}).json().at("built") == 0);
  // A row of the reference data with two checkers a side.
  const auto json = run_alea(rollout("backgammon", "CQAAgAAAAAAAAA", {"--weights", "fast", "--trials", "72"})).json();
  CHECK(json.at("utility").get<double>() == Approx(0.737654).margin(1e-6));
  CHECK(json.at("stderr").at("utility") == 0.0);
  CHECK(run_alea({"solve", "backgammon-bearoff", "--checkers", "11", "--json"}).error_field() == "checkers");
  CHECK(run_alea({"solve", "backgammon-bearoff", "--total", "5", "--json"}).error_field() == "total");
}
