#include "selfplay/agents_impl.hpp"
#include "selfplay/gnubg.hpp"

namespace alea {

template <>
void OwnAgents<Backgammon>::add(std::vector<AgentKind<Backgammon>>& kinds) {
  kinds.push_back({"gnubg", {"plies"}, "gnubg:plies=0", [](const AgentText& text) {
                     return make_gnubg_agent({.plies = text.number("plies", 0, 0, 4)});
                   }});
}

template <>
std::string_view OwnAgents<Backgammon>::strongest() {
  return "expectimax:plies=2,filter=normal,prune=fast";
}

template std::unique_ptr<Agent<Backgammon>> make_agent<Backgammon>(std::string_view);
template std::unique_ptr<Evaluator<Backgammon>> make_evaluator<Backgammon>(const std::string&);

}  // namespace alea
