// The settings of a tournament and its players, as a config file has them:
//
//     game = "backgammon"
//     format = "round-robin"
//     games = 1000
//
//     [players.default]
//     agent = "net:weights=default"
//
//     [players.gnubg]
//     agent = "gnubg:plies=0"
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "selfplay/override.hpp"
#include "selfplay/tournament/hall.hpp"

namespace CLI {
class App;
}

namespace alea {

/// `alea tournament --help` says what the settings mean.
struct TournamentConfig {
  std::string name;  ///< of the tournament in its database
  std::string game = "backgammon";
  std::uint64_t seed = 1;              ///< below 2^63
  std::string format = "round-robin";  ///< round-robin | gauntlet | swiss
  std::string champion;                ///< of a gauntlet; empty: the first player
  std::int64_t games = 100;            ///< of a pairing; even
  int rounds = 5;                      ///< of a Swiss tournament
  std::string openings;                ///< a file; empty: none
  bool random_start = false;
  int random_turns = 0;
  int max_turns = 10'000;
  std::string adjudicate = "off";  ///< off | certain | expected
  double turn_seconds = 0;         ///< 0: no limit
  double save_seconds = 1;         ///< between commits
  int threads = 0;                 ///< 0: one per core

  std::vector<HallPlayer> players;  ///< two or more, with names of their own

  HallOptions hall() const;
};

/// Declares every setting but the players as an option of `app`, bound to `config`, which must live as long as `app`.
void declare_settings(CLI::App& app, TournamentConfig& config);

/// Reads a config file (TOML), then applies `overrides`, then resolves: an odd number of `games` becomes even, the
/// `name` is by default that of the file. Throws InputError whose field is the key and whose message names the file: an
/// unknown key, a value out of range, a key given twice, a player without agent, fewer than two players.
TournamentConfig read_tournament_config(const std::filesystem::path& file, const std::vector<Override>& overrides = {});

/// The same checks for a config made by hand.
TournamentConfig resolve(TournamentConfig config);

/// What affects the games that a tournament is made of, as a JSON object. Number of games, players and threads may
/// change when a tournament goes on; in a Swiss tournament only the number of rounds and threads.
std::string tournament_settings(const TournamentConfig& config);

}  // namespace alea
