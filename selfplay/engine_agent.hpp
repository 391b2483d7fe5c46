// A program from outside as an agent, over the JSON lines of `alea engine`.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "search/agent.hpp"
#include "selfplay/outside_program.hpp"

namespace alea {

/// The conversation, which knows games by their texts alone. To the program goes for every turn
///
///     {"id":7,"op":"analyse","game":"diablo-6","position":"gbgb/bgbg/gbgb/bgbg b","dice":"2-1","top":1}
///
/// (no dice in games without), and its answer is one line, an object with that `id` and the best play first:
///
///     {"id":7,"candidates":[{"play":"A1xB1"}]}
///
/// Other keys are the program's own affair. At its start it is asked `{"id":0,"op":"version"}`; any answer with that id
/// will do, a refusal too. One run of the program serves one game after another.
class EngineProgram {
 public:
  /// RuntimeFailure where it cannot be started. Lines of the program may have a MiB.
  explicit EngineProgram(const ProcessOptions& options);

  /// A new game: all its time is there again.
  void start_game();

  struct Question {
    std::string_view game;
    std::string position;
    std::string dice = {};  ///< empty in games without
  };
  /// The text of its best play. Throws PlayerFailure.
  std::string best_play(const Question& question);

  /// For `throw`: the rules forbid `play`, the answer to the last question.
  PlayerFailure illegal(const std::string& play, const std::string& why);

  bool usable() const { return program_.usable(); }

 private:
  OutsideProgram program_;
  int questions_ = 0;
};

/// The text by which `position` comes back from G::parse_position: some colourless positions are only one side's.
template <Game G>
std::string text_of_position(const typename G::Position& position) {
  std::string text = G::format_position(position, Side::first);
  try {
    if (G::parse_position(text).position == position) return text;
  } catch (const InputError&) {  // no position of that side
  }
  return G::format_position(position, Side::second);
}

/// Plays what the program finds best; started with the agent's first game, and again after a failure.
template <Game G>
class EngineAgent final : public Agent<G> {
 public:
  explicit EngineAgent(ProcessOptions options) : options_(std::move(options)) {}

  std::unique_ptr<Agent<G>> clone() const override { return std::make_unique<EngineAgent>(options_); }

  void start_game() override {
    if (!program_ || !program_->usable()) {
      program_.reset();
      program_.emplace(options_);
    }
    program_->start_game();
  }

  std::size_t choose(const typename G::Position& position, const typename G::Roll& roll, const PlayList<G>& plays,
                     Random&) override {
    if (!program_ || !program_->usable()) start_game();
    const std::string play = program_->best_play({G::name(), text_of_position<G>(position), G::format_roll(roll)});
    try {
      return G::find_play(position, roll, plays, play);
    } catch (const InputError& error) {
      throw program_->illegal(play, error.what());
    }
  }

 private:
  ProcessOptions options_;
  std::optional<EngineProgram> program_;
};

}  // namespace alea
