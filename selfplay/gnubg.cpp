#include "selfplay/gnubg.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/child_process.hpp"
#include "selfplay/line_socket.hpp"

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

/// Cubeless chequer play at `plies`, then waiting for us.
std::string settings(int plies) {
  const std::string evaluation = "set evaluation chequerplay evaluation ";
  return "set jacoby off\n" + evaluation + "plies " + std::to_string(plies) + "\n" + evaluation + "cubeful off\n" +
         evaluation + "prune " + (plies > 0 ? "on" : "off") + "\nexternal " + socket_name + "\n";
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

/// One running GNU Backgammon.
class Gnubg {
 public:
  Gnubg(const std::filesystem::path& program, const GnubgOptions& options)
      : options_(options),
        // -t text mode, -q without sound, -r without the user's settings; HOME because it writes there.
        process_({{program.string(), "-t", "-q", "-r"}, {{"HOME", home_.path().string()}}, home_.path()}),
        socket_(connect()) {}

  /// One question, one line of answer.
  std::string ask(const std::string& question) {
    try {
      process_.recent_output();
      socket_->send(question);
      return socket_->receive(options_.reply_timeout);
    } catch (const RuntimeFailure& error) {
      usable_ = false;
      throw failure(std::string(error.what()) + " (asked \"" + question + "\")");
    }
  }

  RuntimeFailure failure(const std::string& what) {
    const std::string& printed = process_.recent_output();
    return RuntimeFailure("GNU Backgammon" + std::string(process_.ended() ? " has ended" : "") + ": " + what +
                          (printed.empty() ? "" : "\nIt printed:\n" + printed));
  }

  /// False after a failure: a late reply would be taken for the answer to the next question.
  bool usable() const { return usable_; }

 private:
  /// A socket in our own directory: no port to find, and nobody else can connect.
  std::optional<LineSocket> connect() {
    try {
      process_.write(settings(options_.plies));
    } catch (const RuntimeFailure& error) {
      throw failure(std::string("it did not start: ") + error.what());
    }
    const auto deadline = std::chrono::steady_clock::now() + options_.start_timeout;
    while (true) {
      if (auto socket = LineSocket::connect(home_.path() / socket_name)) return socket;
      process_.recent_output();
      if (process_.ended()) throw failure("it did not start");
      if (std::chrono::steady_clock::now() > deadline) throw failure("it did not start in time");
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  GnubgOptions options_;
  TemporaryDirectory home_;
  ChildProcess process_;
  std::optional<LineSocket> socket_;
  bool usable_ = true;
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
      : program_(std::move(program)), options_(options) {}

  std::unique_ptr<Agent<Backgammon>> clone() const override { return std::make_unique<GnubgAgent>(program_, options_); }

  /// Starts the program, so that its start counts as nobody's thinking time.
  void start_game() override { gnubg(); }

  std::size_t choose(const Position& position, const Dice& roll, const PlayList<Backgammon>& plays, Random&) override {
    const std::string question = board_line(position, roll.high, roll.low);
    const std::string reply = gnubg().ask(question);
    try {
      const bool pass = reply.find_first_not_of(' ') == std::string::npos;
      return Backgammon::find_play(position, roll, plays, pass ? "pass" : reply);
    } catch (const InputError& error) {
      throw gnubg().failure("its reply \"" + reply + "\" to \"" + question + "\" is no legal play: " + error.what());
    }
  }

  RollerValue<Backgammon> evaluate(const Position& position) override {
    if (const auto exact = Backgammon::result(position)) return *exact;
    const std::string question = "evaluation fibsboard " + board_line(position, 0, 0) + " plies " +
                                 std::to_string(options_.plies) + " cubeless" + (options_.plies > 0 ? " prune" : "");
    const std::string reply = gnubg().ask(question);
    if (const auto value = parse_evaluation(reply)) return *value;
    throw gnubg().failure("its reply \"" + reply + "\" to \"" + question + "\" is no evaluation");
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
  Gnubg& gnubg() {
    if (!gnubg_ || !gnubg_->usable()) gnubg_.emplace(program_, options_);
    return *gnubg_;
  }

  std::filesystem::path program_;
  GnubgOptions options_;
  std::optional<Gnubg> gnubg_;
  PlayList<Backgammon> plays_;
};

}  // namespace

bool gnubg_installed() { return !find_gnubg().empty(); }

std::unique_ptr<Agent<Backgammon>> make_gnubg_agent(const GnubgOptions& options) {
  if (options.plies < 0 || options.plies > 4) {
    throw InputError("agent", "gnubg: expected plies from 0 to 4, found " + std::to_string(options.plies));
  }
  auto program = find_gnubg();
  if (program.empty()) {
    throw InputError(
        "agent", "gnubg: GNU Backgammon is not installed (apt-get install gnubg, or set ALEA_GNUBG to the program)");
  }
  return std::make_unique<GnubgAgent>(std::move(program), options);
}

}  // namespace alea
