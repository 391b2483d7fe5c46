#include "selfplay/tournament/store.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <variant>

#include "engine/error.hpp"
#include "selfplay/tournament/schema.hpp"

namespace alea {

namespace {

namespace fs = std::filesystem;
using sqlite::Database;
using sqlite::Statement;

constexpr std::array<std::string_view, 4> ending_names{"finished", "adjudicated", "cut", "forfeit"};

Ending ending_of(std::string_view name) {
  const auto found = std::ranges::find(ending_names, name);
  if (found == ending_names.end()) throw RuntimeFailure("an ending of a stored game is unknown: " + std::string(name));
  return static_cast<Ending>(found - ending_names.begin());
}

std::int64_t version_of(Database& database) { return database.integer("PRAGMA user_version"); }

/// Makes the schema in a new file. Another process may have been faster.
void make_schema(Database& database) {
  // Games are rows of about a kilobyte: fewer and larger pages cost less. It has to be said before all else.
  database.execute("PRAGMA page_size = 16384");
  sqlite::Transaction transaction(database);
  if (database.integer("SELECT count(*) FROM sqlite_schema") == 0) {
    database.execute(schema_tables);
    database.execute(schema_views);
    database.execute("PRAGMA application_id = " + std::to_string(schema_application));
    database.execute("PRAGMA user_version = " + std::to_string(schema_version));
  }
  transaction.commit();
}

/// From version 1. Another process may have been faster.
void upgrade_schema(Database& database) {
  sqlite::Transaction transaction(database);
  if (version_of(database) == 1) {
    database.execute(schema_from_version_1);
    database.execute(schema_views);
    database.execute("PRAGMA user_version = " + std::to_string(schema_version));
  }
  transaction.commit();
}

/// Makes the schema, or brings an older one up to date, where the file is to be written; refuses what is not ours.
void prepare(Database& database, const fs::path& file, Database::Mode mode) {
  const bool writes = mode == Database::Mode::write;
  const std::int64_t application = database.integer("PRAGMA application_id");
  const bool empty = database.integer("SELECT count(*) FROM sqlite_schema") == 0;
  if (writes && empty && application == 0) return make_schema(database);
  if (application != schema_application) {
    throw InputError("db", file.string() + ": expected a database of tournaments, found another SQLite database");
  }
  const std::int64_t version = version_of(database);
  if (version < 1 || version > schema_version) {
    throw InputError("db", file.string() + ": expected version 1 to " + std::to_string(schema_version) + ", found " +
                               std::to_string(version) + ", which another version of alea wrote");
  }
  if (writes && version < schema_version) upgrade_schema(database);
}

/// Conditions on the columns of `games`, and their parameters.
struct Where {
  std::string text;
  std::vector<std::variant<std::int64_t, std::string>> values;

