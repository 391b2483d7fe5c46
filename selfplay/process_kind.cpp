#include "selfplay/process_kind.hpp"

namespace alea {

namespace {

/// At least a millisecond, at most a day.
std::chrono::milliseconds time(const AgentText& text, std::string_view key, std::chrono::milliseconds otherwise) {
  const double seconds = text.seconds(key, static_cast<double>(otherwise.count()) / 1000, 0.001, 86'400);
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

}  // namespace

ProcessOptions process_options(const AgentText& text) {
  ProcessOptions options;
  options.command = text.value("command", "");
  if (options.command.empty()) throw InputError("agent", "process: expected command=\"a line of shell\", found none");
  options.start_time = time(text, "start_time", options.start_time);
  options.turn_time = time(text, "time", options.turn_time);
  options.game_time = time(text, "game_time", options.game_time);
  options.memory = static_cast<std::uint64_t>(text.number("memory", 0, 0, 1 << 20)) << 20;
  options.error_file = text.value("stderr", "");
  return options;
}

}  // namespace alea
