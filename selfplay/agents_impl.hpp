// make_agent, for the translation units that instantiate it, one for each game.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/network.hpp"
#include "nets/weights_file.hpp"
#include "search/expectimax_agent.hpp"
#include "search/handwritten.hpp"
#include "search/mcts_agent.hpp"
#include "search/random_agent.hpp"
#include "search/static_agent.hpp"
#include "search/tables/game_tables.hpp"
#include "search/tables/race_evaluator.hpp"
#include "search/tables/table_folder.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/agents.hpp"
#include "selfplay/process_kind.hpp"

namespace alea {

/// A kind of agent that a game has.
template <Game G>
struct AgentKind {
  std::string_view name;
  std::vector<std::string_view> keys;
  std::string_view usage;
  std::unique_ptr<Agent<G>> (*make)(const AgentText&);
};

/// What a game has beside the kinds of all games: specialised where it has some.
template <Game G>
struct OwnAgents {
  static void add(std::vector<AgentKind<G>>&) {}
  static std::string_view strongest() { return "expectimax:plies=2,filter=normal"; }
  /// What an expectimax that filters takes for `halves` where nothing is said.
  static int halves() { return 0; }
};

namespace agents_detail {

/// The evaluator called `name`: a network or `handwritten`.
template <Game G>
std::unique_ptr<Evaluator<G>> find_evaluator(const std::string& name) {
  if constexpr (HasHandwritten<G>) {
    if (name == "handwritten") return std::make_unique<HandwrittenEvaluator<G>>();
  }
  if constexpr (HasFeatures<G>) {
    return std::make_unique<Network<G>>(read_network(find_network(std::string(G::name()), name)).weights);
  } else {
    throw malformed("expected weights=handwritten, " + std::string(G::name()) + " having no networks", name);
  }
}

/// Whether a network was trained for the game.
template <Game G>
bool has_network() {
  return HasFeatures<G> && std::filesystem::exists(find_network(std::string(G::name()), "default"));
}

/// The same for a search, where `default` is the one written by hand if no network was trained for the game.
template <Game G>
std::unique_ptr<Evaluator<G>> find_judge(const std::string& name) {
  const bool by_hand = HasHandwritten<G> && name == "default" && !has_network<G>();
  return find_evaluator<G>(by_hand ? "handwritten" : name);
}

inline Limits limits_of(const AgentText& text) {
  Limits limits;
  limits.seconds = text.seconds("time", limits.seconds, 0.001, 86'400);
  if (!text.value("nodes", "").empty()) limits.nodes = text.number("nodes", 0, 1, 2'000'000'000);
  return limits;
}

/// The game's exact tables; null where it has none, or the text says tables=off.
template <Game G>
std::shared_ptr<const ExactTable<G>> tables_for(const AgentText& text) {
  if (!has_tables<G> || !text.flag("tables", true)) return nullptr;
  return open_tables<G>(tables_folder());
}

/// The evaluator that a search's text names, with what tables tell of races between home boards.
template <Game G>
std::unique_ptr<Evaluator<G>> leaf_evaluator(const AgentText& text, const std::string& name) {
  auto evaluator = find_judge<G>(name);
  return text.flag("tables", true) ? with_races<G>(std::move(evaluator), tables_folder()) : std::move(evaluator);
}

/// `evaluator` with exact values where there are tables of them.
template <Game G>
std::unique_ptr<Evaluator<G>> with_tables(const AgentText& text, std::unique_ptr<Evaluator<G>> evaluator) {
  auto tables = tables_for<G>(text);
  if (!tables) return evaluator;
  return std::make_unique<WithTable<G>>(std::move(evaluator), std::move(tables));
}

/// The keys of a search's text, with those that only some games have.
template <Game G>
std::vector<std::string_view> expectimax_keys(std::vector<std::string_view> keys) {
  if (HasHalfTurns<G>) keys.push_back("halves");
  return keys;
}

template <SearchedGame G>
std::unique_ptr<Agent<G>> make_expectimax(const AgentText& text, std::unique_ptr<Evaluator<G>> evaluator, int plies) {
  ExpectimaxOptions options;
  options.plies = text.number("plies", plies, 0, ExpectimaxOptions::most_plies);
  options.filters = find_move_filters(text.value("filter", "normal"));
  options.halves = text.number("halves", options.filters.inner.keeps_all() ? 0 : OwnAgents<G>::halves(), 0, 10'000);
  options.threads = text.number("threads", 1, 1, 1024);
  options.cache_mib = text.number("cache", 16, 0, 65'536);
  if (!text.value("star2", "").empty()) options.star2 = text.flag("star2", true);
  const std::string prune = text.value("prune", "");
  return std::make_unique<ExpectimaxAgent<G>>(with_tables<G>(text, std::move(evaluator)), options, limits_of(text),
                                              prune.empty() ? nullptr : find_evaluator<G>(prune));
}

template <Game G>
void add_expectimax(std::vector<AgentKind<G>>& kinds) {
  if constexpr (SearchedGame<G>) {
    kinds.push_back({"expectimax",
                     expectimax_keys<G>({"plies", "filter", "weights", "prune", "star2", "time", "nodes", "tables",
                                         "threads", "cache"}),
                     "expectimax:plies=2,filter=normal", [](const AgentText& text) {
                       return make_expectimax<G>(text, leaf_evaluator<G>(text, text.value("weights", "default")), 2);
                     }});
  }
}

template <SearchedGame G>
std::unique_ptr<Agent<G>> make_mcts(const AgentText& text) {
  const Limits limits = limits_of(text);
  const bool limited = std::isfinite(limits.seconds) || !text.value("nodes", "").empty();
  MctsOptions options;
  options.simulations = text.number("simulations", limited ? 2'000'000'000 : 800, 1, 2'000'000'000);
  options.c_puct = text.real("c_puct", options.c_puct, 0.001F, 100);
  options.temperature = text.real("temperature", options.temperature, 0.001F, 100);
  options.widening = text.real("widening", options.widening, 0, 1000);
  options.halving = text.flag("halving", false);
  if (options.halving && limited && text.value("simulations", "").empty()) {
    throw malformed("mcts: expected simulations beside halving=on, which shares them out", "none");
  }
  options.arena_mib = text.number("arena", 64, 1, 65'536);
  options.threads = text.number("threads", 1, 1, 1024);
  return std::make_unique<MctsAgent<G>>(leaf_evaluator<G>(text, text.value("weights", "default")), options, limits,
                                        tables_for<G>(text));
}

template <Game G>
void add_mcts(std::vector<AgentKind<G>>& kinds) {
  if constexpr (SearchedGame<G>) {
    kinds.push_back({"mcts",
                     {"simulations", "weights", "c_puct", "temperature", "widening", "halving", "time", "nodes",
                      "tables", "threads", "arena"},
                     "mcts:simulations=800",
                     make_mcts<G>});
  }
}

template <Game G>
void add_handwritten(std::vector<AgentKind<G>>& kinds) {
  if constexpr (HasHandwritten<G> && SearchedGame<G>) {
    kinds.push_back(
        {"handwritten", expectimax_keys<G>({"plies", "filter", "star2", "time", "nodes", "tables", "threads", "cache"}),
         "handwritten:plies=0",
         [](const AgentText& text) { return make_expectimax<G>(text, find_evaluator<G>("handwritten"), 0); }});
  } else if constexpr (HasHandwritten<G>) {
    kinds.push_back({"handwritten", {}, "handwritten", [](const AgentText&) -> std::unique_ptr<Agent<G>> {
                       return std::make_unique<StaticAgent<G>>(find_evaluator<G>("handwritten"));
                     }});
  }
}

template <Game G>
void add_exact(std::vector<AgentKind<G>>& kinds) {
  if constexpr (has_tables<G>) {
    kinds.push_back({"exact", {}, "exact", [](const AgentText&) -> std::unique_ptr<Agent<G>> {
                       auto tables = std::make_unique<ExactEvaluator<G>>(open_tables<G>(tables_folder()));
                       return std::make_unique<StaticAgent<G>>(std::move(tables));
                     }});
  }
}

template <Game G>
std::vector<AgentKind<G>> kinds() {
  std::vector<AgentKind<G>> kinds;
  kinds.push_back({"random", {}, "random", [](const AgentText&) -> std::unique_ptr<Agent<G>> {
                     return std::make_unique<RandomAgent<G>>();
                   }});
  if constexpr (HasFeatures<G>) {
    kinds.push_back({"net", {"weights"}, "net:weights=default", [](const AgentText& text) -> std::unique_ptr<Agent<G>> {
                       return std::make_unique<StaticAgent<G>>(find_evaluator<G>(text.value("weights", "default")));
                     }});
  }
  add_expectimax<G>(kinds);
  add_mcts<G>(kinds);
  add_handwritten<G>(kinds);
  add_exact<G>(kinds);
  kinds.push_back({"process", {process_keys.begin(), process_keys.end()}, "process:command=\"..\"", make_process<G>});
  OwnAgents<G>::add(kinds);
  return kinds;
}

/// What `default` stands for: where no network was trained for a game, the evaluator written by hand looks ahead.
template <Game G>
std::string_view default_agent() {
  if (has_network<G>()) return OwnAgents<G>::strongest();
  return SearchedGame<G> ? "handwritten:plies=1" : "handwritten";
}

/// With `default` put in words: what it stands for, and the keys of `agent` in place of its own.
template <Game G>
AgentText spell_out(AgentText agent) {
  if (agent.kind != "default") return agent;
  AgentText spelled_out = parse_agent(default_agent<G>());
  for (const auto& [key, value] : agent.options) spelled_out.set(key, value);
  return spelled_out;
}

/// Throws InputError("agent") that lists the kinds there are.
template <Game G>
AgentKind<G> find_kind(std::string_view name) {
  std::vector<std::string_view> usages{"default"};
  for (const AgentKind<G>& kind : kinds<G>()) {
    if (kind.name == name) return kind;
    usages.push_back(kind.usage);
  }
  throw malformed(fmt::format("the agents of {} are {}", G::name(), fmt::join(usages, ", ")), name);
}

}  // namespace agents_detail

template <Game G>
std::unique_ptr<Agent<G>> make_agent(std::string_view text) {
  const AgentText agent = agents_detail::spell_out<G>(parse_agent(text));
  const AgentKind<G> kind = agents_detail::find_kind<G>(agent.kind);
  check_keys(agent, kind.keys);
  return kind.make(agent);
}

template <Game G>
std::unique_ptr<Evaluator<G>> make_evaluator(const std::string& name) {
  return agents_detail::find_judge<G>(name);
}

}  // namespace alea
