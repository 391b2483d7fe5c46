#include "selfplay/luck.hpp"

#include <string>

#include "engine/registry.hpp"
#include "selfplay/agent_text.hpp"
#include "selfplay/agents.hpp"
#include "selfplay/luck_impl.hpp"

namespace alea {

namespace {

/// The evaluator of an agent that judges by nothing else; "" for one that does more.
std::string evaluator_of(const AgentText& agent) {
  if (agent.kind == "net") return agent.value("weights", "default");
  if (agent.kind == "handwritten" && agent.options.empty()) return agent.kind;
  return "";
}

template <Game G>
void check_values(Agent<G>& agent, const typename G::Position& position, std::string_view text) {
  try {
    agent.evaluate(position);
  } catch (const InputError& error) {
    throw InputError("luck", std::string(text) + ": " + error.what());
  }
}

}  // namespace

template <Game G>
std::unique_ptr<LuckJudge<G>> make_luck_judge(std::string_view text) {
  Random random(1, Purpose::search);
  const typename G::Position start = G::start(random);
  if (G::rolls(start).size() == 1) {
    throw InputError("luck", std::string(G::name()) + " has no dice");
  }
  auto agent = make_agent<G>(text);
  const std::string evaluator = evaluator_of(parse_agent(text));
  if (!evaluator.empty()) return std::make_unique<StaticLuckJudge<G>>(make_evaluator<G>(evaluator));
  check_values(*agent, start, text);
  return std::make_unique<AgentLuckJudge<G>>(std::move(agent));
}

#define ALEA_INSTANTIATE(G) template std::unique_ptr<LuckJudge<G>> make_luck_judge<G>(std::string_view);
ALEA_FOR_EACH_GAME(ALEA_INSTANTIATE)
#undef ALEA_INSTANTIATE

}  // namespace alea
