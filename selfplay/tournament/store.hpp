// Tournaments on disk: who played whom, and every game. An SQLite file; schema.cpp documents its tables and views.
//
// A process that is killed at any moment leaves a good file that lacks at most what was not yet committed: the file is
// in WAL mode while somebody writes, so that others can look at a tournament that goes on, and whole in one file when
// the last writer has closed it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "selfplay/tournament/sqlite.hpp"

namespace alea {

/// How a stored game came to its result.
enum class Ending {
  finished,
  adjudicated,  ///< ended early its result being known
  cut,          ///< longer than allowed: without result, drawn
  forfeit,      ///< one player failed: crashed, answered nonsense, or not in time
};

std::string_view name_of(Ending ending);

struct StoredTournament {
  std::int64_t id = 0;
  std::string name;
  std::string game;
  std::string format;
  std::uint64_t seed = 0;       ///< below 2^63
  std::string settings = "{}";  ///< what affects the games, a JSON object
};

struct StoredPlayer {
  std::int64_t id = 0;
  std::string game;
  std::string name;
  std::string agent = {};  ///< text for make_agent; empty if known from imported games only
  std::string settings = "{}";
  std::string version = {};
};

/// Two players who meet. A moves first in games 0, 2, 4, ..
struct StoredPairing {
  std::int64_t id = 0;
  std::int64_t tournament = 0;
  std::int64_t round = 1;
  std::int64_t a = 0;  ///< ids of players
  std::int64_t b = 0;
  std::uint64_t seed = 0;  ///< below 2^63
  std::int64_t games = 0;  ///< to be played
};

/// A game; schema.cpp says what its members mean.
struct StoredGame {
  std::int64_t id = 0;  ///< given by the store
  std::string game;
  std::int64_t pairing = 0;  ///< 0: imported
  std::string source = {};   ///< of an imported game
  std::int64_t number = 0;
  std::int64_t pair = 0;
  std::optional<std::uint64_t> seed = {};  ///< below 2^63
  std::int64_t first = 0;                  ///< ids of players
  std::int64_t second = 0;
  std::string start = {};
  std::string turns = {};
  std::int64_t turn_count = 0;
  std::string result = {};  ///< of the first player; empty when cut off
  double first_score = 0;
  double second_score = 0;
  Ending ending = Ending::finished;
  std::optional<Side> forfeited_by = {};
  std::string fault = {};  ///< of a forfeit: name(Fault), selfplay/player_failure.hpp
  std::string note = {};
  double first_seconds = 0;
  double second_seconds = 0;
  std::optional<std::int64_t> first_nodes = {};  ///< where the player counts them
  std::optional<std::int64_t> second_nodes = {};
  std::string played_at = {};
  std::string version = {};
};

/// A hash of who played, from where and which turns: the same for games that differ in none of these.
std::uint64_t hash_of(const StoredGame& game);

/// A turn as `StoredGame::turns` holds it, "3-1:8/5 6/5"; `dice` is empty in games without.
struct StoredTurn {
  std::string dice;
  std::string play;
};
/// Appends all of a turn but its play, which is to follow.
void begin_turn(std::string& turns, std::string_view dice);
void append_turn(std::string& turns, std::string_view dice, std::string_view play);
std::vector<StoredTurn> split_turns(std::string_view turns);

/// Which games are wanted: all that agree with every member that is set.
struct GameFilter {
  std::optional<std::string> game = {};
  std::optional<std::string> tournament = {};
  std::optional<std::int64_t> id = {};
  std::vector<std::string> players = {};  ///< both of the game's; empty: any
  std::optional<std::string> player = {};
  std::optional<std::string> opponent = {};  ///< of `player`, who then took part as well
  std::optional<Ending> ending = {};
  bool imported = true;     ///< also games from elsewhere
  std::int64_t limit = -1;  ///< the first so many; -1: all
  bool with_turns = true;   ///< else `turns` and `start` stay empty, which is faster
};

/// For one thread at a time. Members throw RuntimeFailure when the disk is full or the file is damaged.
class Store {
 public:
  /// To write: made if it is not there, brought up to date if an older version wrote it. Throws InputError("db") if the
  /// file is something else, or of a newer version.
  static Store open(const std::filesystem::path& file) { return {file, sqlite::Database::Mode::write}; }

  /// To read, also while others write. Throws InputError("db"), also if it is not there.
  static Store read(const std::filesystem::path& file) { return {file, sqlite::Database::Mode::read}; }

  Store(Store&&) = default;
  ~Store();

  /// Each returns the id of the row, which is added if it is not there. Throws InputError when a row of that name is
  /// there with other contents: "game", "format", "seed" or "settings" for a tournament, "players.NAME" for a player;
  /// a pairing's `games` may change. What is added by several calls together belongs into one `transaction`.
  std::int64_t add(const StoredTournament& tournament);
  std::int64_t add(const StoredPlayer& player);
  std::int64_t add(const StoredPairing& pairing);

  sqlite::Transaction transaction() { return sqlite::Transaction(database_); }

  /// All of them or none, in one transaction of their own. Throws RuntimeFailure if one is there already.
  void add(std::span<const StoredGame> games);

  std::vector<StoredTournament> tournaments();
  std::vector<StoredPlayer> players();
  std::vector<StoredPairing> pairings(std::int64_t tournament);

  /// The numbers of the games of a pairing that are there, in order.
  std::vector<std::int64_t> finished_games(std::int64_t pairing);

  /// Calls `visit` for each game, imported ones first, those of a pairing together and in the order of their numbers.
  void for_each_game(const GameFilter& filter, const std::function<void(const StoredGame&)>& visit);

  std::int64_t count_games(const GameFilter& filter);

  /// For questions of one's own.
  sqlite::Database& database() { return database_; }

 private:
  Store(const std::filesystem::path& file, sqlite::Database::Mode mode);

  sqlite::Database database_;
  bool writes_;
};

}  // namespace alea
