// alea games: the games of a database, listed, checked, exported and imported.
#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/tournament/results.hpp"
#include "tools/commands.hpp"
#include "tools/exit_status.hpp"
#include "tools/game_records.hpp"
#include "tools/options.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

struct Request {
  std::string db;
  GameFilter filter;
  std::optional<std::string> ending;
  std::optional<std::string> result;
  std::optional<std::string> fault;
  std::int64_t limit = -1;
  bool played = false;  ///< without imported games
  bool json = false;
  bool check = false;
  std::string format;  ///< to export
  std::string out;
  std::vector<std::string> imports;
  std::string source;
};

/// The names of players and tournaments.
class Names {
 public:
  explicit Names(Store& store) {
    for (const StoredPlayer& player : store.players()) players_[player.id] = player.name;
    for (const StoredTournament& tournament : store.tournaments()) {
      for (const StoredPairing& pairing : store.pairings(tournament.id)) tournaments_[pairing.id] = tournament.name;
    }
  }

  GameNames of(const StoredGame& game) const {
    const auto found = tournaments_.find(game.pairing);
    return {players_.at(game.first), players_.at(game.second), found == tournaments_.end() ? "" : found->second};
  }

 private:
  std::map<std::int64_t, std::string> players_;
  std::map<std::int64_t, std::string> tournaments_;  ///< by pairing
};

/// "win" is also "win_gammon".
bool is_result(const std::string& result, const std::string& wanted) {
  return result == wanted || result.starts_with(wanted + '_');
}

/// A result as the other player has it.
std::string turned(const std::string& result) {
  if (result.starts_with("win")) return "lose" + result.substr(3);
  if (result.starts_with("lose")) return "win" + result.substr(4);
  return result;
}

/// Calls `visit` for the games that are asked for, and returns how many these are.
template <class Visit>
std::int64_t for_each(const Request& request, Store& store, bool with_turns, Visit&& visit) {
  const Names names(store);
  GameFilter filter = request.filter;
  filter.with_turns = with_turns;
  const bool all_asked = !request.result && !request.fault;
  if (all_asked) filter.limit = request.limit;
  std::int64_t count = 0;
  store.for_each_game(filter, [&](const StoredGame& game) {
    if (count == request.limit) return;
    const GameNames of = names.of(game);
    if (request.fault && game.fault != *request.fault) return;
    const bool seen_by_second = request.filter.player && of.first != *request.filter.player;
    if (request.result && !is_result(seen_by_second ? turned(game.result) : game.result, *request.result)) return;
    ++count;
    visit(game, of);
  });
  return count;
}

std::string score_text(const StoredGame& game) {
  return unit_of(game.game) == ScoreUnit::points ? fmt::format("{:+g}", game.first_score)
                                                 : fmt::format("{:g}", game.first_score);
}

void list(const Request& request, Store& store) {
  Table table;
  table.add_column("id");
  for (const char* const head : {"game", "first", "second", "result"}) table.add_column(head, Table::Align::left);
  for (const char* const head : {"score", "turns", "seconds"}) table.add_column(head);
  for (const char* const head : {"ending", "from"}) table.add_column(head, Table::Align::left);
  const auto count = for_each(request, store, false, [&](const StoredGame& game, const GameNames& names) {
    std::string ending(name_of(game.ending));
    if (game.forfeited_by) {
      ending += fmt::format(" of {} ({})", *game.forfeited_by == Side::first ? names.first : names.second, game.fault);
    }
    table.add_row({std::to_string(game.id), game.game, names.first, names.second,
                   game.result.empty() ? "-" : game.result, score_text(game), std::to_string(game.turn_count),
                   fmt::format("{:.2f}", game.first_seconds + game.second_seconds), ending,
                   names.tournament.empty() ? game.source : names.tournament});
  });
  if (count == 0) {
    std::cerr << "no such games in " << request.db << '\n';
  } else {
    table.print(std::cout);
  }
}

void export_games(const Request& request, Store& store, std::ostream& out) {
  const auto exporter = make_exporter(request.json ? "json" : request.format, out);
  std::int64_t left_out = 0;
  for_each(request, store, true,
           [&](const StoredGame& game, const GameNames& names) { left_out += !exporter->write(game, names); });
  if (!out.flush()) throw RuntimeFailure("cannot write " + (request.out.empty() ? "to standard output" : request.out));
  if (left_out > 0) {
    std::cerr << left_out << (left_out == 1 ? " game was" : " games were") << " left out: " << request.format
              << " has no words for games that did not end, or began elsewhere\n";
  }
}

void check(const Request& request, Store& store) {
  std::int64_t bad = 0;
  const auto count = for_each(request, store, true, [&](const StoredGame& game, const GameNames&) {
    try {
      check_game(game);
    } catch (const InputError& error) {
      ++bad;
      if (request.json) {
        print({{"id", game.id}, {"error", error_json(error)}});
      } else {
        std::cerr << readable(request.db + ": " + error.what()) << '\n';
      }
    }
  });
  if (request.json) {
    print({{"checked", count}, {"bad", bad}});
  } else {
    std::cout << fmt::format("{} games replayed, {} bad\n", count, bad);
  }
  if (bad > 0) throw CLI::RuntimeError(bad_input);
}

