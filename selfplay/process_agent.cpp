#include "selfplay/process_agent.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "selfplay/child_process.hpp"

namespace alea {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long the program may take to end after `Quit`: it may have a log to write.
constexpr milliseconds farewell{1000};

/// Other bytes than ASCII's visible characters and the space become '?': nothing that messages could choke on is left.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

/// One run of the program, which is one game.
class Program {
 public:
  explicit Program(const ProcessOptions& options)
      : options_(options),
        time_left_(options.game_time),
        process_({.arguments = {"/bin/sh", "-c", options.command},
                  .replies = true,
                  .error_file = options.error_file,
                  .memory = options.memory}) {}

  ~Program() {
    if (!usable_) return;
    try {
      process_.write("Quit\n");
      process_.ends_within(farewell);
    } catch (const RuntimeFailure&) {  // it has gone before us
    }
  }

  /// A program that no longer listens may still have answered; if not, `answer` says what became of it.
  void tell(std::string_view line) {
    told_ = line;
    try {
      process_.write(told_ + '\n');
    } catch (const RuntimeFailure&) {
    }
  }

  /// Its next line, on its clock.
  std::string answer() {
    const auto begin = steady_clock::now();
    try {
      std::string line = process_.receive(std::chrono::ceil<milliseconds>(time_left_));
      time_left_ = std::max(time_left_ - (steady_clock::now() - begin), steady_clock::duration::zero());
      return line;
    } catch (const RuntimeFailure& error) {
      throw failure("was expected to answer with a play, within its time of " + in_seconds(options_.game_time) +
                    " a game: " + error.what());
    }
  }

  /// After it nothing the program says is to be trusted.
  RuntimeFailure failure(const std::string& what) {
    usable_ = false;
    const std::string& printed = process_.recent_output();
    return RuntimeFailure("the program \"" + options_.command + "\", told \"" + told_ + "\", " + what +
                          (printed.empty() ? "" : "\nIt printed:\n" + printed));
  }

 private:
  ProcessOptions options_;
  steady_clock::duration time_left_;
  ChildProcess process_;
  std::string told_;
  bool usable_ = true;
};

class ProcessAgent final : public Agent<Dvonn> {
 public:
  explicit ProcessAgent(ProcessOptions options) : options_(std::move(options)) {}

  std::unique_ptr<Agent<Dvonn>> clone() const override { return std::make_unique<ProcessAgent>(options_); }

  void start_game() override {
    program_.reset();
    program_.emplace(options_);
    position_ = Dvonn::start();
    to_move_ = Side::first;
    untold_ = {{Side::second, "Start"}};
    answer_.reset();
  }

  std::size_t choose(const Dvonn::Position& position, const NoDice& roll, const PlayList<Dvonn>& plays,
                     Random&) override {
    if (!program_) start_game();
    const bool only_opponents = std::ranges::find(untold_, to_move_, &Line::of) == untold_.end();
    if (position != position_ || !only_opponents) throw lost();
    for (const Line& line : std::exchange(untold_, {})) program_->tell(line.text);
    const std::string line = printable(program_->answer());
    try {
      const std::size_t chosen = Dvonn::find_play(position, roll, plays, line);
      answer_ = plays.play(chosen);
      return chosen;
    } catch (const InputError& error) {
      throw program_->failure("answered \"" + line.substr(0, 40) + "\", no legal play: " + error.what());
    }
  }

  void observe(const Dvonn::Position& position, const NoDice& roll, const dvonn::Play& play) override {
    const bool own = answer_.has_value();
    const bool followed = position == position_ && (!own || *answer_ == play);
    if (!own) {
      if (position == Dvonn::start()) untold_.clear();  // the opponent begins
      untold_.push_back({to_move_, Dvonn::format_play(position, roll, play)});
    }
    answer_.reset();
    const Dvonn::Position after = Dvonn::after(position, play);
    position_ = followed ? std::optional(after) : std::nullopt;
    to_move_ = next_side<Dvonn>(after, to_move_);
  }

 private:
  struct Line {
    Side of;  ///< who made this play; Start comes from nobody but the opponent of White
    std::string text;
  };

  static InputError lost() {
    return {"agent",
            "process: expected every turn of the game from the empty board on, which is all that CodeCup's "
            "protocol can tell; this position did not come about so"};
  }

  ProcessOptions options_;
  std::optional<Program> program_;
  std::optional<Dvonn::Position> position_;  ///< where the program believes to be; nothing when it has lost its way
  Side to_move_ = Side::first;
  std::vector<Line> untold_;           ///< what the program has to get before it is asked
  std::optional<dvonn::Play> answer_;  ///< its play between the choice and its observation
};

}  // namespace

std::unique_ptr<Agent<Dvonn>> make_process_agent(const ProcessOptions& options) {
  if (options.command.empty()) throw InputError("agent", "process: expected command=\"a line of shell\", found none");
  return std::make_unique<ProcessAgent>(options);
}

}  // namespace alea
