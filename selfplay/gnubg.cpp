#include "selfplay/gnubg.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "selfplay/child_process.hpp"
#include "selfplay/line_socket.hpp"
#include "selfplay/outside_program.hpp"

namespace alea {

namespace {

using backgammon::Checkers;
using backgammon::Position;

bool executable(const std::filesystem::path& file) {
  return std::filesystem::is_regular_file(file) && access(file.c_str(), X_OK) == 0;
}

/// Empty if it is nowhere.
std::filesystem::path find_gnubg() {
  if (const char* const file = std::getenv("ALEA_GNUBG")) {
    return executable(file) ? file : std::filesystem::path();
  }
  const char* const path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const auto file = std::filesystem::path(rest.substr(0, colon)) / "gnubg";
    if (file.is_absolute() && executable(file)) return file;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  const std::filesystem::path debian = "/usr/games/gnubg";
  return executable(debian) ? debian : std::filesystem::path();
}

/// The name of GNU Backgammon's socket in its directory.
constexpr const char* socket_name = "socket";

/// Cubeless chequer play as the options say, then waiting for us.
std::string settings(const GnubgOptions& options) {
  const std::string evaluation = "set evaluation chequerplay evaluation ";
  return "set jacoby off\n" + evaluation + "plies " + std::to_string(options.plies) + "\n" + evaluation +
         "cubeful off\n" + evaluation + "prune " + (options.prunes() ? "on" : "off") + "\nexternal " + socket_name +
         "\n";
}

/// The position as a line of FIBS' client protocol, the player on roll as "you": own checkers positive, own 24-point is
/// field 24, moving down to 0 with the bar at 25. Dice 0 0 before the roll.
std::string board_line(const Position& position, int die1, int die2) {
  std::string line = "board:A:B:0:0:0:" + std::to_string(-position.their.count(backgammon::bar));
  for (int point = 1; point <= backgammon::points; ++point) {
    line += ':' + std::to_string(position.own.count(point) - position.their.count(25 - point));
  }
  const std::string dice = ':' + std::to_string(die1) + ':' + std::to_string(die2);
  return line + ':' + std::to_string(position.own.count(backgammon::bar)) + ":1" + dice + dice +
         ":1:1:1:0:1:-1:0:25:" + std::to_string(position.own.off()) + ':' + std::to_string(position.their.off()) +
         ":0:0:0:0:0:0";
}

/// A GNU Backgammon that we start. It listens at a socket in a directory of our own: no port to find, and nobody else
/// can connect.
class GnubgProcess {
 public:
  GnubgProcess(const std::filesystem::path& program, const GnubgOptions& options)
      : options_(options),
        // -t text mode, -q without sound, -r without the user's settings; HOME because it writes there.
        process_({{program.string(), "-t", "-q", "-r"}, {{"HOME", home_.path().string()}}, home_.path()}) {}

