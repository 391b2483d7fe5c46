// Where a tournament is played: its players, made from text, and tables at which two of them meet. The seam between a
// tournament, which knows names and texts only, and the types of the games.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/tournament/adjudication.hpp"
#include "selfplay/tournament/store.hpp"

namespace alea {

/// What all games of a tournament share.
struct HallOptions {
  std::string game;
  /// A file of positions where the pairs of games begin, in turn (selfplay/openings.hpp); empty: at the game's start.
  std::string openings = {};
  bool random_start = false;  ///< as in GameOptions (selfplay/game_table.hpp)
  int random_turns = 0;
  int max_turns = 10'000;
  Adjudication adjudicate = Adjudication::off;
  double turn_seconds = 0;  ///< a player who takes longer for a turn forfeits the game; 0: no limit
};

struct HallPlayer {
  std::string name;
  std::string agent;  ///< text for make_agent
};

/// A place for the games of two players. For one thread at a time.
class HallTable {
 public:
  virtual ~HallTable() = default;

  /// Plays game `number` of the pairing, A moving first in games 0, 2, 4, .. What it returns depends on the hall's
  /// options, the pairing's seed and the number alone, but for seconds and for players limited by time; ids of players
  /// and pairings, time and version are for the caller to fill in. A game that a player fails in (PlayerFailure) is
  /// forfeited; `first_score` then is that of a lost single game.
  ///
  /// Throws GameStopped (selfplay/game_table.hpp) when `stop` says so, and InputError or RuntimeFailure when a player
  /// cannot play at all.
  virtual StoredGame play(std::int64_t number, const std::function<bool()>& stop) = 0;
};

/// Constant once made: tables may be asked for by several threads.
class Hall {
 public:
  virtual ~Hall() = default;

  /// A table for players `a` and `b`, by their numbers.
  virtual std::unique_ptr<HallTable> table(std::size_t a, std::size_t b, std::uint64_t seed) const = 0;
};

/// Makes the players. Throws InputError: "game"; "players.NAME" for an agent that cannot be made; "random_start" and
/// "adjudicate" where the game has no such thing; "openings" where they cannot be read, or starts are random.
std::unique_ptr<Hall> make_hall(const HallOptions& options, const std::vector<HallPlayer>& players);

/// What plays behind an agent's text beyond the program itself: the checksum of its network file, "" without one.
std::string player_version(const std::string& game, std::string_view agent);

/// The agent's text taken apart, as a JSON object: {"kind":"net","weights":"default"}.
std::string player_settings(std::string_view agent);

}  // namespace alea
