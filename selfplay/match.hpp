// Two agents play many games; the result is a score with its uncertainty.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "engine/game.hpp"
#include "selfplay/game_table.hpp"
#include "selfplay/luck.hpp"
#include "selfplay/scoreboard.hpp"

namespace alea {

/// `threads` does not affect results, the others do.
struct MatchOptions {
  std::int64_t games = 1000;  ///< 1 to 100 million; one more when paired and odd
  GameOptions each = {};
  std::optional<SprtOptions> sprt = {};  ///< in the game's unit of scores (score_unit)
  int threads = 0;                       ///< 0: one per core
};

/// `agent` is cloned for every thread, not used itself.
template <Game G>
struct MatchPlayer {
  std::string name;  ///< for messages
  const Agent<G>& agent;
};

/// Further conditions of a match. What is pointed to outlives it.
template <Game G>
struct MatchConditions {
  const LuckJudge<G>* luck = nullptr;  ///< cloned for every thread; null: luck is not judged
  /// Where games start, in turn by games or, when paired, by pairs; none: at the game's start.
  std::span<const Situation<G>> openings = {};
};

struct MatchHooks {
  std::function<bool()> stop = [] { return false; };  ///< asked before every turn, from any thread: stop now?
  ShowProgress progress = {};                         ///< one call at a time, after games; may be empty
};

/// Plays the match on `options.threads` threads, up to the decision of the SPRT if one is asked for. When an agent
/// throws InputError or RuntimeFailure, or chooses an index out of range (RuntimeFailure), the match ends with that
/// error; its message names the agent, the game and the position. InputError("random-start") where the game has none,
/// "openings" when both are asked for. Instantiated for every game of engine/registry.hpp.
template <Game G>
MatchReport play_match(const MatchPlayer<G>& a, const MatchPlayer<G>& b, const MatchOptions& options,
                       const MatchHooks& hooks = {}, const MatchConditions<G>& conditions = {});

}  // namespace alea
