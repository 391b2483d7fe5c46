#include "selfplay/agents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <span>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/network.hpp"
#include "nets/weights_file.hpp"
#include "search/handwritten.hpp"
#include "search/random_agent.hpp"
#include "search/static_agent.hpp"
#include "selfplay/gnubg.hpp"
#include "selfplay/process_agent.hpp"

namespace alea {

namespace {

constexpr std::size_t longest_text = 4096;

InputError malformed(const std::string& what, std::string_view found) {
  return {"agent", what + ", found \"" + std::string(found.substr(0, 80)) + "\""};
}

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

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

std::unique_ptr<Agent<Dvonn>> process_agent(const AgentText& text) {
  if (const auto protocol = text.value("protocol", "codecup"); protocol != "codecup") {
    throw malformed("process: expected protocol=codecup", protocol);
  }
  return make_process_agent({.command = text.value("command", ""),
                             .game_time = milliseconds(text.seconds("game_time", 600, 0.001, 86'400)),
                             .memory = static_cast<std::uint64_t>(text.number("memory", 0, 0, 1 << 20)) << 20,
                             .error_file = text.value("stderr", "")});
}

/// A kind of agent that a game has.
template <Game G>
struct Kind {
  std::string_view name;
  std::vector<std::string_view> keys;
  std::string_view usage;
  std::unique_ptr<Agent<G>> (*make)(const AgentText&);
};

template <Game G>
std::vector<Kind<G>> kinds() {
  std::vector<Kind<G>> kinds;
  kinds.push_back({"random", {}, "random", [](const AgentText&) -> std::unique_ptr<Agent<G>> {
                     return std::make_unique<RandomAgent<G>>();
                   }});
  if constexpr (HasFeatures<G>) {
    kinds.push_back({"net", {"weights"}, "net:weights=default", [](const AgentText& text) -> std::unique_ptr<Agent<G>> {
                       const auto file = find_network(std::string(G::name()), text.value("weights", "default"));
                       return std::make_unique<StaticAgent<G>>(
                           std::make_unique<Network<G>>(read_network(file).weights));
                     }});
  }
  if constexpr (HasHandwritten<G>) {
    kinds.push_back({"handwritten", {}, "handwritten", [](const AgentText&) -> std::unique_ptr<Agent<G>> {
                       return std::make_unique<StaticAgent<G>>(std::make_unique<HandwrittenEvaluator<G>>());
                     }});
  }
  if constexpr (std::is_same_v<G, Backgammon>) {
    kinds.push_back({"gnubg", {"plies"}, "gnubg:plies=0", [](const AgentText& text) {
                       return make_gnubg_agent({.plies = text.number("plies", 0, 0, 4)});
                     }});
  }
  if constexpr (std::is_same_v<G, Dvonn>) {
    kinds.push_back(
        {"process", {"command", "protocol", "game_time", "memory", "stderr"}, "process:command=\"..\"", process_agent});
  }
  return kinds;
}

std::string joined(std::span<const std::string_view> words) {
  std::string list;
  for (const auto word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return list;
}

void check_keys(const AgentText& text, std::span<const std::string_view> known) {
  for (const auto& [key, value] : text.options) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    throw malformed(known.empty() ? text.kind + " has no keys" : "the keys of " + text.kind + " are " + joined(known),
                    key);
  }
}

/// What `default` stands for.
template <Game G>
std::string_view default_agent() {
  if constexpr (!HasFeatures<G>) {
    throw InputError("agent",
                     std::string(G::name()) + " has no network yet, and so no default agent; there is: random");
  }
  return "net:weights=default";
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
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end || number < lowest || number > highest) {
    throw malformed(
        kind + ": expected " + std::string(key) + " from " + std::to_string(lowest) + " to " + std::to_string(highest),
        text);
  }
  return number;
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

template <Game G>
std::unique_ptr<Agent<G>> make_agent(std::string_view text) {
  AgentText agent = parse_agent(text);
  if (agent.kind == "default") {
    check_keys(agent, {});
    agent = parse_agent(default_agent<G>());
  }
  std::vector<std::string_view> usages{"default"};
  for (const Kind<G>& kind : kinds<G>()) {
    usages.push_back(kind.usage);
    if (kind.name != agent.kind) continue;
    check_keys(agent, kind.keys);
    return kind.make(agent);
  }
  throw malformed("the agents of " + std::string(G::name()) + " are " + joined(usages), agent.kind);
}

#define ALEA_INSTANTIATE(G) template std::unique_ptr<Agent<G>> make_agent<G>(std::string_view);
ALEA_FOR_EACH_GAME(ALEA_INSTANTIATE)

}  // namespace alea