  void add(const std::string& condition) { text += (text.empty() ? " WHERE " : " AND ") + condition; }
  template <class Value>
  std::string parameter(Value value) {
    values.emplace_back(std::move(value));
    return fmt::format("?{}", values.size());
  }
};

/// Ids of players of that name, in any game.
std::string ids_of(const std::string& parameter) {
  return fmt::format("(SELECT id FROM players WHERE name = {})", parameter);
}

Where where(const GameFilter& filter) {
  Where where;
  if (filter.game) where.add("game = " + where.parameter(*filter.game));
  if (filter.id) where.add("id = " + where.parameter(*filter.id));
  if (filter.ending) where.add("ending = " + where.parameter(std::string(name_of(*filter.ending))));
  if (!filter.imported) where.add("source IS NULL");
  if (filter.tournament) {
    where.add(
        "pairing IN (SELECT pairings.id FROM pairings JOIN tournaments ON tournaments.id = tournament "
        "WHERE tournaments.name = " +
        where.parameter(*filter.tournament) + ")");
  }
  for (const auto& name : {filter.player, filter.opponent}) {
    if (!name) continue;
    const std::string ids = ids_of(where.parameter(*name));
    where.add("(first IN " + ids + " OR second IN " + ids + ")");
  }
  if (!filter.players.empty()) {
    std::string names;
    for (const std::string& name : filter.players) names += (names.empty() ? "" : ", ") + where.parameter(name);
    const std::string ids = "(SELECT id FROM players WHERE name IN (" + names + "))";
    where.add("first IN " + ids + " AND second IN " + ids);
  }
  return where;
}

Statement select(Database& database, const std::string& columns, const GameFilter& filter, const std::string& rest) {
  const Where conditions = where(filter);
  Statement rows = database.prepare("SELECT " + columns + " FROM games" + conditions.text + rest);
  int index = 0;
  for (const auto& value : conditions.values) {
    ++index;
    std::visit([&](const auto& v) { rows.bind(index, v); }, value);
  }
  return rows;
}

StoredGame game_of(const Statement& row) {
  StoredGame game;
  int column = 0;
  const auto integer = [&] { return row.integer(column++); };
  const auto real = [&] { return row.real(column++); };
  const auto text = [&] { return row.text(column++); };
  game.id = integer();
  game.game = text();
  game.pairing = integer();
  game.source = text();
  game.number = integer();
  game.pair = integer();
  if (!row.is_null(column)) game.seed = static_cast<std::uint64_t>(row.integer(column));
  ++column;
  game.first = integer();
  game.second = integer();
  game.turn_count = integer();
  game.result = text();
  game.first_score = real();
  game.second_score = real();
  game.ending = ending_of(text());
  if (const std::string by = text(); !by.empty()) game.forfeited_by = by == "first" ? Side::first : Side::second;
  game.fault = text();
  game.note = text();
  game.first_seconds = real();
  game.second_seconds = real();
  game.played_at = text();
  game.version = text();
  for (auto* const nodes : {&game.first_nodes, &game.second_nodes}) {
    if (!row.is_null(column)) *nodes = row.integer(column);
    ++column;
  }
  game.start = text();
  game.turns = text();
  return game;
}

constexpr const char* game_columns =
    "id, game, pairing, source, number, pair, seed, first, second, turn_count, result, first_score, second_score, "
    "ending, forfeited_by, fault, note, first_seconds, second_seconds, played_at, version";

void require_same(const std::string& field, const std::string& what, const std::string& before,
                  const std::string& now) {
  if (before == now) return;
  throw InputError(field, what + " is in the database with " + before + ", found " + now +
                              "; another name or another database (--db) keeps them apart");
}

}  // namespace

std::string_view name_of(Ending ending) { return ending_names[static_cast<std::size_t>(ending)]; }

std::uint64_t hash_of(const StoredGame& game) {
  const std::int64_t players[] = {game.first, game.second};
  std::uint64_t hash = XXH3_64bits(players, sizeof players);
  for (const std::string& text : {std::cref(game.start), std::cref(game.turns)}) {
    hash = XXH3_64bits_withSeed(text.data(), text.size(), hash);
  }
  return hash;
}

void begin_turn(std::string& turns, std::string_view dice) {
  if (!turns.empty()) turns += ';';
  if (!dice.empty()) turns.append(dice) += ':';
}

void append_turn(std::string& turns, std::string_view dice, std::string_view play) {
  begin_turn(turns, dice);
  turns += play;
}

std::vector<StoredTurn> split_turns(std::string_view turns) {
  std::vector<StoredTurn> result;
  while (!turns.empty()) {
    const std::string_view turn = turns.substr(0, turns.find(';'));
    turns.remove_prefix(std::min(turn.size() + 1, turns.size()));
    const std::size_t colon = turn.find(':');
    const bool dice = colon != turn.npos;
    result.push_back(
        {std::string(dice ? turn.substr(0, colon) : ""), std::string(dice ? turn.substr(colon + 1) : turn)});
  }
  return result;
}

Store::Store(const fs::path& file, Database::Mode mode)
    : database_(file, mode), writes_(mode == Database::Mode::write) {
  prepare(database_, file, mode);
  if (!writes_) return;
  // A commit that the machine, not the process, dies on may be lost: it will be played again. What is in the WAL goes
  // to its place by the megabyte, so that little is left to be waited for when the file is closed.
  database_.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 64");
}

Store::~Store() {
  if (!writes_ || !database_.is_open()) return;
  try {
    database_.execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
  } catch (const RuntimeFailure&) {  // others are still looking: the last of them will find it whole all the same
  }
}

std::int64_t Store::add(const StoredTournament& t) {
  Statement rows = database_.prepare("SELECT id, game, format, seed, settings FROM tournaments WHERE name = ?1");
  if (rows.bind_all(t.name).next()) {
    const std::string what = "tournament " + t.name;
    require_same("game", what, rows.text(1), t.game);
    require_same("format", what, rows.text(2), t.format);
    require_same("seed", what, std::to_string(rows.integer(3)), std::to_string(t.seed));
    require_same("settings", what, rows.text(4), t.settings);
    return rows.integer(0);
  }
  database_.run("INSERT INTO tournaments (name, game, format, seed, settings) VALUES (?1, ?2, ?3, ?4, ?5)", t.name,
                t.game, t.format, t.seed, t.settings);
  return database_.last_id();
}

std::int64_t Store::add(const StoredPlayer& p) {
  Statement rows = database_.prepare("SELECT id, agent, version FROM players WHERE game = ?1 AND name = ?2");
  if (rows.bind_all(p.game, p.name).next()) {
    const std::string field = "players." + p.name;
    require_same(field, "player " + p.name, "agent " + rows.text(1), "agent " + p.agent);
    require_same(field, "player " + p.name, "version " + rows.text(2), "version " + p.version);
    return rows.integer(0);
  }
  database_.run("INSERT INTO players (game, name, agent, settings, version) VALUES (?1, ?2, ?3, ?4, ?5)", p.game,
                p.name, p.agent, p.settings, p.version);
  return database_.last_id();
}

std::int64_t Store::add(const StoredPairing& p) {
  Statement rows = database_.prepare(
      "SELECT id, seed, games FROM pairings WHERE tournament = ?1 AND a = ?2 AND b = ?3 AND round = ?4");
  if (rows.bind_all(p.tournament, p.a, p.b, p.round).next()) {
    require_same("seed", "this pairing", std::to_string(rows.integer(1)), std::to_string(p.seed));
    const std::int64_t id = rows.integer(0);
    if (rows.integer(2) != p.games) database_.run("UPDATE pairings SET games = ?2 WHERE id = ?1", id, p.games);
    return id;
  }
  database_.run("INSERT INTO pairings (tournament, round, a, b, seed, games) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                p.tournament, p.round, p.a, p.b, p.seed, p.games);
  return database_.last_id();
}

void Store::add(std::span<const StoredGame> games) {
  sqlite::Transaction adding(database_);
  Statement insert = database_.prepare(
      "INSERT INTO games (game, pairing, source, number, pair, seed, first, second, turn_count, result, first_score, "
      "second_score, ending, forfeited_by, fault, note, first_seconds, second_seconds, first_nodes, second_nodes, "
      "played_at, version, start, turns) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, "
      "?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)");
  const auto or_null = [](std::string_view text) { return text.empty() ? std::nullopt : std::optional(text); };
  for (const StoredGame& g : games) {
    const char* const by = !g.forfeited_by ? "" : *g.forfeited_by == Side::first ? "first" : "second";
    insert.run(g.game, g.pairing == 0 ? std::nullopt : std::optional(g.pairing), or_null(g.source), g.number, g.pair,
               g.seed, g.first, g.second, g.turn_count, or_null(g.result), g.first_score, g.second_score,
               name_of(g.ending), or_null(by), or_null(g.fault), g.note, g.first_seconds, g.second_seconds,
               g.first_nodes, g.second_nodes, g.played_at, g.version, g.start, g.turns);
  }
  adding.commit();
}

std::vector<StoredTournament> Store::tournaments() {
  std::vector<StoredTournament> result;
  Statement rows = database_.prepare("SELECT id, name, game, format, seed, settings FROM tournaments ORDER BY id");
  while (rows.next()) {
    result.push_back({rows.integer(0), rows.text(1), rows.text(2), rows.text(3),
                      static_cast<std::uint64_t>(rows.integer(4)), rows.text(5)});
  }
  return result;
}

std::vector<StoredPlayer> Store::players() {
  std::vector<StoredPlayer> result;
  Statement rows = database_.prepare("SELECT id, game, name, agent, settings, version FROM players ORDER BY id");
  while (rows.next()) {
    result.push_back({rows.integer(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4), rows.text(5)});
  }
  return result;
}

std::vector<StoredPairing> Store::pairings(std::int64_t tournament) {
  std::vector<StoredPairing> result;
  Statement rows = database_.prepare(
      "SELECT id, tournament, round, a, b, seed, games FROM pairings WHERE tournament = ?1 ORDER BY id");
  rows.bind_all(tournament);
  while (rows.next()) {
    result.push_back({rows.integer(0), rows.integer(1), rows.integer(2), rows.integer(3), rows.integer(4),
                      static_cast<std::uint64_t>(rows.integer(5)), rows.integer(6)});
  }
  return result;
}

std::vector<std::int64_t> Store::finished_games(std::int64_t pairing) {
  std::vector<std::int64_t> numbers;
  Statement rows = database_.prepare("SELECT number FROM games WHERE pairing = ?1 ORDER BY number");
  rows.bind_all(pairing);
  while (rows.next()) numbers.push_back(rows.integer(0));
  return numbers;
}

void Store::for_each_game(const GameFilter& filter, const std::function<void(const StoredGame&)>& visit) {
  const std::string nodes = version_of(database_) == 1 ? ", NULL, NULL" : ", first_nodes, second_nodes";
  const std::string texts = filter.with_turns ? ", start, turns" : ", '', ''";
  Statement rows = select(database_, game_columns + nodes + texts, filter,
                          " ORDER BY pairing, number, id LIMIT " + std::to_string(filter.limit));
  while (rows.next()) visit(game_of(rows));
}

std::int64_t Store::count_games(const GameFilter& filter) {
  Statement rows = select(database_, "count(*)", filter, "");
  return rows.next() ? rows.integer(0) : 0;
}

}  // namespace alea