void import_files(const Request& request) {
  if (!request.source.empty() && request.imports.size() > 1) {
    throw InputError("source", "expected one file to import under a name of its own");
  }
  // All are read before a database is made.
  std::vector<ImportedGames> files;
  for (const std::filesystem::path file : request.imports) {
    const bool mat = file.extension() == ".mat";
    if (!mat && !request.filter.game)
      throw InputError("game", "expected --game for " + file.string() + ", which is no .mat");
    const ImportOptions options{mat ? "mat" : "tsv", request.filter.game.value_or(""),
                                request.source.empty() ? file.filename().string() : request.source};
    files.push_back(read_games(file, options));
  }
  Store store = Store::open(request.db);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::size_t count = add_games(store, std::move(files[i]));
    if (request.json) {
      print({{"file", request.imports[i]}, {"games", count}});
    } else {
      std::cout << fmt::format("{}: {} games\n", request.imports[i], count);
    }
  }
}

void run(Request& request) {
  if (!request.imports.empty()) return import_files(request);
  request.filter.imported = !request.played;
  if (request.ending) {
    for (const Ending ending : {Ending::finished, Ending::adjudicated, Ending::cut, Ending::forfeit}) {
      if (name_of(ending) == *request.ending) request.filter.ending = ending;
    }
  }
  Store store = Store::read(request.db);
  require_known(store, request.filter);
  if (request.check) return check(request, store);
  if (request.format.empty() && !request.json) return list(request, store);
  if (request.out.empty()) return export_games(request, store, std::cout);
  std::ofstream out(request.out, std::ios::binary);
  if (!out) throw InputError("out", "cannot write " + request.out);
  export_games(request, store, out);
}

void add_filters(CLI::App& command, Request& request) {
  auto& filter = request.filter;
  command.add_option("--id", filter.id, "The game of that number")->type_name("N");
  command
      .add_option("--game", filter.game, "backgammon, dvonn, diablo-N; of --import also diablo, each game's own size")
      ->type_name("GAME");
  command.add_option("--tournament", filter.tournament, "Games of that tournament")->type_name("NAME");
  auto* const player = command.add_option("--player", filter.player, "Games of that player")->type_name("NAME");
  command.add_option("--opponent", filter.opponent, "Those of the player against this one")
      ->type_name("NAME")
      ->needs(player);
  command
      .add_option("--result", request.result,
                  "win, draw, lose, or win_single, win_gammon, ..: of --player, else of who moved first")
      ->check(CLI::IsMember({"win", "draw", "lose", "win_single", "win_gammon", "win_backgammon", "lose_single",
                             "lose_gammon", "lose_backgammon"}))
      ->type_name("R");
  command.add_option("--ending", request.ending, "finished, adjudicated, cut (too long) or forfeit")
      ->check(CLI::IsMember({"finished", "adjudicated", "cut", "forfeit"}))
      ->type_name("E");
  command.add_option("--fault", request.fault, "Of a forfeit: crash, garbage, illegal play, timeout, flood")
      ->check(CLI::IsMember({"crash", "garbage", "illegal play", "timeout", "flood"}))
      ->type_name("F");
  command.add_flag("--played", request.played, "No imported games");
  command.add_option("--limit", request.limit, "At most so many games (default: all)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))
      ->type_name("N");
}

}  // namespace

void add_games(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command =
      add_command(app, "games", "List, check, export and import the games of a tournament's database", group::matches);
  command->add_option("db", request->db, "The database; made by --import if it is not there")
      ->required()
      ->type_name("DB");
  add_filters(*command, *request);
  command->add_flag("--json", request->json, "Print games as JSON, one a line (default: a table for people)");
  auto* const exports = command->add_option("--export", request->format, "json, tsv, text or mat, see below")
                            ->check(CLI::IsMember({"json", "tsv", "text", "mat"}))
                            ->type_name("FORMAT");
  command->add_option("--out", request->out, "Export into this file (default: standard output)")
      ->type_name("FILE")
      ->needs(exports);
  auto* const checks =
      command->add_flag("--check", request->check, "Replay the games by the rules and say which are wrong");
  auto* const imports =
      command->add_option("--import", request->imports, "Add all games of these files, replayed by the rules first")
          ->type_name("FILE");
  command->add_option("--source", request->source, "Keep imported games under this name (default: the file's)")
      ->type_name("NAME")
      ->needs(imports);
  exports->excludes(imports)->excludes(checks);
  checks->excludes(imports);
  command->footer(
      "json: all that is known of a game, one a line.\n"
      "tsv: a game a line, as `alea replay` reads.\n"
      "text: a turn a line behind a head of lines that open with #; in DVONN these are CodeCup's lines.\n"
      "mat: Jellyfish's match text, which GNU Backgammon and others read; all games between the same two players.\n"
      "Imported are .mat (backgammon without the doubling cube) and, with --game, tsv.");
  command->callback([request] { run(*request); });
}

}  // namespace alea::tools
