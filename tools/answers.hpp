// What the commands answer as JSON, shared by `--json`, `--batch` and `alea engine`.
#pragma once

#include <string>

#include "engine/game.hpp"
#include "search/agent.hpp"
#include "tools/output.hpp"
#include "tools/query.hpp"
#include "tools/values.hpp"

namespace alea::tools {

template <Game G>
std::string position_text(const Situation<G>& situation) {
  return G::format_position(situation.position, situation.to_move);
}

/// The plays of a situation; none when the game is over, and then no dice are asked for.
template <Game G>
void list_plays(const Situation<G>& situation, PlayList<G>& plays) {
  plays.clear();
  if (!G::finished(situation.position)) G::plays(situation.position, roll_of(situation), plays);
}

template <Game G>
std::string format_after(const Situation<G>& before, const typename G::Position& after) {
  return G::format_position(after, next_side<G>(after, before.to_move));
}

template <Game G>
Json plays_json(const Situation<G>& situation, PlayList<G>& plays) {
  list_plays(situation, plays);
  Json json{{"position", position_text(situation)}};
  if constexpr (has_dice<G>) {
    if (situation.roll) json["dice"] = G::format_roll(*situation.roll);
  }
  Json& list = json["plays"] = Json::array();
  for (std::size_t i = 0; i < plays.size(); ++i) {
    list.push_back({{"play", G::format_play(situation.position, *situation.roll, plays.play(i))},
                    {"position", format_after(situation, plays.position(i))}});
  }
  return json;
}

/// What a play led to.
template <Game G>
Json after_json(const Situation<G>& after) {
  return {{"position", position_text(after)}, {"finished", G::finished(after.position)}};
}

/// Finished positions have their exact result, whatever the agent.
template <Game G>
RollerValue<G> value_of(const typename G::Position& position, Agent<G>& agent) {
  const auto result = G::result(position);
  return result ? *result : agent.evaluate(position);
}

template <Game G>
Json evaluation_json(const Situation<G>& situation, Agent<G>& agent) {
  const auto value = value_of(situation.position, agent);
  return {
      {"position", position_text(situation)}, {"value", value_json(value)}, {"utility", shortest(Utility<G>{}(value))}};
}

/// What this program is and how it was built.
Json version_json();

}  // namespace alea::tools
