// bench.
#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;

TEST_CASE("bench tells positive rates under the names of the contract", "[tools]") {
#ifndef NDEBUG
  WARN("skipped: counting 116 million nodes takes a minute in this build");
  return;
#endif
  const auto json = run_alea({"bench", "backgammon", "--seconds", "0.01", "--threads", "2", "--json"}).json();
  CHECK(json.at("game") == "backgammon");
  CHECK(json.at("threads") == 2);
  for (const char* name : {"rolls_per_s", "afterstates_per_s", "random_games_per_s", "evaluations_per_s",
                           "perft_nodes_per_s", "search_nodes_per_s", "search_batch_size", "1_ply_turns_per_s",
                           "2_ply_turns_per_s", "simulations_per_s", "simulation_batch_size"}) {
    CAPTURE(name);
    CHECK(json.at(name).get<double>() > 0);
  }
  CHECK(!json.contains("movement_games_per_s"));
}

TEST_CASE("bench says once that a network is not there", "[tools]") {
  const auto json = run_alea({"bench", "diablo-2", "--seconds", "0.001", "--threads", "1", "--json"}).json();
  CHECK(json.at("notes").size() == 1);
}

TEST_CASE("bench of an unknown game is refused", "[tools]") { CHECK(run_alea({"bench", "chess"}).status == 2); }
