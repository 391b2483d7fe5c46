// The program as its own opponent from outside.
#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;

TEST_CASE("an agent that is asked over the lines of alea engine plays as it does at home", "[tools]") {
  const auto [game, agent, drawn] = GENERATE(table<std::string, std::string, double>(
      {{"backgammon", "net:weights=fast", 0}, {"dvonn", "handwritten", 0.5}, {"diablo-4", "handwritten", 0.5}}));
  CAPTURE(game);
  const std::string outside = "process:command=\"" ALEA_PROGRAM " engine --agent " + agent + "\",protocol=engine";
  const auto report = run_alea({"match", game, "--a", outside, "--b", agent, "--games", "6", "--paired", "--seed", "5",
                                "--threads", "2", "--json"})
                          .json();
  // With the same dice and swapped seats, one player against itself: both games of a pair are one game.
  CHECK(report.at("games") == 6);
  CHECK(report.at("score") == drawn);
  CHECK(report.at("stderr") == 0);
}

TEST_CASE("a match tells what an outside program did wrong", "[tools]") {
  const auto failed = run_alea({"match", "backgammon", "--a", "process:command=\"echo out of memory >&2; exit 3\"",
                                "--b", "random", "--games", "2", "--json"});
  CHECK(failed.status == 1);
  const std::string message = failed.json().at("error").at("message");
  CHECK(message.find("has ended with status 3") != std::string::npos);
  CHECK(message.find("It printed:\nout of memory") != std::string::npos);
}
