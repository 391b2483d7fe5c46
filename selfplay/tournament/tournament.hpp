// Plays a tournament, or goes on with one: what its database lacks is played, and nothing else.
//
// A game is named by the tournament's seed, the two players, the round and its number. Whoever plays it, on whichever
// thread and after however many interruptions, comes to the same game, unless players are limited by time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "selfplay/tournament/standings.hpp"
#include "selfplay/tournament/tournament_config.hpp"

namespace alea {

struct TournamentProgress {
  std::int64_t games = 0;  ///< finished, those of earlier sessions included
  std::int64_t total = 0;  ///< of the pairings known by now; all but in a Swiss tournament
  const Standings& standings;
};

struct TournamentHooks {
  std::function<bool()> stop = [] { return false; };  ///< asked before every turn, from any thread: stop now?
  /// Once before the first game, and after each; one call at a time.
  std::function<void(const TournamentProgress&)> progress = [](const TournamentProgress&) {};
};

struct TournamentReport {
  std::int64_t games = 0;  ///< finished, of those that the config asks for
  std::int64_t total = 0;
  std::int64_t played = 0;  ///< of these in this session
  bool partial = false;     ///< stopped: the same call goes on
  /// Of `games`. Far fewer when deterministic players repeat themselves.
  std::int64_t distinct_games = 0;
  std::vector<Standing> standings;  ///< best first
};

/// Plays the tournament into `database`, which is made if it is not there and may hold others. One process at a time
/// plays into it, others may read. Games that a player fails in are forfeited and the tournament goes on.
///
/// Throws InputError before anything is played when a player cannot be made ("players.NAME"), the tournament of that
/// name is there with other settings (Store::add), or another process is playing into the database ("db").
/// RuntimeFailure when the disk is full or a player of our own fails; games that were finished by then are stored.
TournamentReport run_tournament(const TournamentConfig& config, const std::filesystem::path& database,
                                const TournamentHooks& hooks = {});

}  // namespace alea
