// alea engine --protocol ubgi: conversations with the program, a line of answers for a line of questions.
#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

std::vector<std::string> answers(const std::string& input) {
  const Finished finished = run_alea({"engine", "--protocol", "ubgi", "--agent", "net:weights=fast"}, input);
  CHECK(finished.status == 0);
  CHECK(finished.err.empty());
  std::vector<std::string> lines;
  std::istringstream in(finished.out);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The only answer.
std::string answer(const std::string& input) {
  const auto lines = answers(input);
  REQUIRE(lines.size() == 1);
  return lines.front();
}

}  // namespace

TEST_CASE("engine: UBGI's handshake names the program and ends with ubgiok", "[tools]") {
  const auto lines = answers("ubgi\nisready\nquit\nisready\n");
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].rfind("id name alea ", 0) == 0);
  CHECK(lines[1].rfind("id author ", 0) == 0);
  CHECK(lines[2] == "proto 0.2");
  CHECK(lines[3] == "ubgiok");
  CHECK(lines[4] == "readyok");
}

TEST_CASE("engine: UBGI's go answers the best move, step by step", "[tools]") {
  const std::string start = "newgame\nposition gnubgid 4HPwATDgc/ABMA\n";
  CHECK(answer(start + "dice 1 3\r\ngo\n") == "bestmove 8/5 6/5");
  CHECK(answer(start + "dice 3 1\ngo role chequer\n") == "bestmove 8/5 6/5");
  CHECK(answer("position xgid -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\ngo chequer\n") == "bestmove 8/5 6/5");
  // Both checkers stand on the 1-point; then the roller is closed out.
  CHECK(answer("position xgid -B----------------------b-:0:0:1:65:0:0:0:0:10\ngo\n") == "bestmove 1/off 1/off");
  CHECK(answer("position xgid aBBBBBB-------------------:0:0:-1:66:0:0:0:0:10\ngo\n") == "bestmove pass");
}

TEST_CASE("engine: UBGI's keys choose the game, the agent and the seed", "[tools]") {
  const std::string random = "set engine.agent random\nset engine.seed 7\n";
  const std::string turn = "position gnubgid 4HPwATDgc/ABMA\ndice 6 4\ngo\n";
  CHECK(answer(random + turn) == answer(random + turn));
  CHECK(answer("set game.variant hypergammon\nset engine.agent handwritten\nget game.variant\n") ==
        "value game.variant hypergammon");
  CHECK(answers("keys\n").size() == 3);
}

TEST_CASE("engine: UBGI answers what it cannot do with an error, and goes on", "[tools]") {
  const std::pair<std::string, std::string> cases[] = {
      {"hello", "error bad_command"},
      {"dice 3", "error bad_command"},
      {"dice 3 7", "error bad_value dice"},
      {"position gnubgid xyz", "error bad_value position"},
      {"position fibs board", "error unsupported position"},
      {"go", "error bad_state missing position"},
      {"go cube", "error unsupported go cube"},
      {"set engine.seed x", "error bad_value engine.seed"},
      {"set engine.ply 3", "error unsupported key"},
      {std::string(2'000'000, 'x'), "error bad_command"},
  };
  for (const auto& [line, expected] : cases) {
    CAPTURE(line.substr(0, 100), expected);
    const auto lines = answers(line + "\nisready\n");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].rfind(expected, 0) == 0);
    CHECK(lines[0].size() < 1000);
    CHECK(lines[1] == "readyok");
  }
}

TEST_CASE("engine: UBGI forgets the dice of the turn before, and outlives an agent's program", "[tools]") {
  const std::string turn = "position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo\n";
  const auto lines =
      answers(turn + "position gnubgid sGfwATDgc/ABMA\ngo\nset engine.agent process:command=\"false\"\nisready\n" +
              "set engine.agent random\nisready\n");
  REQUIRE(lines.size() == 4);
  CHECK(lines[1] == "error bad_state missing dice");
  CHECK(lines[2].rfind("error internal ", 0) == 0);
  CHECK(lines[3] == "readyok");
}

TEST_CASE("engine: UBGI is not ready while game and agent do not suit each other", "[tools]") {
  for (const char* wrong : {"set engine.agent nobody", "set game.variant chess", "set game.variant hypergammon"}) {
    const auto lines =
        answers(std::string(wrong) + "\nisready\nset game.variant backgammon\nset engine.agent random\nisready\n");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].rfind("error bad_value ", 0) == 0);
    CHECK(lines[1] == "readyok");
  }
}
