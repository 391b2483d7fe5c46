// alea engine, and the program playing against itself from outside.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <utility>

#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

const std::vector<std::string> codecup{"engine", "--protocol", "codecup", "--agent", "random"};

Finished converse(const std::string& input) { return run_alea(codecup, input); }

/// An agent that is this program, playing at random with that seed, as text.
std::string child(int seed) {
  return "process:command=\"" + std::string(ALEA_PROGRAM) + " engine --protocol codecup --agent random --seed " +
         std::to_string(seed) + "\"";
}

Finished match(const std::string& a, const std::string& b, const std::string& games) {
  return run_alea({"match", "dvonn", "--a", a, "--b", b, "--games", games, "--threads", "2", "--json"});
}

/// A request to analyse the opening 3-1, with more fields.
std::string limited(const std::string& more) {
  return R"({"id":1,"op":"analyse","game":"backgammon","position":"4HPwATDgc/ABMA","dice":"3-1",)" + more + "}";
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("engine: CodeCup's Start has White begin, a play has it answer, Quit and the end of the input end it",
          "[tools]") {
  for (const char* end : {"Quit\n", "Quit\nmore\n", ""}) {
    const auto white = converse(std::string("Start\n") + end);
    CHECK(white.status == 0);
    CHECK(lines_of(white.out) == 1);
    CHECK(white.err.empty());
    const auto black = converse(std::string("b4\r\n") + end);
    CHECK(black.status == 0);
    CHECK(lines_of(black.out) == 1);
    CHECK(black.out != "B4\n");
  }
  CHECK(converse("").out.empty());
}

TEST_CASE("engine: the seed decides what a random agent plays", "[tools]") {
  const auto first = [](const char* seed) {
    auto arguments = codecup;
    arguments.insert(arguments.end(), {"--seed", seed});
    return run_alea(arguments, "Start\n").out;
  };
  CHECK(first("1") == first("1"));
  CHECK((first("1") != first("2") || first("1") != first("3")));
}

TEST_CASE("engine: what is no line of CodeCup's protocol ends it with 2 and is named", "[tools]") {
  const std::pair<std::string, const char*> cases[] = {
      {"Z9\n", "alea: play: line 1: Z9 is off the board"},
      {"hello\n", "line 1: expected a placement (B4)"},
      {"PASS\n", "line 1: nobody passes in the placement phase"},
      {"\n", "line 1: expected a placement (B4), a stack move (H5F5) or PASS, found \"\""},
      {"Start\nA1B2\n", "line 2: no stack moves before all 49 pieces are placed"},
      {"Start\nStart\n", "line 2: expected the opponent's play or Quit, found Start"},
      {std::string(10'000'000, 'x') + "\n", "line 1: expected a placement (B4)"},
  };
  for (const auto& [input, expected] : cases) {
    CAPTURE(input.substr(0, 100), expected);
    const auto refused = converse(input);
    CAPTURE(refused.err);
    CHECK(refused.status == 2);
    CHECK(refused.err.size() < 300);
    CHECK(refused.err.find(expected) != std::string::npos);
  }
}

TEST_CASE("engine: a game's time is an option of the agent, which must know it", "[tools]") {
  auto arguments = codecup;
  arguments.insert(arguments.end(), {"--game-time", "30s"});
  const auto refused = run_alea(arguments, "Start\n");
  CHECK(refused.status == 2);
  CHECK(refused.err.find("random has no keys, found \"game_time\"") != std::string::npos);
  const auto in_place = run_alea(
      {"engine", "--protocol", "codecup", "--agent", "alphabeta:game_time=1s", "--game-time", "soon"}, "Start\n");
  CHECK(in_place.err.find("found \"soon\"") != std::string::npos);
  CHECK(run_alea({"engine", "--protocol", "nonsense"}).status == 2);
}

TEST_CASE("engine: two children play whole games of dvonn against each other and against this process", "[tools]") {
  const auto outside = match(child(1), child(2), "6").json();
  CHECK(outside.at("games") == 6);
  CHECK(outside.at("cut") == 0);
  const auto mixed = match("random", child(3), "8").json();
  CHECK(mixed.at("games") == 8);
  CHECK(mixed.at("cut") == 0);
  CHECK(mixed.at("distinct_games") == 8);
}

TEST_CASE("engine: a program outside that misbehaves ends the match and is named", "[tools]") {
  const TemporaryDirectory folder;
  const auto fake = [&](const std::string& script) {
    const auto file = folder.path() / "fake.sh";
    std::ofstream(file) << script;
    return "process:command=\"sh " + file.string() + "\",game_time=60s";
  };
  const std::pair<const char*, const char*> cases[] = {
      {"exit 3", "has ended with status 3"},
      {"read line; echo garbage; sleep 1000", "answered \\\"garbage\\\", no legal play"},
      {"read line; echo A1A2; sleep 1000", "no stack moves before all 49 pieces are placed"},
      {"head -c 10000000 /dev/zero | tr '\\0' x", "more than 4096 bytes"},
  };
  for (const auto& [script, expected] : cases) {
    CAPTURE(script, expected);
    const auto failed = match(fake(script), "random", "2");
    CAPTURE(failed.out);
    CHECK(failed.status == 1);
    CHECK(failed.json().at("error").at("field") == "runtime");
    CHECK(failed.out.find(expected) != std::string::npos);
    CHECK(failed.out.find("fake.sh") != std::string::npos);
  }
  const auto hanging = match("process:command=\"sleep 1000\",game_time=50ms", "random", "2");
  CHECK(hanging.status == 1);
  CHECK(hanging.out.find("no reply within 0.05 s") != std::string::npos);
}

TEST_CASE("engine: JSON requests are answered like the commands, each with its id", "[tools]") {
  const std::string opening = "\"game\":\"backgammon\",\"position\":\"4HPwATDgc/ABMA\"";
  const auto answers =
      run_alea({"engine", "--threads", "2"},
               "{\"id\":1,\"op\":\"plays\"," + opening + ",\"dice\":\"3-1\"}\n" + "{\"id\":\"b\",\"op\":\"apply\"," +
                   opening + ",\"dice\":\"3-1\",\"play\":\"8/5 6/5\"}\n" + "{\"id\":3,\"op\":\"evaluate\"," + opening +
                   ",\"agent\":\"net:weights=fast\"}\n" + "{\"id\":4,\"op\":\"analyse\"," + opening +
                   ",\"dice\":\"3-1\",\"agent\":\"net:weights=fast\",\"top\":2}\n" +
                   "{\"id\":5,\"op\":\"version\"}\n{\"id\":6,\"op\":\"rollout\"," + opening +
                   ",\"weights\":\"fast\",\"trials\":72,\"turns\":3}\n");
  CHECK(answers.status == 0);
  CHECK(answers.err.empty());
  std::map<std::string, Json> by_id;
  for (Json answer : answers.lines()) {
    const std::string id = answer.at("id").dump();
    answer.erase("id");
    answer.erase("seconds");
    by_id[id] = answer;
  }
  REQUIRE(by_id.size() == 6);
  const auto command = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin() + 1, "backgammon");
    arguments.insert(arguments.end(), {"--position", "4HPwATDgc/ABMA", "--json"});
    Json answer = run_alea(arguments).json();
    answer.erase("seconds");
    return answer;
  };
  CHECK(by_id["1"] == command({"plays", "--dice", "3-1"}));
  CHECK(by_id["\"b\""] == command({"apply", "--dice", "3-1", "--play", "8/5 6/5"}));
  CHECK(by_id["3"] == command({"evaluate", "--agent", "net:weights=fast"}));
  CHECK(by_id["4"] == command({"analyse", "--dice", "3-1", "--agent", "net:weights=fast", "--top", "2"}));
  CHECK(by_id["5"].contains("version"));
  CHECK(by_id["6"] == command({"rollout", "--weights", "fast", "--trials", "72", "--turns", "3"}));
}

