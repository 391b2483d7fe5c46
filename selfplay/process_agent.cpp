#include "selfplay/process_agent.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "selfplay/outside_program.hpp"

namespace alea {

namespace {

/// What its answer is when it is no legal play: `Z9` and `A1K5` break the rules, anything else is no play at all.
Fault fault_of_answer(std::string_view line) {
  const bool square_or_two = line.size() == 2 || line.size() == 4;
  const bool word = std::ranges::all_of(line, [](unsigned char c) { return std::isalnum(c) != 0; });
  return square_or_two && word ? Fault::illegal_play : Fault::garbage;
}

class ProcessAgent final : public Agent<Dvonn> {
 public:
  explicit ProcessAgent(ProcessOptions options) : options_(std::move(options)) {}

  std::unique_ptr<Agent<Dvonn>> clone() const override { return std::make_unique<ProcessAgent>(options_); }

  void start_game() override {
    program_.reset();
    program_.emplace(options_, "Quit", LineBuffer::longest_line);
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
      throw program_->failure(fault_of_answer(line),
                              "answered \"" + line.substr(0, 40) + "\", no legal play: " + error.what());
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
  std::optional<OutsideProgram> program_;
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
