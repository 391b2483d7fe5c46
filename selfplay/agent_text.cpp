#include "selfplay/agent_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace alea {

InputError malformed(const std::string& what, std::string_view found) {
  return {"agent", what + ", found \"" + std::string(found.substr(0, 80)) + "\""};
}

namespace {

constexpr std::size_t longest_text = 4096;

/// Reads one option after another off the front of a text.
class OptionReader {
 public:
  explicit OptionReader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }

  std::string key() {
    const std::size_t equals = text_.find('=', at_);
    const std::string_view key = text_.substr(at_, equals == text_.npos ? text_.npos : equals - at_);
    const bool word = !key.empty() && key.find_first_of(",\" ") == key.npos;
    if (equals == text_.npos || !word) throw malformed("expected kind:key=value,key=value", text_);
    at_ = equals + 1;
    return std::string(key);
  }

  /// Also steps over the comma that follows.
  std::string value() {
    std::string value = !at_end() && text_[at_] == '"' ? quoted() : plain();
    if (!at_end()) {
      if (text_[at_++] != ',' || at_end()) throw malformed("expected a comma and a key=value after a value", text_);
    }
    return value;
  }

 private:
  std::string plain() {
    const std::size_t end = std::min(text_.find(',', at_), text_.size());
    const std::string_view value = text_.substr(at_, end - at_);
    if (value.empty() || value.find_first_of("\" ") != value.npos) {
      throw malformed("expected a value, in double quotes if it has a space or comma", value);
    }
    at_ = end;
    return std::string(value);
  }

  std::string quoted() {
    std::string value;
    for (++at_; !at_end() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      value += text_[at_];
    }
    if (at_end()) throw malformed("expected a closing double quote", text_);
    ++at_;
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The whole of `text` as a number in [lowest, highest], else nothing.
template <class Number>
std::optional<Number> number_in(const std::string& text, Number lowest, Number highest) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || !(number >= lowest && number <= highest)) return std::nullopt;
  return number;
}

std::string quoted(std::string_view value) {
  std::string text = "\"";
  for (const char letter : value) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text += '"';
}

}  // namespace

std::string AgentText::value(std::string_view key, std::string_view otherwise) const {
  for (const auto& [name, value] : options) {
    if (name == key) return value;
  }
  return std::string(otherwise);
}

int AgentText::number(std::string_view key, int otherwise, int lowest, int highest) const {
  const std::string text = value(key, std::to_string(otherwise));
  if (const auto number = number_in(text, lowest, highest)) return *number;
  throw malformed(fmt::format("{}: expected {} from {} to {}", kind, key, lowest, highest), text);
}

float AgentText::real(std::string_view key, float otherwise, float lowest, float highest) const {
  const std::string text = value(key, "");
  if (text.empty()) return otherwise;
  if (const auto number = number_in(text, lowest, highest)) return *number;
  throw malformed(fmt::format("{}: expected {} from {} to {}", kind, key, lowest, highest), text);
}

bool AgentText::flag(std::string_view key, bool otherwise) const {
  const std::string text = value(key, otherwise ? "on" : "off");
  if (text == "on" || text == "off") return text == "on";
  throw malformed(fmt::format("{}: expected {} on or off", kind, key), text);
}

double AgentText::seconds(std::string_view key, double otherwise, double lowest, double highest) const {
  const std::string text = value(key, "");
  if (text.empty()) return otherwise;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  const std::string_view unit(read.ptr, end);
  if (unit == "ms") number /= 1000;
  const bool known = unit.empty() || unit == "s" || unit == "ms";
  if (read.ec != std::errc() || !known || !(number >= lowest && number <= highest)) {
    throw malformed(
        fmt::format("{}: expected {} as a time such as 30s or 200ms, from {}s to {}s", kind, key, lowest, highest),
        text);
  }
  return number;
}

void AgentText::set(std::string_view key, std::string_view value) {
  const auto found = std::ranges::find(options, key, [](const auto& option) { return std::string_view(option.first); });
  if (found == options.end()) {
    options.emplace_back(key, value);
  } else {
    found->second = value;
  }
}

AgentText parse_agent(std::string_view text) {
  if (text.size() > longest_text) throw malformed("expected at most " + std::to_string(longest_text) + " bytes", text);
  const std::size_t colon = std::min(text.find(':'), text.size());
  AgentText agent{std::string(text.substr(0, colon)), {}};
  if (colon == text.size()) return agent;
  OptionReader reader(text.substr(colon + 1));
  do {
    const std::string key = reader.key();
    if (agent.options.end() != std::find_if(agent.options.begin(), agent.options.end(),
                                            [&](const auto& option) { return option.first == key; })) {
      throw malformed("expected each key once", key);
    }
    agent.options.emplace_back(key, reader.value());
  } while (!reader.at_end());
  return agent;
}

std::string format_agent(const AgentText& agent) {
  std::string text = agent.kind;
  for (const auto& [key, value] : agent.options) {
    text += fmt::format("{}{}=", text.size() == agent.kind.size() ? ':' : ',', key);
    text += value.find_first_of(", \"\\") == value.npos ? value : quoted(value);
  }
  return text;
}

std::string with_key(std::string_view agent, std::string_view key, std::string_view value) {
  AgentText text = parse_agent(agent);
  text.set(key, value);
  return format_agent(text);
}

void check_keys(const AgentText& text, std::span<const std::string_view> known) {
  for (const auto& [key, value] : text.options) {
    if (std::ranges::find(known, key) != known.end()) continue;
    throw malformed(known.empty() ? text.kind + " has no keys"
                                  : fmt::format("the keys of {} are {}", text.kind, fmt::join(known, ", ")),
                    key);
  }
}

}  // namespace alea