  LineSocket connect() {
    try {
      process_.write(settings(options_));
    } catch (const PlayerFailure& error) {
      throw PlayerFailure(error.fault(), about(std::string("it did not start: ") + error.what()));
    }
    const auto deadline = std::chrono::steady_clock::now() + options_.start_timeout;
    while (true) {
      if (auto socket = LineSocket::connect(home_.path() / socket_name)) return std::move(*socket);
      process_.recent_output();
      if (process_.ended()) throw PlayerFailure(Fault::crash, about("it did not start"));
      if (std::chrono::steady_clock::now() > deadline) {
        throw PlayerFailure(Fault::timeout, about("it did not start in time"));
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  /// Takes what it prints, so that it never waits for us.
  void drain() { process_.recent_output(); }

  /// `what` happened, and what it printed.
  std::string about(const std::string& what) {
    const std::string& printed = process_.recent_output();
    return "GNU Backgammon" + std::string(process_.ended() ? " has ended" : "") + ": " + what +
           (printed.empty() ? "" : "\nIt printed:\n" + printed);
  }

 private:
  GnubgOptions options_;
  TemporaryDirectory home_;
  ChildProcess process_;
};

/// A conversation with GNU Backgammon, one question at a time whoever asks: a running one serves all clones of an
/// agent.
class Gnubg {
 public:
  Gnubg(const std::filesystem::path& program, const GnubgOptions& options) : options_(options) {
    if (options.port == 0) process_.emplace(program, options);
    socket_.emplace(process_ ? process_->connect() : connect());
  }

  /// One question, one line of answer.
  std::string ask(const std::string& question) {
    const std::lock_guard lock(mutex_);
    try {
      if (process_) process_->drain();
      socket_->send(question);
      return socket_->receive(options_.reply_timeout);
    } catch (const RuntimeFailure& error) {
      usable_ = false;
      throw PlayerFailure(fault_of(error), about(std::string(error.what()) + " (asked \"" + question + "\")"));
    }
  }

  PlayerFailure failure(Fault fault, const std::string& what) {
    const std::lock_guard lock(mutex_);
    return {fault, about(what)};
  }

  /// False after a failure: a late reply would be taken for the answer to the next question.
  bool usable() const { return usable_; }

 private:
  LineSocket connect() const {
    if (auto socket = LineSocket::connect(options_.host, options_.port)) return std::move(*socket);
    throw PlayerFailure(Fault::crash, about("nobody listens there (start it and tell it `external " + place() + "`)"));
  }

  std::string place() const { return options_.host + ":" + std::to_string(options_.port); }
  std::string about(const std::string& what) const { return "GNU Backgammon at " + place() + ": " + what; }
  std::string about(const std::string& what) {
    return process_ ? process_->about(what) : std::as_const(*this).about(what);
  }

  GnubgOptions options_;
  std::mutex mutex_;
  std::optional<GnubgProcess> process_;  ///< nothing for one that was running already
  std::optional<LineSocket> socket_;
  std::atomic<bool> usable_ = true;
};

/// "win winG winBG loseG loseBG equity", cumulative, to exclusive results; nothing if the reply is not that.
std::optional<RollerValue<Backgammon>> parse_evaluation(std::string_view reply) {
  std::array<float, 6> number;
  const char* at = reply.data();
  const char* const end = reply.data() + reply.size();
  for (std::size_t i = 0; i < number.size(); ++i) {
    while (at != end && *at == ' ') ++at;
    const auto [next, error] = std::from_chars(at, end, number[i]);
    if (error != std::errc() || (i < 5 && !(number[i] >= 0 && number[i] <= 1))) return std::nullopt;
    at = next;
  }
  const auto [win, win_g, win_bg, lose_g, lose_bg, equity] = number;
  // Rounded to six digits, a cumulative number may exceed the one that includes it.
  const auto rest = [](float whole, float part) { return std::max(whole - part, 0.0f); };
  return RollerValue<Backgammon>{
      {rest(win, win_g), rest(win_g, win_bg), win_bg, rest(1 - win, lose_g), rest(lose_g, lose_bg), lose_bg}};
}

class GnubgAgent final : public Agent<Backgammon> {
 public:
  GnubgAgent(std::filesystem::path program, const GnubgOptions& options)
      : program_(std::move(program)), options_(options), connections_(std::make_shared<Connections>()) {}

  std::unique_ptr<Agent<Backgammon>> clone() const override {
    auto copy = std::make_unique<GnubgAgent>(program_, options_);
    if (options_.port != 0) copy->connections_ = connections_;
    return copy;
  }

  /// Starts the program, so that its start counts as nobody's thinking time.
  void start_game() override { connection(); }

  std::size_t choose(const Position& position, const Dice& roll, const PlayList<Backgammon>& plays, Random&) override {
    const std::string question = board_line(position, roll.high, roll.low);
    const auto gnubg = connection();
    const std::string reply = gnubg->ask(question);
    try {
      const bool pass = reply.find_first_not_of(' ') == std::string::npos;
      return Backgammon::find_play(position, roll, plays, pass ? "pass" : reply);
    } catch (const InputError& error) {
      throw gnubg->failure(Fault::illegal_play, "its reply \"" + printable(reply) + "\" to \"" + question +
                                                    "\" is no legal play: " + error.what());
    }
  }

  RollerValue<Backgammon> evaluate(const Position& position) override {
    if (const auto exact = Backgammon::result(position)) return *exact;
    const std::string question = "evaluation fibsboard " + board_line(position, 0, 0) + " plies " +
                                 std::to_string(options_.plies) + " cubeless" + (options_.prunes() ? " prune" : "");
    const auto gnubg = connection();
    const std::string reply = gnubg->ask(question);
    if (const auto value = parse_evaluation(reply)) return *value;
    throw gnubg->failure(Fault::garbage,
                         "its reply \"" + printable(reply) + "\" to \"" + question + "\" is no evaluation");
  }

  Report<Backgammon> analyse(const Position& position, const Dice& roll) override {
    const auto begin = std::chrono::steady_clock::now();
    Backgammon::plays(position, roll, plays_);
    std::vector<RollerValue<Backgammon>> values;
    for (const Position& after : plays_.positions()) values.push_back(evaluate(after));
    Report<Backgammon> report = report_plays<Backgammon>(plays_, values, {}, options_.plies);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return report;
  }

 private:
  /// What an agent, or all clones of one that uses a running program, talk over.
  struct Connections {
    std::mutex mutex;
    std::shared_ptr<Gnubg> current;
  };

  std::shared_ptr<Gnubg> connection() {
    const std::lock_guard lock(connections_->mutex);
    auto& current = connections_->current;
    if (current && current->usable()) return current;
    current.reset();  // before the next one: a program that serves one client at a time must see this one leave
    return current = std::make_shared<Gnubg>(program_, options_);
  }

  std::filesystem::path program_;
  GnubgOptions options_;
  std::shared_ptr<Connections> connections_;
  PlayList<Backgammon> plays_;
};

}  // namespace

bool gnubg_installed() { return !find_gnubg().empty(); }

std::unique_ptr<Agent<Backgammon>> make_gnubg_agent(const GnubgOptions& options) {
  if (options.plies < 0 || options.plies > 4) {
    throw InputError("agent", "gnubg: expected plies from 0 to 4, found " + std::to_string(options.plies));
  }
  auto program = find_gnubg();
  if (program.empty() && options.port == 0) {
    throw InputError(
        "agent", "gnubg: GNU Backgammon is not installed (apt-get install gnubg, or set ALEA_GNUBG to the program)");
  }
  return std::make_unique<GnubgAgent>(std::move(program), options);
}

}  // namespace alea
