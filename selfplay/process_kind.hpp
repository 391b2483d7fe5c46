// From an agent's text to a program outside: the kind `process` of every game.
#pragma once

#include <array>
#include <concepts>
#include <memory>
#include <string>
#include <string_view>

#include "engine/dvonn/dvonn.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/engine_agent.hpp"
#include "selfplay/process_agent.hpp"

namespace alea {

inline constexpr std::array<std::string_view, 7> process_keys{"command",    "protocol", "time",  "game_time",
                                                              "start_time", "memory",   "stderr"};

/// Throws InputError("agent").
ProcessOptions process_options(const AgentText& text);

/// DVONN's programs speak CodeCup's protocol unless the text says protocol=engine, those of other games that one alone.
/// Throws InputError("agent").
template <Game G>
std::unique_ptr<Agent<G>> make_process(const AgentText& text) {
  constexpr bool codecup = std::same_as<G, Dvonn>;
  const std::string protocol = text.value("protocol", codecup ? "codecup" : "engine");
  if (protocol == "engine") return std::make_unique<EngineAgent<G>>(process_options(text));
  if constexpr (codecup) {
    if (protocol == "codecup") return make_process_agent(process_options(text));
  }
  throw malformed(std::string("process: expected protocol=engine") + (codecup ? " or codecup" : ""), protocol);
}

}  // namespace alea
