// The options that several commands share, each declared once: name, range, default and help.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "selfplay/settings.hpp"

namespace alea::tools {

/// How to count plies; said wherever plies can be chosen or are shown.
inline constexpr const char* plies_help =
    "Plies are counted as in GNU Backgammon: 0-ply is the static network, 1-ply looks at the opponent's rolls, and so "
    "on.";

/// What a command is asked about, as text.
struct Question {
  std::string game;
  std::optional<std::string> position;
  std::optional<std::string> dice;
  std::string agent = "default";
  bool batch = false;
  bool json = false;
};

/// The headings of `alea --help`.
namespace group {
inline constexpr const char* rules = "Rules";
inline constexpr const char* analysis = "Analysis";
inline constexpr const char* training = "Training";
inline constexpr const char* matches = "Matches";
inline constexpr const char* program = "The program";
}  // namespace group

inline CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& what, const char* group) {
  CLI::App* const command = app.add_subcommand(name, what);
  command->group(group);
  return command;
}

inline void add_game(CLI::App& command, Question& question) {
  command.add_option("game", question.game, "backgammon, hypergammon, dvonn, or diablo-N for the NxN board")
      ->required()
      ->type_name("GAME");
}

inline CLI::Option* add_position(CLI::App& command, Question& question, const char* default_help = "") {
  const std::string help =
      "Position ID, PositionID:MatchID or XGID (backgammon, hypergammon); rows, side and phase (dvonn); rows and side "
      "(diablo)";
  return command.add_option("--position", question.position, help + default_help)->type_name("P");
}

inline CLI::Option* add_dice(CLI::App& command, Question& question) {
  return command.add_option("--dice", question.dice, "The roll, such as 3-1 (default: the one in an XGID or Match ID)")
      ->type_name("A-B");
}

/// `what` says what it decides.
inline void add_seed(CLI::App& command, std::uint64_t& seed, const std::string& what) {
  command.add_option("--seed", seed, what)
      ->check(settings::within<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max()))
      ->type_name("S")
      ->capture_default_str();
}

inline void add_agent(CLI::App& command, Question& question) {
  command
      .add_option("--agent", question.agent, "Who judges: kind or kind:key=value,..; an unknown kind lists them all")
      ->type_name("A")
      ->capture_default_str();
}

inline CLI::Option* add_batch(CLI::App& command, Question& question, const std::string& line) {
  return command.add_flag("--batch", question.batch,
                          "Answer each line of standard input with a line of JSON; a line is " + line +
                              ", and one that opens with # is skipped");
}

inline void add_json(CLI::App& command, Question& question) {
  command.add_flag("--json", question.json, "Print JSON, one object a line (default: tables for people)");
}

}  // namespace alea::tools
