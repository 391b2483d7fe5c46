// A program from outside that plays: one run of it, its clock, and what is said when it fails.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "selfplay/child_process.hpp"
#include "selfplay/player_failure.hpp"

namespace alea {

struct ProcessOptions {
  std::string command;                              ///< a line of shell that runs the program
  std::chrono::milliseconds start_time{60'000};     ///< until it answers at all, where the protocol can ask
  std::chrono::milliseconds turn_time{86'400'000};  ///< for each answer
  std::chrono::milliseconds game_time{600'000};     ///< for all its answers in one game; starting up is free
  std::uint64_t memory = 0;               ///< most bytes of address space of each of its processes; 0: no limit
  std::filesystem::path error_file = {};  ///< its standard error is appended there, too, up to 16 MiB; empty: nowhere
};

/// Other bytes than ASCII's visible characters and the space become '?': nothing that messages could choke on is left.
std::string printable(std::string text);

/// Runs from its construction on. Errors are PlayerFailure with the command, what it was last told and the end of what
/// it printed on standard error; after one nothing that the program says is to be trusted.
class OutsideProgram {
 public:
  /// `farewell` is the line that ends its work; empty: the end of its input. RuntimeFailure where it cannot be started.
  OutsideProgram(const ProcessOptions& options, std::string farewell, std::size_t longest_line);

  /// Lets it end by itself within a second, if it has not failed.
  ~OutsideProgram();

  OutsideProgram(const OutsideProgram&) = delete;
  OutsideProgram& operator=(const OutsideProgram&) = delete;

  /// Gives it the whole time of a game.
  void start_clock() { time_left_ = options_.game_time; }

  /// Sends a line. A program that no longer listens may still have answered; if not, `answer` says what became of it.
  void tell(std::string_view line);

  /// Its next line: on its clock, or within the time to start.
  std::string answer();
  std::string first_answer();

  /// For `throw`: it was told that line, and then `what`.
  PlayerFailure failure(Fault fault, const std::string& what);

  /// False after a failure.
  bool usable() const { return usable_; }

 private:
  std::string receive(std::chrono::steady_clock::duration time, const std::string& limit);

  ProcessOptions options_;
  std::string farewell_;
  std::chrono::steady_clock::duration time_left_;
  ChildProcess process_;
  std::string told_;
  bool usable_ = true;
};

}  // namespace alea
