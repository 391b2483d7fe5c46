#include "selfplay/engine_agent.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "engine/registry.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

/// A program that answers the plays of a file, a line each, in turn, and writes down what it was asked.
class Script {
 public:
  explicit Script(const std::string& plays) { std::ofstream(folder_.path() / "plays") << plays; }

  ProcessOptions options() const {
    return {.command = "cd " + folder_.path().string() + R"(
                        exec 3< plays
                        while read -r line; do
                          printf '%s\n' "$line" >> asked
                          id=${line#*:}; id=${id%%,*}
                          play=
                          test $id = 0 || read -r play <&3
                          printf '{"candidates":[{"play":"%s"}],"id":%s}\n' "$play" $id
                        done)"};
  }

  /// All questions so far.
  std::vector<Json> asked() const {
    std::vector<Json> questions;
    std::ifstream in(folder_.path() / "asked");
    for (std::string line; std::getline(in, line);) questions.push_back(Json::parse(line));
    return questions;
  }

 private:
  TemporaryDirectory folder_;
};

template <Game G>
struct Turn {
  typename G::Position position;
  typename G::Roll roll;
  typename G::Play play;
};

template <Game G>
std::vector<Turn<G>> random_game() {
  Random random(3, Purpose::test);
  PlayList<G> list;
  std::vector<Turn<G>> turns;
  play_game<G>(
      G::start(random), Side::first, random, list, 1000,
      [&](auto, const auto&, auto, const auto& plays) {
        return random.below(static_cast<std::uint32_t>(plays.size()));
      },
      [&](Side, const auto& position, auto roll, const auto& plays, std::size_t chosen) {
        turns.push_back({position, roll, plays.play(chosen)});
      });
  return turns;
}

TEMPLATE_TEST_CASE("a program is asked for every turn of a game, and its answers are played", "", Backgammon, Dvonn,
                   Diablo<4>, Diablo<6>, Diablo<8>) {
  using G = TestType;
  const auto turns = random_game<G>();
  std::string answers;
  for (const auto& [position, roll, play] : turns) answers += G::format_play(position, roll, play) + "\n";
  const Script script(answers);
  EngineAgent<G> agent(script.options());
  agent.start_game();
  PlayList<G> plays;
  Random random(1, Purpose::test);
  int wrong = 0;
  for (const auto& [position, roll, play] : turns) {
    G::plays(position, roll, plays);
    wrong += plays.play(agent.choose(position, roll, plays, random)) != play;
  }
  CHECK(wrong == 0);

  const auto asked = script.asked();
  REQUIRE(asked.size() == turns.size() + 1);
  CHECK(asked[0] == Json{{"id", 0}, {"op", "version"}});
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Json& question = asked[i + 1];
    const auto& [position, roll, play] = turns[i];
    wrong += G::parse_position(question.at("position").template get<std::string>()).position != position;
    wrong += question.value("dice", "") != G::format_roll(roll) || question.at("game") != G::name();
    wrong += question.at("op") != "analyse" || question.at("top") != 1;
  }
  CHECK(wrong == 0);
}

/// The failure of such a program when it has to begin a game of backgammon.
PlayerFailure failure_of(ProcessOptions options) {
  using G = Backgammon;
  Random random(1, Purpose::test);
  PlayList<G> plays;
  const Dice roll{3, 1};
  G::plays(G::start(), roll, plays);
  EngineAgent<G> agent(std::move(options));
  try {
    agent.choose(G::start(), roll, plays, random);
  } catch (const PlayerFailure& failure) {
    return failure;
  }
  throw std::logic_error("no failure");
}

/// A program that is well until it is asked, and then does that.
ProcessOptions when_asked(const std::string& does) {
  return {.command = "read -r line; echo '{\"id\":0}'; read -r line; " + does};
}

struct Case {
  std::string does;
  Fault fault;
  std::string shown;
};

