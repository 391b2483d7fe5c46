// alea rollout, and alea solve backgammon-bearoff.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tools/program.hpp"
#include "tests/tools/tables.hpp"

using namespace alea::tests;

namespace {

const std::string diablo_start = "gb/bg b";

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

TEST_CASE("Finished positions have their exact value in a rollout", "[tools]") {
  const auto json = run_alea(rollout("backgammon", "4HPwATAAAAAAAA", {"--weights", "fast"})).json();
  CHECK(json.at("utility") == 3.0);
  CHECK(json.at("value").at("winBG") == 1.0);
  CHECK(json.at("stderr").at("utility") == 0.0);
  CHECK_FALSE(json.contains("candidates"));
}

TEST_CASE("rollout names the field that is wrong", "[tools]") {
  const auto field = [](const std::vector<std::string>& more) {
    const auto refused = run_alea(rollout("diablo-2", diablo_start, more));
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
