// Asking an agent about a position: all plays of the roll, or before the roll the best play of every roll; and the
// answers as JSON.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tools/answers.hpp"

namespace alea::tools {

inline constexpr std::size_t all_candidates = std::numeric_limits<std::size_t>::max();

/// A position and the agent that is asked about it.
template <Game G>
struct Task {
  Situation<G> situation;
  Agent<G>& agent;

  std::string play(const Candidate<G>& candidate, const typename G::Roll& roll) const {
    return G::format_play(situation.position, roll, candidate.play);
  }
  std::string after(const Candidate<G>& candidate) const {
    return G::format_position(candidate.after, next_side<G>(candidate.after, situation.to_move));
  }
};

// After the roll.

template <Game G>
Json candidate_json(const Task<G>& task, const Candidate<G>& candidate, float best_utility) {
  Json json{{"play", task.play(candidate, *task.situation.roll)},
            {"position", task.after(candidate)},
            {"value", value_json(candidate.value)},
            {"utility", shortest(candidate.utility)},
            {"loss", shortest(best_utility - candidate.utility)}};
  if (candidate.visits > 0) {
    json["visits"] = candidate.visits;
  } else {
    json["plies"] = candidate.plies;
  }
  json["line"] = candidate.line;
  return json;
}

template <Game G>
Json analysis_json(const Task<G>& task, const Report<G>& report, std::size_t top) {
  Json json{{"position", position_text(task.situation)}};
  if constexpr (has_dice<G>) json["dice"] = G::format_roll(*task.situation.roll);
  Json& list = json["candidates"] = Json::array();
  for (std::size_t i = 0; i < std::min(top, report.candidates.size()); ++i) {
    list.push_back(candidate_json(task, report.candidates[i], report.candidates[0].utility));
  }
  json["nodes"] = report.nodes;
  json["seconds"] = report.seconds;
  return json;
}

// Before the roll.

template <Game G>
struct RollReport {
  typename G::Roll roll;
  double probability;
  Candidate<G> best;
};

/// The best play of every roll, and the mean over the rolls.
template <Game G>
struct Breakdown {
  RollerValue<G> value;
  std::vector<RollReport<G>> rolls;
  std::int64_t nodes = 0;
  double seconds = 0;
};

template <Game G>
Breakdown<G> break_down(const Task<G>& task) {
  const auto begin = std::chrono::steady_clock::now();
  Breakdown<G> breakdown;
  const auto& position = task.situation.position;
  for (const auto& [roll, probability] : G::rolls(position)) {
    const Report<G> report = task.agent.analyse(position, roll);
    const Candidate<G>& best = report.candidates.front();
    breakdown.rolls.push_back({roll, probability, best});
    breakdown.value.add(static_cast<float>(probability), seen_by_roller<G>(best.value));
    breakdown.nodes += report.nodes;
  }
  breakdown.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return breakdown;
}

template <Game G>
Json analysis_json(const Task<G>& task, const Breakdown<G>& breakdown) {
  Json json{{"position", position_text(task.situation)},
            {"value", value_json(breakdown.value)},
            {"utility", shortest(Utility<G>{}(breakdown.value))}};
  Json& rolls = json["rolls"] = Json::array();
  for (const auto& [roll, probability, best] : breakdown.rolls) {
    rolls.push_back({{"dice", G::format_roll(roll)},
                     {"probability", probability},
                     {"play", task.play(best, roll)},
                     {"position", task.after(best)},
                     {"value", value_json(best.value)},
                     {"utility", shortest(best.utility)}});
  }
  json["nodes"] = breakdown.nodes;
  json["seconds"] = breakdown.seconds;
  return json;
}

// Either.

template <Game G>
Json finished_json(const Situation<G>& situation) {
  const RollerValue<G> value = *G::result(situation.position);
  return {{"position", position_text(situation)},
          {"value", value_json(value)},
          {"utility", shortest(Utility<G>{}(value))},
          {"candidates", Json::array()},
          {"nodes", 0},
          {"seconds", 0}};
}

/// Whatever can be said of the situation, with at most `top` candidates.
template <Game G>
Json analysis_json(const Situation<G>& situation, Agent<G>& agent, std::size_t top = all_candidates) {
  if (G::finished(situation.position)) return finished_json(situation);
  const Task<G> task{situation, agent};
  if (!situation.roll) return analysis_json(task, break_down(task));
  return analysis_json(task, agent.analyse(situation.position, *situation.roll), top);
}

}  // namespace alea::tools
