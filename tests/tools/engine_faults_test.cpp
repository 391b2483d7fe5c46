// What goes wrong around alea engine: it answers with an error or stops cleanly, and goes on.
#include <signal.h>

#include <chrono>
#include <set>
#include <thread>

#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;

namespace {

const std::string version = R"({"id":"version","op":"version"})"
                            "\n";
const std::string endless =
    R"({"id":"endless","op":"analyse","game":"diablo-6","position":"gbgbgb/bgbgbg/gbgbgb/bgbgbg/gbgbgb/bgbgbg b","dice":"2-1",)"
    R"("agent":"mcts:simulations=2000000000,weights=handwritten"})"
    "\n";

Json answer_to(const std::string& id, const Finished& finished) {
  for (const Json& answer : finished.lines()) {
    if (answer.value("id", Json()) == id) return answer;
  }
  return nullptr;
}

/// alea engine with pipes for its standard input and output.
class Engine {
 public:
  explicit Engine(const std::vector<std::string>& more = {}) {
    ::signal(SIGPIPE, SIG_IGN);
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("no pipes");
    std::vector<std::string> arguments{ALEA_PROGRAM, "engine"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    child_ = ::fork();
    if (child_ == 0) {
      ::signal(SIGPIPE, SIG_DFL);
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::close(2);
      ::execv(ALEA_PROGRAM, argv.data());
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~Engine() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    wait();
  }

  void send(const std::string& text) const { CHECK(::write(to_, text.data(), text.size()) == std::ssize(text)); }
  void stop_reading() { close(from_); }
  void stop_writing() { close(to_); }

  /// One line, without its end.
  std::string line() const {
    std::string text;
    for (char c; ::read(from_, &c, 1) == 1 && c != '\n';) text += c;
    return text;
  }

  /// The exit status; -1: killed by a signal.
  int wait() {
    stop_reading(), stop_writing();
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  static void close(int& file) {
    if (file >= 0) ::close(file);
    file = -1;
  }

  pid_t child_ = -1;
  int to_ = -1, from_ = -1;
};

}  // namespace

TEST_CASE("engine: a line of 10 MB is refused, and the next one answered", "[tools]") {
  for (const char filling : {'x', '[', ' '}) {
    const auto finished = run_alea({"engine"}, std::string(10'000'000, filling) + "\n" + version);
    CHECK(finished.status == 0);
    CHECK(finished.lines().front().at("error").at("field") == "json");
    CHECK(answer_to("version", finished).contains("version"));
  }
}

TEST_CASE("engine: 10,000 requests at once are all answered, each once", "[tools]") {
  std::string input;
  for (int id = 0; id < 10'000; ++id) {
    input += R"({"op":"apply","game":"diablo-2","position":"gb/bg b","dice":"1-1","play":"A1xB1","id":)" +
             std::to_string(id) + "}\n";
  }
  const auto finished = run_alea({"engine", "--threads", "2"}, input);
  CHECK(finished.status == 0);
  std::set<int> answered;
  for (const Json& answer : finished.lines()) answered.insert(answer.at("id").get<int>());
  CHECK(finished.lines().size() == 10'000);
  CHECK(answered.size() == 10'000);
}

TEST_CASE("engine: an impossible position is an error with its id between answers", "[tools]") {
  const auto finished = run_alea(
      {"engine"}, version +
                      R"({"id":7,"op":"analyse","game":"backgammon","position":"//////////////","dice":"3-1"})"
                      "\n" +
                      R"({"id":8,"op":"analyse","game":"hypergammon","position":"4HPwATDgc/ABMA","dice":"3-1"})"
                      "\n");
  CHECK(finished.status == 0);
  CHECK(finished.lines().size() == 3);
  CHECK(answer_to("version", finished).contains("version"));
  for (const Json& answer : finished.lines()) {
    if (answer.at("id").is_number()) CHECK(answer.at("error").at("field") == "position");
  }
}

TEST_CASE("engine: a search without end is terminated with what it has found, and the engine goes on", "[tools]") {
  Engine engine;
  engine.send(endless);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // probably under way; if not, it is dropped
  engine.send(R"({"id":"stop","op":"terminate","target":"endless"})"
              "\n");
  for (int i = 0; i < 2; ++i) {
    const Json answer = Json::parse(engine.line());
    CHECK(answer.at("terminated") == (answer.at("id") == "stop" ? Json(1) : Json(true)));
  }
  engine.send(version);
  CHECK(Json::parse(engine.line()).at("id") == "version");
  CHECK(engine.wait() == 0);
}

TEST_CASE("engine: evaluations and rollouts keep to the time of the request", "[tools]") {
  const std::string about = R"("game":"backgammon","position":"4HPwATDgc/ABMA","time":0.05,)";
  const auto finished = run_alea(
      {"engine"},
      R"({"id":"value","op":"evaluate",)" + about + R"("agent":"expectimax:plies=4,filter=none,weights=fast"})" + "\n" +
          R"({"id":"rolls","op":"analyse",)" + about + R"("agent":"expectimax:plies=4,filter=none,weights=fast"})" +
          "\n" + R"({"id":"rollout","op":"rollout",)" + about +
          R"("agent":"expectimax:plies=1,weights=fast","trials":1000000})" + "\n");
  CHECK(finished.status == 0);  // each would take hours
  CHECK(answer_to("value", finished).contains("utility"));
  CHECK(answer_to("rolls", finished).at("rolls").size() == 21);
  CHECK(answer_to("rollout", finished).at("partial") == true);
}

TEST_CASE("engine: what is under way tells what it has found so far, and nothing after its answer", "[tools]") {
  const std::string requests[] = {
      R"("op":"analyse","dice":"2-1","agent":"mcts:simulations=2000000000,weights=handwritten")",
      R"("op":"rollout","dice":"2-1","weights":"handwritten","trials":100000000,"top":2)",
  };
  for (const std::string& request : requests) {
    CAPTURE(request);
    Engine engine;
    engine.send(R"({"id":"long","game":"diablo-4","position":"gbgb/bgbg/gbgb/bgbg b","every":0.01,)" + request + "}\n");
    for (int i = 0; i < 3; ++i) {
      const Json partial = Json::parse(engine.line());
      CHECK(partial.at("id") == "long");
      CHECK(partial.at("under_way") == true);
      CHECK(partial.at("candidates").size() > 1);
    }
    engine.send(R"({"id":"stop","op":"terminate","target":"long"})"
                "\n" +
                version);
    int answered = 0, told = 0;
    while (answered < 3) {  // of the three requests; their order is open
      const Json answer = Json::parse(engine.line());
      const bool last = !answer.contains("under_way");
      answered += last;
      if (answer.at("id") != "long") continue;
      CHECK(told == 0);
      told += last;
      CHECK((!last || answer.at("terminated") == true));
    }
    CHECK(told == 1);
    engine.stop_writing();
    CHECK(engine.line().empty());
    CHECK(engine.wait() == 0);
  }
}

TEST_CASE("engine: when its client has gone away it ends, whatever is under way or waits", "[tools]") {
  Engine engine({"--threads", "2"});
  engine.stop_reading();
  engine.send(endless + endless + endless);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  engine.send(R"({"id":1,"op":"fly"})"
              "\n");
  CHECK(engine.wait() == 1);
}