TEST_CASE("engine: limits of a request stand in place of the agent's own", "[tools]") {
  const auto analysis = [](const std::string& more) {
    const auto answers = run_alea({"engine"}, limited(more) + "\n");
    Json answer = answers.json();
    answer.erase("seconds");
    return answer;
  };
  const Json one_ply = analysis(R"("agent":"expectimax:plies=1,weights=fast")");
  CHECK(one_ply.at("candidates")[0].at("plies") == 1);
  CHECK(analysis(R"("agent":"expectimax:plies=2,weights=fast","plies":1)") == one_ply);
  CHECK(analysis(R"("agent":"expectimax:plies=2,weights=fast")") != one_ply);
  const Json visited = analysis(R"("agent":"mcts:weights=fast","simulations":50)");
  std::int64_t visits = 0;
  for (const Json& candidate : visited.at("candidates")) visits += candidate.value("visits", 0);
  CHECK(visits == 50);
}

TEST_CASE("engine: a bad JSON request is answered with the field that is wrong, and the engine goes on", "[tools]") {
  const std::pair<std::string, const char*> cases[] = {
      {"nonsense", "json"},
      {"[1]", "json"},
      {"{\"op\":\"version\"}", "id"},
      {R"({"id":[1],"op":"version"})", "id"},
      {R"({"id":1})", "op"},
      {R"({"id":1,"op":"fly"})", "op"},
      {R"({"id":1,"op":"version","game":"dvonn"})", "game"},
      {R"({"id":1,"op":"plays"})", "game"},
      {R"({"id":1,"op":"plays","game":"chess","position":"x"})", "game"},
      {R"({"id":1,"op":"plays","game":"dvonn"})", "position"},
      {R"({"id":1,"op":"plays","game":"dvonn","position":7})", "position"},
      {R"({"id":1,"op":"plays","game":"dvonn","position":"x"})", "position"},
      {R"({"id":1,"op":"analyse","game":"dvonn","position":")" + dvonn_start + R"(","top":0})", "top"},
      {R"({"id":1,"op":"analyse","game":"dvonn","position":")" + dvonn_start + R"(","agent":"x"})", "agent"},
      {R"({"id":1,"op":"plays","game":"dvonn","position":")" + dvonn_start + R"(","dice":"3-1"})", "dice"},
      {limited(R"("time":0)"), "time"},
      {limited(R"("time":"1s")"), "time"},
      {limited(R"("nodes":1.5)"), "nodes"},
      {limited(R"("plies":-1)"), "plies"},
      {limited(R"("plies":5,"nodes":7)"), "plies"},                // expectimax: at most 4
      {limited(R"("nodes":7,"simulations":800)"), "simulations"},  // none in expectimax
      {limited(R"("every":0)"), "every"},
      {R"({"id":1,"op":"evaluate","game":"backgammon","position":"4HPwATDgc/ABMA","agent":"net","plies":1})", "plies"},
      {R"({"id":1,"op":"analyse","game":"backgammon","position":"4HPwATDgc/ABMA","agent":"net","every":1})", "every"},
      {R"({"id":1,"op":"rollout","game":"backgammon","position":"4HPwATDgc/ABMA","luck":1})", "luck"},
      {std::string(2'000'000, '['), "json"},
      {R"({"id":1,"op":)" + std::string(60'000, '[') + std::string(60'000, ']') + "}", "op"},
      {R"({"id":1,"op":"version","seed":1e400})", "json"},
  };
  std::string input;
  for (const auto& [line, field] : cases) input += line + "\n";
  const auto answers = run_alea({"engine"}, input);
  CHECK(answers.status == 0);
  std::vector<std::string> found, expected;
  for (const Json& answer : answers.lines()) {
    found.push_back(answer.at("error").at("field"));
    CHECK(answer.at("error").at("message").is_string());
    CHECK((answer.contains("id") || answer.at("error").at("line").is_number()));
  }
  for (const auto& [line, field] : cases) expected.push_back(field);
  std::sort(found.begin(), found.end());  // answers come in any order
  std::sort(expected.begin(), expected.end());
  CHECK(found == expected);
}

TEST_CASE("engine: terminated requests are answered as such, every request once", "[tools]") {
  std::string input;
  for (int id = 0; id < 50; ++id) {
    input += R"({"id":)" + std::to_string(id) + R"(,"op":"plays","game":"dvonn","position":")" + dvonn_start + "\"}\n";
  }
  input += R"({"id":"one","op":"terminate","target":49})";
  input += "\n";
  input += R"({"id":"all","op":"terminate"})";
  input += "\n";
  const auto answers = run_alea({"engine"}, input);
  std::map<std::string, Json> by_id;
  for (const Json& answer : answers.lines()) by_id[answer.at("id").dump()] = answer;
  CHECK(answers.lines().size() == 52);
  REQUIRE(by_id.size() == 52);
  int answered = 0, terminated = 0;
  for (int id = 0; id < 50; ++id) {
    const Json& answer = by_id[std::to_string(id)];
    answered += answer.contains("plays");
    terminated += answer.contains("terminated");
    CHECK((answer.contains("plays") || answer.contains("terminated")));
  }
  const int said = by_id["\"one\""].at("terminated").get<int>() + by_id["\"all\""].at("terminated").get<int>();
  CHECK(said == terminated);
}
