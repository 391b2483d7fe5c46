#include "selfplay/agents_impl.hpp"
#include "selfplay/gnubg.hpp"

namespace alea {

namespace {

std::unique_ptr<Agent<Backgammon>> make_gnubg(const AgentText& text) {
  GnubgOptions options{.plies = text.number("plies", 0, 0, 4)};
  if (!text.value("prune", "").empty()) options.prune = text.flag("prune", false);
  if (!text.value("port", "").empty()) options.port = text.number("port", 0, 1, 65'535);
  if (!text.value("host", "").empty() && options.port == 0) {
    throw malformed("gnubg: expected port=1 to 65535 beside a host", "none");
  }
  options.host = text.value("host", options.host);
  return make_gnubg_agent(options);
}

}  // namespace

template <>
void OwnAgents<Backgammon>::add(std::vector<AgentKind<Backgammon>>& kinds) {
  kinds.push_back({"gnubg", {"plies", "prune", "host", "port"}, "gnubg:plies=0", make_gnubg});
}

template <>
std::string_view OwnAgents<Backgammon>::strongest() {
  return "expectimax:plies=2,filter=normal,prune=fast";
}

template std::unique_ptr<Agent<Backgammon>> make_agent<Backgammon>(std::string_view);
template std::unique_ptr<Evaluator<Backgammon>> make_evaluator<Backgammon>(const std::string&);
template std::unique_ptr<Agent<Hypergammon>> make_agent<Hypergammon>(std::string_view);
template std::unique_ptr<Evaluator<Hypergammon>> make_evaluator<Hypergammon>(const std::string&);

}  // namespace alea
