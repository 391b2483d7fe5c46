// solve, and who reads what it has built.

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tools/program.hpp"
#include "tests/tools/tables.hpp"

using namespace alea::tests;

TEST_CASE("solve builds a table, and a second time has nothing to do", "[tools]") {
  const TemporaryFolder folder;
  const std::vector<std::string> command{"solve", "diablo-2", "--tables", folder.path(), "--json"};
  const auto first = run_alea(command).json();
  CHECK(first.at("what") == "diablo-2");
  CHECK(first.at("folder") == folder.path().string());
  CHECK(first.at("positions") == 20);
  CHECK(first.at("built") == 20);
  CHECK(first.at("bytes") == 40);
  CHECK(first.at("seconds").get<double>() >= 0);
  CHECK(run_alea(command).json().at("built") == 0);
  CHECK(std::filesystem::exists(folder / "diablo-2"));
}

TEST_CASE("solve keeps to every limit that is given", "[tools]") {
  const Tables tables;
  const auto positions = [](std::vector<std::string> limits) {
    limits.insert(limits.begin(), {"solve", "diablo-4", "--json", "--threads", "1"});
    return run_alea(limits).json().at("positions").get<int>();
  };
  CHECK(positions({"--checkers", "2"}) == 2421);
  CHECK(positions({"--checkers", "2", "--total", "2"}) == 33);
  CHECK(positions({"--stacks", "2", "--checkers", "3"}) == 9 * 33);
}

TEST_CASE("more threads than the machine has cores are nothing to warn of", "[tools]") {
  const Tables tables;
  const Finished solved = run_alea({"solve", "hypergammon", "--checkers", "1", "--threads", "200"});
  CHECK(solved.status == 0);
  CAPTURE(solved.err);
  CHECK(solved.err.find("Warning") == std::string::npos);
}

TEST_CASE("evaluate reads the tables that solve has built, and says what they lack", "[tools]") {
  const Tables tables;
  REQUIRE(run_alea({"solve", "diablo-4", "--checkers", "2"}).status == 0);
  const auto evaluate = [](const std::string& position) {
    return run_alea({"evaluate", "diablo-4", "--agent", "exact", "--position", position, "--json"});
  };
  const auto known = evaluate("..../b.../.g../.... g").json();  // from the reference values
  CHECK(known.at("value").at("win").get<double>() == Approx(0.25).margin(1e-5));
  CHECK(known.at("utility").get<double>() == Approx(-0.5).margin(2e-5));
  const auto unknown = evaluate("..../..g4./..b4./.... b");
  CHECK(unknown.status == 2);
  CHECK(unknown.error_field() == "agent");
}

TEST_CASE("hypergammon is solved, evaluated by its table and played", "[tools]") {
  const Tables tables;
  const auto solved = run_alea({"solve", "hypergammon", "--checkers", "1", "--json"}).json();
  CHECK(solved.at("built") == 26 * 26);
  const auto evaluate = [](const std::string& position) {
    return run_alea({"evaluate", "hypergammon", "--agent", "exact", "--position", position, "--json"});
  };
  // One checker a side: both on their last point. The roller bears off first, whatever is rolled.
  CHECK(evaluate("AQAABAAAAAAAAA").json().at("value").at("win").get<double>() == Approx(1).margin(1e-6));
  CHECK(evaluate("AACgAgAAKgAAAA").error_field() == "agent");
  CHECK(run_alea({"solve", "hypergammon", "--stacks", "2", "--json"}).error_field() == "stacks");
  CHECK(run_alea({"solve", "hypergammon", "--checkers", "4", "--json"}).error_field() == "checkers");
  const auto match = run_alea({"match", "hypergammon", "--a", "default", "--b", "random", "--games", "20", "--json"});
  CHECK(match.json().at("score").get<double>() > 0);
}

TEST_CASE("analyse of a 2x2 start with exact values knows that Black loses", "[tools]") {
  const Tables tables;
  REQUIRE(run_alea({"solve", "diablo-2"}).status == 0);
  const auto report =
      run_alea({"analyse", "diablo-2", "--agent", "exact", "--position", "gb/bg b", "--dice", "1-1", "--json"}).json();
  for (const auto& candidate : report.at("candidates")) CHECK(candidate.at("value").at("win") == 0.0);
}

TEST_CASE("solve refuses what there is not, and limits beyond all means", "[tools]") {
  const TemporaryFolder folder;
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "solve");
    arguments.insert(arguments.end(), {"--tables", folder.path(), "--json"});
    const auto finished = run_alea(arguments);
    CHECK(finished.status == 2);
    return finished.error_field();
  };
  CHECK(refused({"chess"}) == "what");
  CHECK(refused({"diablo-4", "--checkers", "0"}) == "checkers");
  CHECK(refused({"diablo-4", "--stacks", "many"}) == "stacks");
  CHECK(refused({"diablo-6", "--checkers", "18"}) == "checkers");
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(run_alea({"solve"}).status == 2);
}

TEST_CASE("solve --help lists what there is to solve", "[tools]") {
  const auto help = run_alea({"solve", "--help"});
  CHECK(help.status == 0);
  for (const char* name : {"diablo-2", "diablo-4", "diablo-6", "hypergammon"})
    CHECK(help.out.find(name) != std::string::npos);
}
