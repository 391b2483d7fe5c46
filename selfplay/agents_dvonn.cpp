#include "search/alphabeta_agent.hpp"
#include "search/ending_agent.hpp"
#include "selfplay/agents_impl.hpp"

namespace alea {

namespace {

std::unique_ptr<Agent<Dvonn>> make_alphabeta(const AgentText& text) {
  AlphaBetaAgentOptions options;
  options.each = agents_detail::limits_of(text);
  if (!text.value("plies", "").empty()) options.each.plies = text.number("plies", 0, 0, 100);
  if (!text.value("game_time", "").empty()) options.game_seconds = text.seconds("game_time", 0, 0.001, 86'400);
  const bool limited = options.game_seconds || std::isfinite(options.each.seconds) ||
                       !text.value("nodes", "").empty() || !text.value("plies", "").empty();
  if (!limited) options.each.seconds = 1;
  options.search.table_mib = static_cast<std::size_t>(text.number("table", 64, 1, 65'536));
  options.search.threads = text.number("threads", 1, 1, 1024);
  options.search.selective = text.flag("selective", true);
  return std::make_unique<AlphaBetaAgent<Dvonn>>(agents_detail::find_evaluator<Dvonn>(text.value("weights", "default")),
                                                 options);
}

std::unique_ptr<Agent<Dvonn>> make_ending(const AgentText& text) {
  Limits limits = agents_detail::limits_of(text);
  if (text.options.empty()) limits.seconds = 10;
  return std::make_unique<EndingAgent>(limits, static_cast<std::size_t>(text.number("table", 256, 1, 65'536)));
}

}  // namespace

template <>
void OwnAgents<Dvonn>::add(std::vector<AgentKind<Dvonn>>& kinds) {
  kinds.push_back({"alphabeta",
                   {"weights", "time", "game_time", "nodes", "plies", "table", "threads", "selective"},
                   "alphabeta:time=1s",
                   make_alphabeta});
  kinds.push_back({"exact", {"time", "nodes", "table"}, "exact:time=10s", make_ending});
}

template <>
std::string_view OwnAgents<Dvonn>::strongest() {
  return "alphabeta:time=1s";
}

template std::unique_ptr<Agent<Dvonn>> make_agent<Dvonn>(std::string_view);
template std::unique_ptr<Evaluator<Dvonn>> make_evaluator<Dvonn>(const std::string&);

}  // namespace alea
