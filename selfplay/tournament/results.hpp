// What the games of a store say about its players, in one pass over them: for ratings and reports.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "selfplay/tournament/ratings.hpp"
#include "selfplay/tournament/store.hpp"

namespace alea {

/// A player's games, seen from his side.
struct PlayerResults {
  std::string name;
  std::int64_t games = 0;
  double score = 0;  ///< sum
  double seconds = 0;
  std::int64_t turns = 0;                       ///< of both players
  std::int64_t nodes = 0;                       ///< positions evaluated, where he counts them
  std::int64_t counted_turns = 0;               ///< of both players, in games where he does
  std::map<std::string, std::int64_t> results;  ///< by kind: "win_gammon" .., "win" ..; not those cut off
  std::map<std::string, std::int64_t> faults;   ///< games forfeited by him, by what went wrong: "crash", ..
};

struct HeadToHead {
  std::int64_t games = 0;
  double score = 0;  ///< sum
};

struct Forfeit {
  std::string player, fault, note;
};

struct Results {
  static constexpr std::size_t most_forfeits = 100;

  std::string game;
  ScoreUnit unit = ScoreUnit::elo;
  std::int64_t games = 0, cut = 0, adjudicated = 0;
  std::vector<PlayerResults> players;            ///< in the order of their first games
  std::vector<std::vector<HeadToHead>> against;  ///< [i][j]: i's games with j, as i saw them
  std::vector<RatedUnit> units;                  ///< players by their place in `players`
  std::map<std::int64_t, std::int64_t> lengths;  ///< games by their number of turns
  std::int64_t forfeits = 0;
  std::vector<Forfeit> first_forfeits;  ///< the first `most_forfeits`
};

/// The names of the games that are played in the store's games, in order.
std::vector<std::string> games_of(Store& store);

/// What scores of the game are told in. Throws InputError("game") for a game that alea does not know.
ScoreUnit unit_of(const std::string& game);

/// Throws InputError("game", "tournament", "player", "opponent" or "players") that lists what there is, when `filter`
/// names something that the store knows nothing of.
void require_known(Store& store, const GameFilter& filter);

/// The games that `filter` admits, whose `game` is set. A forfeit counts as it was scored. Two games of a pair are one
/// unit; single and imported ones stand alone. Throws InputError("game") for a game that alea does not know.
Results collect_results(Store& store, const GameFilter& filter);

}  // namespace alea
