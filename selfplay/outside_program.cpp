#include "selfplay/outside_program.hpp"

#include <algorithm>
#include <utility>

namespace alea {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long the program may take to end after its farewell: it may have a log to write.
constexpr milliseconds longest_farewell{1000};

/// So much of what it was told is shown.
constexpr std::size_t shown = 400;

}  // namespace

std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

OutsideProgram::OutsideProgram(const ProcessOptions& options, std::string farewell, std::size_t longest_line)
    : options_(options),
      farewell_(std::move(farewell)),
      time_left_(options.game_time),
      process_({.arguments = {"/bin/sh", "-c", options.command},
                .replies = true,
                .longest_line = longest_line,
                .error_file = options.error_file,
                .memory = options.memory}) {}

OutsideProgram::~OutsideProgram() {
  if (!usable_) return;
  try {
    if (!farewell_.empty()) process_.write(farewell_ + '\n');
    process_.close_input();
    process_.ends_within(longest_farewell);
  } catch (const RuntimeFailure&) {  // it has gone before us
  }
}

void OutsideProgram::tell(std::string_view line) {
  told_ = line;
  try {
    process_.write(told_ + '\n');
  } catch (const PlayerFailure&) {
  }
}

std::string OutsideProgram::answer() {
  const auto begin = steady_clock::now();
  const bool by_turn = options_.turn_time < time_left_;
  const std::string limit =
      by_turn ? in_seconds(options_.turn_time) + " a turn" : in_seconds(options_.game_time) + " a game";
  std::string line = receive(by_turn ? options_.turn_time : time_left_, limit);
  time_left_ = std::max(time_left_ - (steady_clock::now() - begin), steady_clock::duration::zero());
  return line;
}

std::string OutsideProgram::first_answer() {
  return receive(options_.start_time, in_seconds(options_.start_time) + " to start");
}

std::string OutsideProgram::receive(steady_clock::duration time, const std::string& limit) {
  try {
    return process_.receive(std::chrono::ceil<milliseconds>(time));
  } catch (const RuntimeFailure& error) {
    throw failure(fault_of(error), "was expected to answer, within its time of " + limit + ": " + error.what());
  }
}

PlayerFailure OutsideProgram::failure(Fault fault, const std::string& what) {
  usable_ = false;
  const std::string& printed = process_.recent_output();
  return {fault, "the program \"" + options_.command + "\", told \"" + told_.substr(0, shown) + "\", " + what +
                     (printed.empty() ? "" : "\nIt printed:\n" + printed)};
}

}  // namespace alea
