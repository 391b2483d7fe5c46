// From text to an agent: `kind` or `kind:key=value,key=value`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/agent.hpp"

namespace alea {

/// An agent's text, taken apart: `net:weights="my nets/a,b.safetensors"`. A value with a comma, a space or a quote
/// stands in double quotes, where \" and \\ mean " and \.
struct AgentText {
  std::string kind;
  std::vector<std::pair<std::string, std::string>> options;  ///< key, value; as written, each key once

  /// The value of `key`, or `otherwise`.
  std::string value(std::string_view key, std::string_view otherwise) const;
  /// The same as a whole number; throws InputError("agent") outside [lowest, highest].
  int number(std::string_view key, int otherwise, int lowest, int highest) const;
  /// The same as a time in seconds, written 30s, 0.5s, 200ms or, in seconds, 30.
  double seconds(std::string_view key, double otherwise, double lowest, double highest) const;
};

/// Throws InputError("agent") on text that is not of this form, or longer than 4096 bytes.
AgentText parse_agent(std::string_view text);

/// Makes the agent that `text` describes:
///
///     default                 the game's strongest that answers within about a second; now net:weights=default
///     random                  any play, each with the same probability
///     net:weights=default     0-ply: the play whose position the network likes best; default, fast or a file
///     gnubg:plies=0           GNU Backgammon (backgammon only), 0 to 4 plies
///     process:command=".."    a DVONN program outside, see process_agent.hpp; protocol=codecup, game_time=600s (up to
///                             86400s), memory=0 MiB (no limit), stderr=FILE (/dev/stderr passes it on)
///
/// Throws InputError("agent") that lists what there is on an unknown kind or key, and for agents that the game lacks;
/// InputError("weights") on a damaged network file. Instantiated in agents.cpp for every game of the registry.
template <Game G>
std::unique_ptr<Agent<G>> make_agent(std::string_view text);

}  // namespace alea
