#include "selfplay/process_agent.hpp"

#include <algorithm>
#include <fstream>
#include <utility>
#include <vector>

#include "selfplay/child_process.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"
#include "tests/read_file.hpp"

namespace alea {
namespace {

using namespace std::chrono_literals;
using G = Dvonn;

struct Turn {
  Side side;
  std::string play;
};
using Turns = std::vector<Turn>;

/// A game of random plays.
Turns random_game(std::uint64_t number) {
  Random random(5, Purpose::test, 0, number);
  PlayList<G> list;
  Turns turns;
  play_game<G>(
      G::start(), Side::first, random, list, 1000,
      [&](auto, const auto&, auto, const auto& plays) {
        return random.below(static_cast<std::uint32_t>(plays.size()));
      },
      [&](Side side, const auto& position, auto roll, const auto& plays, std::size_t chosen) {
        turns.push_back({side, G::format_play(position, roll, plays.play(chosen))});
      });
  return turns;
}

/// What a program that has `side` should be told in that game, and what it should answer to each line, separated by
/// spaces.
struct Conversation {
  std::string told, answers;
};

Conversation expected_conversation(const Turns& turns, Side side) {
  Conversation expected{side == Side::first ? "Start\n" : "", ""};
  std::string waiting, answers;
  for (const auto& [mover, play] : turns) {
    if (mover != side) {
      waiting += play + "\n";
      continue;
    }
    if (!waiting.empty() && !expected.told.empty()) expected.answers += answers + "\n";
    if (!waiting.empty()) answers.clear();
    // Of two lines in a row the first has no answer.
    if (std::count(waiting.begin(), waiting.end(), '\n') == 2) expected.answers += "\n";
    expected.told += std::exchange(waiting, "");
    answers += play + " ";
  }
  return {expected.told + "Quit\n", expected.answers + answers + "\n"};
}

/// A program that answers what a file says and writes down what it was told.
class Script {
 public:
  explicit Script(const std::string& answers) { std::ofstream(folder_.path() / "answers") << answers; }

  ProcessOptions options() const {
    return {.command = "cd " + folder_.path().string() + R"(
                        exec 3< answers
                        while read line; do
                          echo $line >> told
                          read answers <&3
                          for answer in $answers; do echo $answer; done
                          test $line = Quit && exit
                        done)"};
  }
  std::string told() const { return tests::read_file(folder_.path() / "told"); }

