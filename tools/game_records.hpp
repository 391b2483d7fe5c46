// Stored games as texts, and texts as stored games: what `alea games` exports, imports and checks.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "selfplay/tournament/store.hpp"
#include "tools/output.hpp"
#include "tools/record.hpp"

namespace alea::tools {

/// The names behind a game's numbers.
struct GameNames {
  std::string first, second;  ///< players
  std::string tournament;     ///< empty for imported games
};

/// The formats of `--export`:
///
///     json   an object a line, all that is known of the game
///     tsv    a game a line, tab-separated, as `alea replay` reads (tools/record.hpp)
///     text   head lines that open with #, then a turn a line; in DVONN these are CodeCup's lines
///     mat    Jellyfish's match text (tools/mat.hpp); backgammon, all games between the same two players
///
/// tsv takes games that were played to their end, in DVONN from its own start; mat those that were won for whole
/// points, to the end or not, from the game's own start.
class GameExporter {
 public:
  virtual ~GameExporter() = default;

  /// False if the format has no words for this game. Throws InputError("export") where it cannot hold the games at all.
  virtual bool write(const StoredGame& game, const GameNames& names) = 0;
};
std::unique_ptr<GameExporter> make_exporter(const std::string& format, std::ostream& out);

/// All that is known of a game.
Json game_json(const StoredGame& game, const GameNames& names);

struct ImportOptions {
  std::string format;  ///< mat or tsv
  std::string game;    ///< of tsv: backgammon, dvonn, diablo or diablo-N
  std::string source;  ///< the name under which the games are kept
};

/// A game with the names of its players, who have no ids yet.
struct ImportedGame {
  StoredGame game;
  std::array<std::string, 2> players;
};

struct ImportedGames {
  std::string source;
  std::vector<ImportedGame> games;
};

/// All games of a file, each replayed by the rules. Players of tsv, which names none, are White and Black, or Black and
/// Green. Throws InputError that names the file, the line and the turn.
ImportedGames read_games(const std::filesystem::path& file, const ImportOptions& options);

/// Adds them all, or throws InputError("source") if games of that source are there already. Returns how many.
std::size_t add_games(Store& store, ImportedGames imported);

/// Replays a stored game and compares its end with what is stored; throws InputError that says what is wrong.
void check_game(const StoredGame& game);

}  // namespace alea::tools