TEST_CASE("each kind of failure has its name, and its message the story") {
  const std::string then_waits = "; exec sleep 1000";
  const auto answers = [&](const std::string& line) { return "echo '" + line + "'" + then_waits; };
  const Case cases[] = {
      {"echo lost >&2; exit 3", Fault::crash, "has ended with status 3\nIt printed:\nlost"},
      {"kill -SEGV $$", Fault::crash, "was killed by signal 11"},
      {answers("8/5 6/5"), Fault::garbage, "answered \"8/5 6/5\", no object with that id"},
      {answers("[1]"), Fault::garbage, "no object with that id"},
      {answers(std::string(100'000, '[')), Fault::garbage, "no object with that id"},
      {answers(R"({"candidates":[{"play":"8/5 6/5"}]})"), Fault::garbage, "no object with that id"},
      {answers(R"({"id":2,"candidates":[{"play":"8/5 6/5"}]})"), Fault::garbage, "no object with that id"},
      {answers(R"({"id":1,"candidates":[]})"), Fault::garbage, "without a play as its first candidate"},
      {answers(R"({"id":1,"candidates":[{"play":7}]})"), Fault::garbage, "without a play as its first candidate"},
      {answers(R"({"id":1,"error":{"field":"game","message":"unknown"}})"), Fault::garbage, "\"field\":\"game\""},
      {answers(R"({"id":1,"candidates":[{"play":"8/3"}]})"), Fault::illegal_play, "answered the play \"8/3\""},
      {answers(R"({"id":1,"candidates":[{"play":"hello"}]})"), Fault::illegal_play, "which is not legal"},
      {"head -c 10000000 /dev/zero", Fault::flood, "more than 1048576 bytes without an end of line"},
  };
  for (const auto& [does, fault, shown] : cases) {
    CAPTURE(does.substr(0, 80));
    const auto failure = failure_of(when_asked(does));
    INFO(failure.what());
    CHECK(failure.fault() == fault);
    CHECK(std::string(failure.what()).find(shown) != std::string::npos);
    CHECK(std::string(failure.what()).find("\"op\":\"analyse\",\"game\":\"backgammon\"") != std::string::npos);
  }
}

TEST_CASE("a program that hangs runs out of time, at its start, in a turn, or in a game") {
  const auto failure = [](ProcessOptions options, const char* shown) {
    const auto found = failure_of(std::move(options));
    INFO(found.what());
    CHECK(std::string(found.what()).find(shown) != std::string::npos);
    return found.fault();
  };
  ProcessOptions turn = when_asked("sleep 1000"), game = turn;
  turn.turn_time = 50ms;
  game.game_time = 50ms;
  CHECK(failure({.command = "sleep 1000", .start_time = 50ms}, "0.05 s to start") == Fault::timeout);
  CHECK(failure(turn, "0.05 s a turn") == Fault::timeout);
  CHECK(failure(game, "0.05 s a game") == Fault::timeout);
}

TEST_CASE("a program that does not speak at its start, or nonsense, fails there") {
  CHECK(failure_of({.command = "exit 1"}).fault() == Fault::crash);
  CHECK(failure_of({.command = "echo hello; sleep 1000"}).fault() == Fault::garbage);
}

TEST_CASE("an agent whose program failed starts it again") {
  using G = Backgammon;
  const TemporaryDirectory folder;
  // The first run ends when it is asked, the second answers.
  EngineAgent<G> agent({.command = "cd " + folder.path().string() +
                                   "; read -r line; echo '{\"id\":0}'; read -r line; mkdir ran && exit 1; echo "
                                   "'{\"id\":1,\"candidates\":[{\"play\":\"6/5 8/5\"}]}'; read -r line"});
  Random random(1, Purpose::test);
  PlayList<G> plays;
  const Dice roll{3, 1};
  G::plays(G::start(), roll, plays);
  agent.start_game();
  CHECK_THROWS_AS(agent.choose(G::start(), roll, plays, random), PlayerFailure);
  agent.start_game();
  CHECK(agent.choose(G::start(), roll, plays, random) == G::find_play(G::start(), roll, plays, "8/5 6/5"));
}

}  // namespace
}  // namespace alea
