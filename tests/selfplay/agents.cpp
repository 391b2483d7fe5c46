#include "selfplay/agents.hpp"

#include "engine/dvonn/dvonn.hpp"
#include "engine/registry.hpp"
#include "selfplay/agent_text.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

std::string complaint(const std::string& text) {
  try {
    make_agent<Dvonn>(text);
    return "no error";
  } catch (const InputError& error) {
    CHECK(error.field() == "agent");
    return error.what();
  }
}

TEST_CASE("an agent's text is a kind and its options, quoted where they need it") {
  const AgentText text = parse_agent(R"(process:command="bot \"x, y\" \\z",game_time=30s,memory=64)");
  CHECK(text.kind == "process");
  CHECK(text.value("command", "") == R"(bot "x, y" \z)");
  CHECK(text.number("memory", 0, 0, 100) == 64);
  CHECK(text.value("stderr", "nowhere") == "nowhere");
  CHECK(parse_agent("random").options.empty());
  for (const char* bad : {"random:", "net:weights", "net:weights=", "net:weights=a,", "net:=a", "net:weights=a b",
                          "net:weights=\"a", "net:weights=\"a\"b", "net:weights=a,weights=b"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_agent(bad), InputError);
  }
  CHECK_THROWS_AS(parse_agent(std::string(5000, 'x')), InputError);
}

TEST_CASE("an agent's text can be changed and written again") {
  AgentText text = parse_agent(R"(process:command="bot \"x, y\" \\z",game_time=30s)");
  text.set("game_time", "1m, or so");
  text.set("memory", "64");
  CHECK(format_agent(text) == R"(process:command="bot \"x, y\" \\z",game_time="1m, or so",memory=64)");
  CHECK(parse_agent(format_agent(text)).options == text.options);
  CHECK(format_agent(parse_agent("random")) == "random");
}

TEST_CASE("keys of the default agent stand in place of its own") {
  CHECK(make_agent<Dvonn>("default:time=5s,threads=2"));
  CHECK(complaint("default:plies=x").find("alphabeta: expected plies") != std::string::npos);
  CHECK(complaint("default:simulations=800").find("the keys of alphabeta are") != std::string::npos);
}

TEST_CASE("times in an agent's text are in seconds unless they say otherwise") {
  const auto seconds = [](const char* time) {
    return parse_agent(std::string("a:time=") + time).seconds("time", 5, 0.01, 1000);
  };
  CHECK(seconds("30") == 30);
  CHECK(seconds("30s") == 30);
  CHECK(seconds("0.5s") == 0.5);
  CHECK(seconds("200ms") == Approx(0.2));
  CHECK(parse_agent("a").seconds("time", 5, 0, 1000) == 5);
  for (const char* bad : {"s", "ms", "1m", "1 s", "-1", "inf", "nan", "0", "1001s", "5ms", "1e99"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(seconds(bad[1] == ' ' ? "\"1 s\"" : bad), InputError);
  }
}

TEST_CASE("what Mcts explores is set by its text, within ranges") {
  CHECK(make_agent<Dvonn>("mcts:simulations=10,weights=handwritten,c_puct=2.5,temperature=0.05,widening=0"));
  CHECK(complaint("mcts:weights=handwritten,c_puct=0").find("mcts: expected c_puct from 0.001 to 100") !=
        std::string::npos);
  for (const char* bad : {"c_puct=nan", "temperature=0", "temperature=101", "temperature=hot", "widening=-1",
                          "widening=1x", "widening=inf"}) {
    CAPTURE(bad);
    CHECK(complaint(std::string("mcts:weights=handwritten,") + bad) != "no error");
  }
}

TEST_CASE("halves are a key of games that have half turns, within a range") {
  const auto complaint_of_diablo = [](const char* text) -> std::string {
    try {
      make_agent<Diablo<4>>(text);
      return "no error";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  CHECK(complaint_of_diablo("expectimax:weights=handwritten,plies=1,halves=16") == "no error");
  CHECK(complaint_of_diablo("handwritten:plies=1,halves=0") == "no error");
  for (const char* bad : {"handwritten:halves=-1", "handwritten:halves=10001", "handwritten:halves=on"}) {
    CAPTURE(bad);
    CHECK(complaint_of_diablo(bad).find("handwritten: expected halves from 0 to 10000") != std::string::npos);
  }
  CHECK(complaint("expectimax:halves=16").find("the keys of expectimax are plies, ") != std::string::npos);
}

TEST_CASE("a process agent is made from text, and its bad options are named") {
  CHECK(make_agent<Dvonn>("process:command=\"true\",protocol=codecup,game_time=1,memory=100,stderr=/dev/null"));
  CHECK(complaint("process").find("expected command=") != std::string::npos);
  CHECK(make_agent<Dvonn>("process:command=\"true\",protocol=engine,time=1,start_time=5"));
  CHECK(make_agent<Diablo<6>>("process:command=\"true\""));
  CHECK(complaint("process:command=x,protocol=gtp").find("protocol=engine or codecup") != std::string::npos);
  CHECK_THROWS_AS(make_agent<Backgammon>("process:command=x,protocol=codecup"), InputError);
  CHECK(complaint("process:command=x,game_time=0").find("game_time as a time such as 30s") != std::string::npos);
  CHECK(complaint("process:command=x,memory=-1").find("memory from 0 to") != std::string::npos);
  CHECK(complaint("process:program=x").find("the keys of process are command, ") != std::string::npos);
}

}  // namespace
}  // namespace alea
