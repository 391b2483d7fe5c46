// evaluate, analyse and the agents that they ask.
#include <fstream>

#include "nets/features/backgammon.hpp"
#include "nets/weights_file.hpp"
#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;

namespace {

/// The player on roll has borne off; the other has not moved at all and still has two checkers in the winner's home.
const std::string won_backgammon = "4HPwATAAAAAAAA";

/// A folder with a small network of random weights.
class Net {
 public:
  Net() {
    using F = alea::Features<alea::Backgammon>;
    alea::write_network(path(), alea::initial_weights({std::string(F::name), F::inputs, {16}, 6, 6}, 1), {});
  }
  std::filesystem::path path() const { return folder_.path() / "net, small.safetensors"; }
  std::string agent() const { return "net:weights=\"" + path().string() + "\""; }

 private:
  alea::TemporaryDirectory folder_;
};

Finished evaluate(const std::string& agent, const std::string& position = backgammon_start) {
  return run_alea({"evaluate", "backgammon", "--position", position, "--agent", agent, "--json"});
}

double utility(const Json& value) {
  const auto v = [&](const char* name) { return value.at(name).get<double>(); };
  return 2 * v("win") - 1 + v("winG") + v("winBG") - v("loseG") - v("loseBG");
}

}  // namespace

TEST_CASE("evaluate names the numbers of a value, cumulative, and their utility", "[tools]") {
  const Net net;
  const auto json = evaluate(net.agent()).json();
  CHECK(json.at("position") == backgammon_start);
  const auto& value = json.at("value");
  CHECK(value.size() == 5);
  CHECK(value.at("win") >= value.at("winG"));
  CHECK(value.at("winG") >= value.at("winBG"));
  CHECK(json.at("utility").get<double>() == Approx(utility(value)).margin(1e-5));
  const auto text = run_alea({"evaluate", "backgammon", "--position", backgammon_start, "--agent", net.agent()});
  CHECK(text.status == 0);
  CHECK(text.out.find("winG%") != std::string::npos);
  CHECK(text.out.find("equity") != std::string::npos);
}

TEST_CASE("evaluate is exact for finished positions, with any agent", "[tools]") {
  const auto json = evaluate("random", won_backgammon).json();
  CHECK(json.at("value") == Json{{"win", 1.0}, {"winG", 1.0}, {"winBG", 1.0}, {"loseG", 0.0}, {"loseBG", 0.0}});
  CHECK(json.at("utility") == 3.0);
}

TEST_CASE("evaluate --batch answers every line", "[tools]") {
  const Net net;
  const auto mixed = run_alea({"evaluate", "backgammon", "--batch", "--agent", net.agent()},
                              backgammon_start + "\nnonsense\n" + won_backgammon + "\n");
  CHECK(mixed.status == 2);
  const auto lines = mixed.lines();
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == evaluate(net.agent()).json());
  CHECK(lines[1].at("error").at("line") == 2);
  CHECK(lines[1].at("error").at("field") == "position");
  CHECK(lines[2].at("utility") == 3.0);
}

TEST_CASE("analyse ranks all plays of a roll", "[tools]") {
  const Net net;
  const std::vector<std::string> question{"analyse", "backgammon", "--position", backgammon_start,
                                          "--dice",  "3-1",        "--agent",    net.agent()};
  auto as_json = question;
  as_json.push_back("--json");
  const auto json = run_alea(as_json).json();
  CHECK(json.at("position") == backgammon_start);
  CHECK(json.at("dice") == "3-1");
  CHECK(json.at("nodes") == 16);
  CHECK(json.at("seconds").is_number());
  const auto& candidates = json.at("candidates");
  REQUIRE(candidates.size() == 16);
  CHECK(candidates[0].at("loss") == 0.0);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& candidate = candidates[i];
    const double u = candidate.at("utility");
    CHECK(u == Approx(utility(candidate.at("value"))).margin(1e-5));
    CHECK(candidate.at("loss").get<double>() == Approx(candidates[0].at("utility").get<double>() - u).margin(1e-6));
    if (i > 0) CHECK(u <= candidates[i - 1].at("utility").get<double>());
    CHECK(candidate.at("plies") == 0);
    CHECK(candidate.at("line").is_array());
    // The mover's value is the other side of what the next player sees.
    CHECK(evaluate(net.agent(), candidate.at("position")).json().at("utility").get<double>() ==
          Approx(-u).margin(1e-5));
  }
  as_json.insert(as_json.end(), {"--top", "2"});
  CHECK(run_alea(as_json).json().at("candidates").size() == 2);
  const auto text = run_alea(question);
  CHECK(text.status == 0);
  CHECK(text.out.find("loss") != std::string::npos);
  CHECK(text.out.find("and 6 more") != std::string::npos);
}

