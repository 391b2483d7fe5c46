// Two agents play many games; the result is a score with its uncertainty.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "selfplay/game_table.hpp"
#include "selfplay/statistics.hpp"

namespace alea {

/// `threads` does not affect results, the others do.
struct MatchOptions {
  std::int64_t games = 1000;  ///< 1 to 100 million; one more when paired and odd
  GameOptions each = {};
  int threads = 0;  ///< 0: one per core
};

/// `agent` is cloned for every thread, not used itself.
template <Game G>
struct MatchPlayer {
  std::string name;  ///< for messages
  const Agent<G>& agent;
};

struct MatchReport {
  std::int64_t games = 0;  ///< played to the end or cut off
  bool partial = false;    ///< stopped early: games that were under way (and their pair) are not counted
  /// A's points per game where games have points (backgammon), else 1, 0.5 or 0 for a win, a draw, a loss. A sample of
  /// games; of means of pairs when paired. A game that was cut off scores as a draw, 0 points.
  SampleMean score;
  std::vector<std::pair<std::string_view, std::int64_t>> results;  ///< of A, by kind: "win_gammon" .., or "win" ..
  std::int64_t cut = 0;                                            ///< games longer than max_turns
  /// Different games, by A's side and the sequence of positions. Deterministic agents in a game without chance play the
  /// same two games again and again, and then the uncertainty of `score` is an illusion.
  std::int64_t distinct_games = 0;
  double seconds_per_play[2] = {};  ///< of A and B; NaN without plays
};

struct MatchProgress {
  std::int64_t games = 0;
  std::int64_t total = 0;
  SampleMean score;  ///< so far; the order of games, and so the last bits, depend on threads
};

struct MatchHooks {
  std::function<bool()> stop = [] { return false; };  ///< asked before every turn, from any thread: stop now?
  std::function<void(const MatchProgress&)> progress = [](const MatchProgress&) {
  };  ///< one call at a time, after games
};

/// Plays the match on `options.threads` threads. When an agent throws InputError or RuntimeFailure, or chooses an index
/// out of range (RuntimeFailure), the match ends with that error; its message names the agent, the game and the
/// position. InputError("random-start") where the game has none. Instantiated for every game of engine/registry.hpp.
template <Game G>
MatchReport play_match(const MatchPlayer<G>& a, const MatchPlayer<G>& b, const MatchOptions& options,
                       const MatchHooks& hooks = {});

}  // namespace alea
