// Rolling out a position, or the best plays of a roll.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "search/limits.hpp"
#include "search/rollout.hpp"
#include "search/static_agent.hpp"
#include "search/tables/game_tables.hpp"
#include "search/tables/race_evaluator.hpp"
#include "search/tables/table_folder.hpp"
#include "search/threads.hpp"
#include "selfplay/agents.hpp"
#include "tools/answers.hpp"
#include "tools/rollout_state.hpp"

namespace alea::tools {

struct RolloutRequest {
  std::optional<std::string> agent;  ///< who plays; nothing: the judge, without looking ahead
  std::string weights = "default";   ///< the judge: of luck, of truncated games, of which plays are rolled out
  bool tables = true;                ///< end games where exact tables tell the rest
  std::optional<std::size_t> top;    ///< plays to roll out; nothing: 5, and none where there are no dice
  TrialOptions trials;
  RolloutLimits limits;
  int threads = 0;
  std::optional<std::filesystem::path> state;  ///< goes on with what is in this file, and keeps its sums there
};

/// A number of a value under its name (tools/values.hpp).
struct EstimatedNumber {
  NamedNumber mean;
  double standard_error = 0;
};

/// A position, for the player about to roll; or a play, for the player who makes it.
struct RolledOut {
  std::optional<std::string> play;
  std::string position;  ///< after the play
  std::vector<EstimatedNumber> value;
  double utility = 0;         ///< this and all numbers: NaN without a trial
  double standard_error = 0;  ///< of the utility
  std::int64_t trials = 0;
};

struct RolloutAnswer {
  std::string position;
  std::optional<std::string> dice;
  std::vector<RolledOut> results;  ///< the position alone, or plays, best first
  std::uint64_t seed = 0;
  bool partial = false;  ///< stopped before its limits
  double seconds = 0;
};

/// The numbers of the best play, or of the position, stand at the top.
Json rollout_json(const RolloutAnswer& answer);

namespace rollouts_detail {

inline constexpr std::size_t usual_top = 5;

template <Game G>
RolloutPlayers<G> make_players(const RolloutRequest& request) {
  RolloutPlayers<G> players;
  players.judge = make_evaluator<G>(request.weights);
  if (request.tables && has_tables<G>) {
    players.exact = open_tables<G>(tables_folder());
    players.judge =
        std::make_unique<WithTable<G>>(with_races<G>(std::move(players.judge), tables_folder()), players.exact);
  }
  players.agent =
      request.agent ? make_agent<G>(*request.agent) : std::make_unique<StaticAgent<G>>(players.judge->clone());
  return players;
}

/// What is rolled out: positions and, unless it is the situation's own, the plays that led there.
template <Game G>
struct Candidates {
  std::vector<typename G::Position> positions;
  std::vector<typename G::Play> plays;
};

/// The position itself, or the plays that the judge likes best.
template <Game G>
Candidates<G> find_candidates(const Situation<G>& situation, const RolloutRequest& request, Evaluator<G>& judge) {
  const bool plays_wanted = situation.roll && (has_dice<G> || request.top) && !G::finished(situation.position);
  if (!plays_wanted) return {{situation.position}, {}};
  Candidates<G> candidates;
  StaticAgent<G> chooser(judge.clone());
  for (const Candidate<G>& candidate : chooser.analyse(situation.position, *situation.roll).candidates) {
    if (candidates.plays.size() == request.top.value_or(usual_top)) break;
    candidates.positions.push_back(candidate.after);
    candidates.plays.push_back(candidate.play);
  }
  return candidates;
}

/// All on which the results depend but the limits, which may differ from one part of a rollout to the next.
template <Game G>
Json identity_of(const Situation<G>& situation, const RolloutRequest& request, const Candidates<G>& candidates) {
  Json identity{{"game", G::name()},
                {"position", position_text(situation)},
                {"agent", request.agent.value_or("")},
                {"weights", request.weights},
                {"tables", request.tables},
                {"turns", request.trials.turns},
                {"luck", request.trials.luck},
                {"seed", request.trials.seed}};
  Json& positions = identity["positions"] = Json::array();
  for (const auto& after : candidates.positions) positions.push_back(format_after(situation, after));
  return identity;
}

/// `seen` brings a value to whom the answer speaks of.
template <Game G, class Seen>
void estimate(const RolloutSums<G>& sums, Seen&& seen, RolledOut& result) {
  const auto weights = weights_of<G>([&](const auto& value) { return Utility<G>{}(seen(value)); });
  result.utility = sums.mean(weights);
  result.standard_error = sums.standard_error(weights);
  result.trials = sums.trials();
  for (const NamedNumber& named : named_numbers(RollerValue<G>{})) {
    const std::size_t i = result.value.size();
    const auto number = weights_of<G>([&](const auto& value) { return named_numbers(seen(value))[i].number; });
    const auto mean = static_cast<float>(sums.mean(number));
    result.value.push_back({{named.name, mean, named.is_probability}, sums.standard_error(number)});
  }
}

/// The i-th candidate's result.
template <Game G>
RolledOut result_of(const Situation<G>& situation, const Candidates<G>& candidates, std::size_t i,
                    const RolloutSums<G>& sums) {
  RolledOut result;
  if (candidates.plays.empty()) {
    result.position = position_text(situation);
    estimate(
        sums, [](const RollerValue<G>& value) { return value; }, result);
  } else {
    const auto& after = candidates.positions[i];
    result.play = G::format_play(situation.position, *situation.roll, candidates.plays[i]);
    result.position = format_after(situation, after);
    estimate(
        sums, [&](const RollerValue<G>& value) { return seen_by_mover<G>(after, value); }, result);
  }
  return result;
}

}  // namespace rollouts_detail

/// Throws InputError as make_agent does, for damaged tables and for a state of something else. Plays without a trial,
/// when it was stopped, come last. `found`, where there is one, is told after every batch what the answer would be.
template <Game G>
RolloutAnswer roll_out(const Situation<G>& situation, const RolloutRequest& request, const RolloutHooks& hooks,
                       const std::function<void(const RolloutAnswer&)>& found = {}) {
  const LimitClock clock;
  RolloutAnswer answer{position_text(situation), {}, {}, request.trials.seed};
  if (has_dice<G> && situation.roll) answer.dice = G::format_roll(*situation.roll);
  const auto players = rollouts_detail::make_players<G>(request);
  const auto candidates = rollouts_detail::find_candidates(situation, request, *players.judge);
  RolloutHooks watched = hooks;
  std::atomic<bool> stopped = false;
  if (hooks.stop) watched.stop = [&] { return hooks.stop() && (stopped = true); };
  Rollout<G> rollout(players, request.trials, resolve_threads(request.threads));
  const auto sum_up = [&](std::span<const RolloutSums<G>> sums) {
    answer.results.clear();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      answer.results.push_back(rollouts_detail::result_of(situation, candidates, i, sums[i]));
    }
    std::ranges::stable_sort(answer.results, std::ranges::greater(),
                             [](const RolledOut& result) { return std::pair(result.trials > 0, result.utility); });
    answer.seconds = clock.seconds();
  };
  std::optional<RolloutState<G>> state;
  RolloutMemory<G> memory;
  if (request.state) {
    state.emplace(*request.state, rollouts_detail::identity_of(situation, request, candidates));
    memory.sums = state->read(candidates.positions.size());
  }
  memory.keep = [&](std::span<const RolloutSums<G>> sums) {
    if (state) state->keep(sums);
    if (found && sums.front().trials() > 0) sum_up(sums), found(answer);
  };
  sum_up(rollout.compare(candidates.positions, request.limits, watched, std::move(memory)));
  answer.partial = stopped;
  if (state) state->write();
  return answer;
}

}  // namespace alea::tools