TEST_CASE("analyse finds the same on any number of threads", "[tools]") {
  const Net net;
  const auto analyse = [&](const std::string& agent, const std::string& threads) {
    std::vector<std::string> question{"analyse", "backgammon", "--position", backgammon_start,
                                      "--dice",  "3-1",        "--json"};
    question.insert(question.end(), {"--agent", agent});
    if (!threads.empty()) question.insert(question.end(), {"--threads", threads});
    return run_alea(question);
  };
  const std::string search = "expectimax:plies=1," + net.agent().substr(std::string("net:").size());
  const auto one = analyse(search, "").json().at("candidates");
  CHECK(one.at(0).at("plies") == 1);
  for (const char* const threads : {"0", "1", "3"}) {
    const Finished found = analyse(search + ",threads=2", threads);
    CAPTURE(threads, found.err);
    REQUIRE(found.status == 0);
    CHECK(found.err.empty());
    CHECK(found.json().at("candidates") == one);
  }
  for (const char* const wrong : {"-1", "1025", "x"}) CHECK(analyse(search, wrong).status == 2);
  const Finished static_agent = analyse(net.agent(), "2");  // it has nothing to share
  CHECK(static_agent.status == 2);
  CHECK(static_agent.out.find("threads") != std::string::npos);
}

TEST_CASE("analyse without dice tells the value of each roll and their mean", "[tools]") {
  const Net net;
  const auto json =
      run_alea({"analyse", "backgammon", "--position", backgammon_start, "--agent", net.agent(), "--json"}).json();
  const auto& rolls = json.at("rolls");
  REQUIRE(rolls.size() == 21);
  double probability = 0, mean = 0;
  for (const auto& roll : rolls) {
    probability += roll.at("probability").get<double>();
    mean += roll.at("probability").get<double>() * roll.at("utility").get<double>();
    CHECK(roll.at("play").is_string());
    CHECK(roll.at("value").size() == 5);
  }
  CHECK(probability == Approx(1));
  CHECK(json.at("utility").get<double>() == Approx(mean).margin(1e-5));
  CHECK(json.at("nodes") == 447);
  const auto text = run_alea({"analyse", "backgammon", "--position", backgammon_start, "--agent", net.agent()});
  CHECK(text.out.find("mean") != std::string::npos);
}

TEST_CASE("analyse of a finished position has no candidates and the exact value", "[tools]") {
  const auto json =
      run_alea({"analyse", "backgammon", "--position", won_backgammon, "--agent", "random", "--json"}).json();
  CHECK(json.at("candidates").empty());
  CHECK(json.at("utility") == 3.0);
}

TEST_CASE("Unknown agents and keys are refused with a list of what there is", "[tools]") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"nonsense", "random"},
      {"", "random"},
      {"net:plies=1", "weights"},
      {"random:weights=x", "no keys"},
      {"default:nonsense=1", "the keys of expectimax"},
      {"net:weights", "key=value"},
      {"net:weights=", "value"},
      {"net:weights=\"x", "quote"},
      {"net:weights=a,weights=b", "once"},
      {"net:weights=a,", "comma"},
      {"gnubg:plies=9", "0 to 4"},
      {"gnubg:plies=x", "0 to 4"},
      {std::string(5000, 'x'), "4096"},
  };
  for (const auto& [agent, word] : cases) {
    CAPTURE(agent, word);
    const auto refused = evaluate(agent);
    CHECK(refused.status == 2);
    CHECK(refused.error_field() == "agent");
    CHECK(refused.json().at("error").at("message").get<std::string>().find(word) != std::string::npos);
  }
}

TEST_CASE("An agent that puts no value on positions says so", "[tools]") {
  const auto refused = evaluate("random");
  CHECK(refused.status == 2);
  CHECK(refused.error_field() == "agent");
}

TEST_CASE("A missing or damaged network file is an error that names it", "[tools]") {
  const Net net;
  const std::string whole = read_file(net.path());
  const auto refused_with = [&](const std::string& bytes) {
    std::ofstream(net.path(), std::ios::binary) << bytes;
    const auto refused = evaluate(net.agent());
    CHECK(refused.status == 2);
    CHECK(refused.error_field() == "weights");
    CHECK(refused.json().at("error").at("message").get<std::string>().find("net, small") != std::string::npos);
  };
  refused_with(whole.substr(0, whole.size() / 2));
  refused_with(whole.substr(0, 4));
  refused_with("");
  std::string flipped = whole;
  flipped[flipped.size() - 5] ^= 1;
  refused_with(flipped);
  std::filesystem::remove(net.path());
  CHECK(evaluate(net.agent()).error_field() == "weights");
}
