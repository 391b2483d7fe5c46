// An agent's description as text: `kind` or `kind:key=value,key=value`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/error.hpp"

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
  /// The same as any finite number.
  float real(std::string_view key, float otherwise, float lowest, float highest) const;
  /// The same as `on` or `off`.
  bool flag(std::string_view key, bool otherwise) const;
  /// The same as a time in seconds, written 30s, 0.5s, 200ms or, in seconds, 30.
  double seconds(std::string_view key, double otherwise, double lowest, double highest) const;

  /// Gives `key` a value, in place of the one it has.
  void set(std::string_view key, std::string_view value);
};

/// Throws InputError("agent") on text that is not of this form, or longer than 4096 bytes.
AgentText parse_agent(std::string_view text);

/// The text of an agent, which parse_agent takes apart again.
std::string format_agent(const AgentText& agent);

/// The same agent with `key` set to `value`. Throws as parse_agent does.
std::string with_key(std::string_view agent, std::string_view key, std::string_view value);

/// Throws InputError("agent") that lists the `known` keys when the text has another.
void check_keys(const AgentText& text, std::span<const std::string_view> known);

/// InputError("agent"): what was expected, and what was found.
InputError malformed(const std::string& what, std::string_view found);

}  // namespace alea
