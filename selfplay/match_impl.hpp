// play_match, for translation units that instantiate it (selfplay/match.cpp; tests with games of their own).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "search/threads.hpp"
#include "selfplay/match.hpp"
#include "selfplay/openings.hpp"
#include "selfplay/scoring.hpp"

namespace alea {

namespace match_detail {

/// Who used how much time, and looked at how much.
struct Effort {
  std::array<std::int64_t, 2> plays{};
  std::array<double, 2> seconds{};
  std::array<std::int64_t, 2> nodes{};

  void add(const auto& other) {
    for (const Player player : {player_a, player_b}) {
      plays[player] += other.plays[player];
      seconds[player] += other.seconds[player];
      nodes[player] += other.nodes[player];
    }
  }
};

/// One thread's share of a match.
template <Game G>
class Worker {
 public:
  Worker(const MatchPlayer<G>& a, const MatchPlayer<G>& b, const GameOptions& options,
         const MatchConditions<G>& conditions)
      : table_({a.name, a.agent.clone()}, {b.name, b.agent.clone()}, options),
        openings_(conditions.openings),
        judge_(conditions.luck ? conditions.luck->clone() : nullptr) {}

  /// Game `number`, of unit `unit`. Throws GameStopped when `stop` says so.
  GameRecord play(std::int64_t unit, std::int64_t number, const std::function<bool()>& stop) {
    double luck = 0;
    GameHooks<G> hooks{.stop = stop};
    if (judge_) hooks.observe = [&](const Turn<G>& turn) { luck += luck_of(turn); };
    const Situation<G>* const opening = opening_of<G>(openings_, unit);
    const GameOutcome& game =
        table_.play(number, hooks, opening ? &opening->position : nullptr, opening ? opening->to_move : Side::first);
    effort_.add(game);
    return {.line = game.line,
            .score = static_cast<float>(game.score),
            .luck = static_cast<float>(luck),
            .turns = game.turns,
            .result = static_cast<std::int8_t>(game.result)};
  }

  const Effort& effort() const { return effort_; }

 private:
  /// In A's score.
  double luck_of(const Turn<G>& turn) {
    const auto rolls = turn.number == 0 ? G::opening_rolls(turn.position) : G::rolls(turn.position);
    const double luck = judge_->luck(turn.position, turn.roll, rolls);
    return (score_of<G>(luck) - score_of<G>(0)) * (turn.player == player_a ? 1 : -1);
  }

  GameTable<G> table_;
  std::span<const Situation<G>> openings_;
  std::unique_ptr<LuckJudge<G>> judge_;
  Effort effort_;
};

}  // namespace match_detail

template <Game G>
MatchReport play_match(const MatchPlayer<G>& a, const MatchPlayer<G>& b, const MatchOptions& options,
                       const MatchHooks& hooks, const MatchConditions<G>& conditions) {
  if (options.each.random_start && !conditions.openings.empty()) {
    throw InputError("openings", "expected either openings or random starts");
  }
  const std::int64_t unit_size = options.each.paired ? 2 : 1;
  const std::int64_t units = (options.games + unit_size - 1) / unit_size;
  const int threads = static_cast<int>(std::min<std::int64_t>(resolve_threads(options.threads), units));
  Scoreboard scoreboard({.units = units,
                         .games_each = unit_size,
                         .unit = score_unit<G>(),
                         .luck = conditions.luck != nullptr,
                         .sprt = options.sprt},
                        hooks.progress);
  std::vector<match_detail::Worker<G>> workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back(a, b, options.each, conditions);

  // Units are taken in order, so that a match that is stopped has played the first ones.
  std::atomic<std::int64_t> next_unit = 0;
  std::atomic<bool> failed = false;
  const auto stop = [&] { return failed.load(std::memory_order_relaxed) || scoreboard.decided() || hooks.stop(); };
  on_threads(threads, [&](int thread) {
    std::vector<GameRecord> games(static_cast<std::size_t>(unit_size));
    try {
      for (std::int64_t unit; (unit = next_unit++) < units && !stop();) {
        for (std::int64_t i = 0; i < unit_size; ++i) {
          games[static_cast<std::size_t>(i)] =
              workers[static_cast<std::size_t>(thread)].play(unit, unit * unit_size + i, stop);
        }
        scoreboard.add(unit, games);
      }
    } catch (const GameStopped&) {
    } catch (...) {
      failed = true;
      throw;
    }
  });

  MatchReport report = scoreboard.report(result_names<G>());
  match_detail::Effort effort;
  for (const auto& worker : workers) effort.add(worker.effort());
  for (const Player player : {player_a, player_b}) {
    const auto plays = static_cast<double>(effort.plays[player]);
    report.seconds_per_play[player] = effort.seconds[player] / plays;
    if (effort.nodes[player] > 0) report.nodes_per_play[player] = static_cast<double>(effort.nodes[player]) / plays;
  }
  return report;
}

}  // namespace alea