 private:
  TemporaryDirectory folder_;
};

/// Plays the game again, the agent in `side`; returns the turns at which it did not play what it played before.
int differences(Agent<G>& agent, const Turns& turns, Side agents_side) {
  Random random(1, Purpose::test);
  PlayList<G> list;
  int wrong = 0;
  std::size_t turn = 0;
  const auto choose = [&](Side side, const auto& position, auto roll, const auto& plays) {
    const std::size_t recorded = G::find_play(position, roll, plays, turns.at(turn++).play);
    if (side != agents_side) return recorded;
    const std::size_t chosen = agent.choose(position, roll, plays, random);
    wrong += chosen != recorded;
    return chosen;
  };
  agent.start_game();
  play_game<G>(G::start(), Side::first, random, list, 1000, choose,
               [&](Side, const auto& position, auto roll, const auto& plays, std::size_t chosen) {
                 agent.observe(position, roll, plays.play(chosen));
               });
  return wrong;
}

/// The agent's choice at the start.
std::size_t choose_first(Agent<G>& agent) {
  PlayList<G> plays;
  Random random(1, Purpose::test);
  G::plays(G::start(), {}, plays);
  return agent.choose(G::start(), {}, plays, random);
}

/// The failure of such a program when it has to begin.
PlayerFailure failure(const ProcessOptions& options) {
  const auto agent = make_process_agent(options);
  try {
    choose_first(*agent);
  } catch (const PlayerFailure& error) {
    return error;
  }
  throw std::logic_error("no failure");
}

std::string failure_of(const ProcessOptions& options) { return failure(options).what(); }

void check_contains(const std::string& text, std::initializer_list<const char*> parts) {
  INFO(text);
  for (const char* const part : parts) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("a program is told its opponent's plays and plays whole games, with either colour") {
  int passes = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const Turns turns = random_game(number);
    for (const Turn& turn : turns) passes += turn.play == "PASS";
    for (const Side side : {Side::first, Side::second}) {
      const Conversation expected = expected_conversation(turns, side);
      const Script script(expected.answers);
      {
        const auto agent = make_process_agent(script.options());
        CHECK(differences(*agent, turns, side) == 0);
      }
      CHECK(script.told() == expected.told);
    }
  }
  CHECK(passes > 0);
}

TEST_CASE("every game is a run of the program of its own") {
  const Script script("A1\n");
  {
    const auto agent = make_process_agent(script.options());
    const auto another = agent->clone();
    for (int game = 0; game < 3; ++game) {
      agent->start_game();
      CHECK(choose_first(*agent) == choose_first(*another->clone()));
    }
  }
  std::string told = script.told();
  CHECK(std::count(told.begin(), told.end(), 'S') == 6);
  CHECK(std::count(told.begin(), told.end(), 'Q') == 6);
}

TEST_CASE("an answer that is no legal play is a failure that tells the whole story") {
  check_contains(failure_of({.command = "echo Z9; sleep 1000"}),
                 {"the program \"echo Z9; sleep 1000\", told \"Start\", answered \"Z9\"", "Z9 is off the board"});
  check_contains(failure_of({.command = "echo A1B2; sleep 1000"}), {"no stack moves before all 49 pieces are placed"});
  check_contains(failure_of({.command = "echo; sleep 1000"}), {"answered \"\"", "expected a placement"});
  check_contains(failure_of({.command = "printf 'A1\\377\\000\\n'; sleep 1000"}), {"answered \"A1??\", no legal play"});
}

TEST_CASE("a program that ends, never starts or closes its output is a failure that shows its errors") {
  check_contains(failure_of({.command = "echo no opening book >&2; exit 3"}),
                 {"was expected to answer", "has ended with status 3", "no opening book"});
  check_contains(failure_of({.command = "/no/such/program"}), {"has ended with status 127", "/no/such/program"});
  check_contains(failure_of({.command = "kill -KILL $$"}), {"was killed by signal 9"});
  check_contains(failure_of({.command = "exec >&-; sleep 1000"}), {"has closed its standard output"});
}

TEST_CASE("a program that does not answer loses on time, one that never stops answering on length") {
  check_contains(failure_of({.command = "sleep 1000", .game_time = 50ms}),
                 {"within its time of 0.05 s a game", "no reply within 0.05 s"});
  check_contains(failure_of({.command = "head -c 10000000 /dev/zero | tr '\\0' x"}), {"more than 4096 bytes"});
}

TEST_CASE("each kind of failure of a program has its name") {
  const auto fault = [](const char* command, std::chrono::milliseconds time = 60s) {
    return failure({.command = command, .turn_time = time}).fault();
  };
  CHECK(fault("exit 3") == Fault::crash);
  CHECK(fault("echo hello world; sleep 1000") == Fault::garbage);
  CHECK(fault("echo A1B2; sleep 1000") == Fault::illegal_play);
  CHECK(fault("echo Z9; sleep 1000") == Fault::illegal_play);
  CHECK(fault("sleep 1000", 50ms) == Fault::timeout);
  CHECK(fault("head -c 10000000 /dev/zero") == Fault::flood);
  check_contains(failure_of({.command = "sleep 1000", .turn_time = 50ms}), {"within its time of 0.05 s a turn"});
}

TEST_CASE("a program that wants more memory than it may have fails") {
  // dd's buffer is larger than its address space may be.
  const auto fault =
      failure({.command = "dd if=/dev/zero of=/dev/null bs=300M count=1 || exit 4", .memory = 200 << 20});
  CHECK(fault.fault() == Fault::crash);
  check_contains(fault.what(), {"has ended with status 4", "memory"});
}

TEST_CASE("time is counted over the whole game") {
  // It waits before its first answer: most of its time has passed when it gives none to the second question.
  const auto agent = make_process_agent({.command = "sleep 0.2; echo A1; sleep 1000", .game_time = 300ms});
  PlayList<G> plays;
  Random random(1, Purpose::test);
  agent->start_game();
  try {
    const std::size_t chosen = choose_first(*agent);
    G::plays(G::start(), {}, plays);
    agent->observe(G::start(), {}, plays.play(chosen));
    const auto after = plays.position(chosen);
    G::plays(after, {}, plays);
    agent->observe(after, {}, plays.play(0));
    const auto again = plays.position(0);
    G::plays(again, {}, plays);
    agent->choose(again, {}, plays, random);
    FAIL("no failure");
  } catch (const RuntimeFailure& error) {  // on a slow machine already at the first question
    check_contains(error.what(), {"within its time of 0.3 s a game"});
  }
}

TEST_CASE("a program may talk on its standard error as much as it likes") {
  const TemporaryDirectory folder;
  const std::string talk = "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo A1; read line";
  CHECK(choose_first(*make_process_agent({.command = talk})) == 0);

  const auto file = folder.path() / "errors";
  for (int run = 0; run < 2; ++run) {
    CHECK(choose_first(*make_process_agent({.command = talk, .error_file = file})) == 0);
  }
  CHECK(tests::read_file(file).size() == 2'000'000);
  // That is nobody's failure but ours.
  const auto nowhere = make_process_agent({.command = talk, .error_file = folder.path() / "no" / "folder"});
  CHECK_THROWS_AS(choose_first(*nowhere), RuntimeFailure);
}

TEST_CASE("a program's memory can be limited") {
  const std::string tell = "ulimit -v >&2; exit 1";
  check_contains(failure_of({.command = tell, .memory = 64 << 20}), {"\n65536\n"});
}

TEST_CASE("the protocol knows no game that it has not seen from the empty board on") {
  const auto expect_lost = [](Agent<G>& agent, const G::Position& position) {
    PlayList<G> plays;
    Random random(1, Purpose::test);
    G::plays(position, {}, plays);
    try {
      agent.choose(position, {}, plays, random);
      FAIL("no error");
    } catch (const InputError& error) {
      CHECK(error.field() == "agent");
      check_contains(error.what(), {"from the empty board on"});
    }
  };
  Random random(1, Purpose::test);
  const G::Position full_board = G::random_start(random);
  const G::Position middle = G::parse_position("r......../........../.........../........../......... b p").position;
  PlayList<G> plays;
  G::plays(G::start(), {}, plays);
  const Script script("A1\n");
  const auto agent = make_process_agent(script.options());
  expect_lost(*agent, full_board);
  expect_lost(*agent, middle);

  SECTION("what it was not told of") {
    agent->start_game();
    choose_first(*agent);
    expect_lost(*agent, middle);
  }
  SECTION("another play made in its name") {
    agent->start_game();
    REQUIRE(choose_first(*agent) == 0);
    agent->observe(G::start(), {}, plays.play(1));
    expect_lost(*agent, plays.position(1));
  }
  SECTION("a play made in its name before it was asked") {
    agent->start_game();
    agent->observe(G::start(), {}, plays.play(0));
    G::Position after = plays.position(0);
    G::plays(after, {}, plays);
    agent->observe(after, {}, plays.play(0));
    expect_lost(*agent, plays.position(0));
  }
  SECTION("and finds its way again in the next game") {
    agent->start_game();
    CHECK(choose_first(*agent) == 0);
  }
}

TEST_CASE("a process agent needs a command and puts no value on positions") {
  CHECK_THROWS_AS(make_process_agent({.command = ""}), InputError);
  CHECK_THROWS_AS(make_process_agent({.command = "true"})->evaluate(G::start()), InputError);
}

}  // namespace
}  // namespace alea
