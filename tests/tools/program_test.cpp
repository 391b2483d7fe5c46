// The program as a whole: help, exit statuses, errors as text and as JSON.
#include "tests/tools/program.hpp"

#include <map>

#include "tests/catch.hpp"

using namespace alea::tests;

TEST_CASE("Help lists the commands in groups and says how plies are counted", "[tools]") {
  const auto help = run_alea({"--help"});
  CHECK(help.status == 0);
  for (const char* word : {"Rules:", "Analysis:", "plays", "apply", "replay", "perft", "evaluate", "analyse", "bench",
                           "version", "GNU Backgammon"}) {
    CAPTURE(word);
    CHECK(help.out.find(word) != std::string::npos);
  }
  const auto command = run_alea({"analyse", "--help"});
  CHECK(command.status == 0);
  CHECK(command.out.find("--top") != std::string::npos);
  CHECK(command.out.find("0-ply is the static network") != std::string::npos);
}

TEST_CASE("Without a command the program prints its help and ends with 2", "[tools]") {
  const auto nothing = run_alea({});
  CHECK(nothing.status == 2);
  CHECK(nothing.out == run_alea({"--help"}).out);
}

TEST_CASE("Version is told to people and as JSON", "[tools]") {
  CHECK(run_alea({"version"}).out.starts_with("alea "));
  const auto json = run_alea({"version", "--json"}).json();
  CHECK(json.at("version").is_string());
  CHECK(json.at("compiler").is_string());
}

TEST_CASE("Bad usage ends with 2 and names the option, on standard error or as JSON", "[tools]") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"nonsense"}, "usage"},
      {{"plays"}, "usage"},
      {{"plays", "backgammon", "--nonsense"}, "usage"},
      {{"plays", "backgammon"}, "position"},
      {{"plays", "chess", "--position", backgammon_start}, "game"},
      {{"plays", "diablo-5", "--position", backgammon_start}, "game"},
      {{"perft", "backgammon"}, "depth"},
      {{"perft", "backgammon", "--depth", "0"}, "depth"},
      {{"perft", "backgammon", "--depth", "21"}, "depth"},
      {{"perft", "backgammon", "--depth", "three"}, "depth"},
      {{"apply", "backgammon", "--position", backgammon_start, "--dice", "3-1"}, "play"},
      {{"analyse", "backgammon", "--position", backgammon_start, "--top", "0"}, "top"},
      {{"replay", "backgammon"}, "batch"},
      {{"bench", "--threads", "0"}, "threads"},
  };
  for (auto [arguments, field] : cases) {
    CAPTURE(arguments, field);
    const auto text = run_alea(arguments);
    CHECK(text.status == 2);
    CHECK(text.out.empty());
    CHECK(text.err.starts_with("alea: " + field + ": "));
    arguments.push_back("--json");
    const auto json = run_alea(arguments);
    CHECK(json.status == 2);
    CHECK(json.error_field() == field);
    CHECK(json.err.empty());
  }
}

TEST_CASE("Numbers that CLI11 would change, or that are none, are refused", "[tools]") {
  const std::vector<std::string> rollout{"rollout", "dvonn"},
      match{"match", "diablo-2", "--a", "random", "--b", "random"};
  const std::pair<std::vector<std::string>, std::vector<std::string>> cases[] = {
      {match, {"--seed", "-1"}},
      {match, {"--seed", "18446744073709551616"}},
      {match, {"--alpha", "0.1"}},  // without --sprt
      {rollout, {"--seed", "99999999999999999999999"}},
      {rollout, {"--until-stderr", "nan"}},
      {{"bench", "diablo-2"}, {"--seconds", "nan"}},
      {{"selfplay", "--run", "nowhere"}, {"--patience", "nan"}},
      {{"rate", "nowhere.db"}, {"--seed", "-1"}},
  };
  for (const auto& [command, wrong] : cases) {
    auto arguments = command;
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    CAPTURE(arguments);
    const auto finished = run_alea(arguments);
    CHECK(finished.status == 2);
    CHECK(finished.err.find(wrong.front()) != std::string::npos);
  }
}

TEST_CASE("Hypergammon's own list of agents works", "[tools]") {
  for (const char* agent : {"mcts:simulations=20", "expectimax:plies=1,filter=normal", "handwritten:plies=0"}) {
    CAPTURE(agent);
    const auto finished = run_alea(
        {"analyse", "hypergammon", "--position", "AACgAgAAKgAAAA", "--dice", "2-1", "--agent", agent, "--json"});
    CHECK(finished.status == 0);
  }
}

TEST_CASE("A full disk is a failure, not a success", "[tools]") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("skipped: there is no /dev/full here");
    return;
  }
  const int status = std::system((std::string(ALEA_PROGRAM) + " version > /dev/full 2> /dev/null").c_str());
  CHECK(WEXITSTATUS(status) == 1);
}

TEST_CASE("The program does not link LibTorch, which alone costs 0.3 s of its start", "[tools]") {
  CHECK(read_file(ALEA_PROGRAM).find("libtorch") == std::string::npos);
}
