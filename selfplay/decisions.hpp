// Held-out decisions, and what choices lose on them.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/agent.hpp"
#include "search/best_play.hpp"
#include "search/threads.hpp"
#include "selfplay/driver.hpp"
#include "selfplay/statistics.hpp"

namespace alea {

/// A position with a roll, and what each of its plays loses against the best one.
template <Game G>
struct JudgedDecision {
  typename G::Position position;
  typename G::Roll roll;
  std::vector<std::pair<typename G::Position, float>> losses;  ///< by the position after the play; utility, 0 or more
};

/// `count` decisions with more than one play, one turn in eight, from games that `player` plays with itself, one play
/// in ten at random. Streams are of generation 0, which training does not use.
template <Game G>
std::vector<JudgedDecision<G>> draw_decisions(Evaluator<G>& player, std::size_t count, std::uint64_t seed) {
  constexpr std::int64_t most_games = 100'000;  // a game without decisions to make ends the search for them
  constexpr int most_turns = 500;
  constexpr std::uint32_t one_of = 8;
  std::vector<JudgedDecision<G>> decisions;
  PlayList<G> plays;
  ValueBuffer<G> values;
  const Utility<G> utility;
  for (std::int64_t game = 0; game < most_games && decisions.size() < count; ++game) {
    const auto number = static_cast<std::uint64_t>(game);
    Random dice(seed, Purpose::dice, 0, number), choice(seed, Purpose::exploration, 0, number);
    const auto choose = [&](Side, const auto&, const auto&, const PlayList<G>& list) -> std::size_t {
      const bool at_random = choice.below(10) == 0;
      const auto any = choice.below(static_cast<std::uint32_t>(list.size()));
      return at_random ? any : best_play(player, utility, list, values).index;
    };
    const auto observe = [&](Side, const auto& position, const auto& roll, const PlayList<G>& list, std::size_t) {
      const bool wanted = choice.below(one_of) == 0 && list.size() > 1 && decisions.size() < count;
      if (wanted) decisions.push_back({position, roll, {}});
    };
    const auto start = G::start(dice);
    play_game<G>(start, Side::first, dice, plays, most_turns, choose, observe);
  }
  return decisions;
}

/// Lets the judge, a clone of it for each thread, say what each play loses.
template <Game G>
void judge_decisions(const Agent<G>& judge, int threads, std::vector<JudgedDecision<G>>& decisions) {
  const int crew = resolve_threads(threads);
  on_threads(crew, [&](int thread) {
    const auto own = judge.clone();
    for (auto i = static_cast<std::size_t>(thread); i < decisions.size(); i += static_cast<std::size_t>(crew)) {
      const Report<G> report = own->analyse(decisions[i].position, decisions[i].roll);
      float best = report.candidates.front().utility;
      for (const auto& candidate : report.candidates) best = std::max(best, candidate.utility);
      for (const auto& candidate : report.candidates) {
        decisions[i].losses.emplace_back(candidate.after, best - candidate.utility);
      }
    }
  });
}

/// What the evaluator's choices lose, at 0 ply: a sample of decisions.
template <Game G>
SampleMean decision_loss(Evaluator<G>& evaluator, const std::vector<JudgedDecision<G>>& decisions) {
  SampleMean sample;
  PlayList<G> plays;
  ValueBuffer<G> values;
  for (const JudgedDecision<G>& decision : decisions) {
    G::plays(decision.position, decision.roll, plays);
    const auto& chosen = plays.position(best_play(evaluator, Utility<G>{}, plays, values).index);
    const auto found = std::ranges::find(decision.losses, chosen, &std::pair<typename G::Position, float>::first);
    assert(found != decision.losses.end());
    sample.add(static_cast<double>(found->second));
  }
  return sample;
}

}  // namespace alea
