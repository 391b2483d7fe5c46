#include "selfplay/tournament/store.hpp"

#include <fstream>
#include <functional>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {
namespace {

using tests::TemporaryFolder;

StoredGame game(std::int64_t number, double first_score) {
  return {.game = "dvonn",
          .number = number,
          .pair = number / 2,
          .seed = 7,
          .start = "start",
          .turns = "A1;B2;PASS",
          .turn_count = 3,
          .result = first_score == 1   ? "win"
                    : first_score == 0 ? "lose"
                                       : "draw",
          .first_score = first_score,
          .second_score = 1 - first_score,
          .first_seconds = 0.25,
          .second_seconds = 0.5,
          .first_nodes = 100,
          .played_at = "2026-01-31T12:00:00Z",
          .version = "1"};
}

/// Two players who meet in tournament "cup".
struct Cup {
  explicit Cup(Store& store) {
    auto adding = store.transaction();
    tournament = store.add(StoredTournament{.name = "cup", .game = "dvonn", .format = "round-robin", .seed = 7});
    ann = store.add(StoredPlayer{.game = "dvonn", .name = "ann", .agent = "random"});
    bob = store.add(StoredPlayer{.game = "dvonn", .name = "bob", .agent = "default", .version = "abc"});
    pairing = store.add(StoredPairing{.tournament = tournament, .a = ann, .b = bob, .seed = 9, .games = 4});
    adding.commit();
  }

  StoredGame game(std::int64_t number, double score_of_ann) const {
    const bool swapped = number % 2 != 0;
    StoredGame game = alea::game(number, swapped ? 1 - score_of_ann : score_of_ann);
    game.pairing = pairing;
    game.first = swapped ? bob : ann;
    game.second = swapped ? ann : bob;
    return game;
  }

  std::int64_t tournament, ann, bob, pairing;
};

std::string field_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.field();
  }
  return "";
}

}  // namespace

TEST_CASE("what a store was given is there when it is opened again") {
  const TemporaryFolder folder;
  const auto file = folder / "cup.db";
  StoredGame forfeited;
  {
    Store store = Store::open(file);
    const Cup cup(store);
    forfeited = cup.game(3, 1);
    forfeited.ending = Ending::forfeit;
    forfeited.forfeited_by = Side::first;
    forfeited.fault = "crash";
    forfeited.note = "it's over; \"quotes\"\nand lines";
    const StoredGame games[] = {cup.game(0, 1), forfeited};
    store.add(games);
  }
  CHECK(!std::filesystem::exists(folder / "cup.db-wal"));  // one file, to be copied or committed
  Store store = Store::read(file);
  CHECK(store.tournaments().at(0).name == "cup");
  const auto players = store.players();
  REQUIRE(players.size() == 2);
  CHECK(players[1].agent == "default");
  CHECK(players[1].version == "abc");
  CHECK(store.pairings(1).at(0).seed == 9);
  CHECK(store.finished_games(1) == std::vector<std::int64_t>{0, 3});
  std::vector<StoredGame> games;
  store.for_each_game({}, [&](const StoredGame& g) { games.push_back(g); });
  REQUIRE(games.size() == 2);
  const StoredGame& g = games[1];
  CHECK(g.game == "dvonn");
  CHECK(g.pairing == 1);
  CHECK(g.source.empty());
  CHECK(g.number == 3);
  CHECK(g.pair == 1);
  CHECK(g.seed == 7u);
  CHECK(g.first == forfeited.first);
  CHECK(g.second == forfeited.second);
  CHECK(g.start == forfeited.start);
  CHECK(g.turns == forfeited.turns);
  CHECK(g.turn_count == 3);
  CHECK(g.result == "lose");
  CHECK(g.first_score == 0);
  CHECK(g.second_score == 1);
  CHECK(g.ending == Ending::forfeit);
  CHECK(g.forfeited_by == Side::first);
  CHECK(g.fault == "crash");
  CHECK(g.note == forfeited.note);
  CHECK(g.first_seconds == 0.25);
  CHECK(g.second_seconds == 0.5);
  CHECK(g.first_nodes == 100);
  CHECK_FALSE(g.second_nodes.has_value());
  CHECK(g.played_at == forfeited.played_at);
  CHECK(g.version == "1");
  CHECK(!games[0].forfeited_by.has_value());
}

TEST_CASE("no game is stored twice, and a batch is stored whole or not at all") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "cup.db");
  const Cup cup(store);
  const StoredGame twice[] = {cup.game(0, 1), cup.game(1, 1), cup.game(0, 1)};
  CHECK_THROWS_AS(store.add(twice), RuntimeFailure);
  CHECK(store.count_games({}) == 0);
  store.add(std::span(twice).first(2));
  CHECK_THROWS_AS(store.add(std::span(twice).last(1)), RuntimeFailure);
  CHECK(store.count_games({}) == 2);

  StoredGame imported = cup.game(0, 0);
  imported.pairing = 0;
  imported.source = "games.mat";
  imported.seed = {};
  store.add({&imported, 1});
  CHECK_THROWS_AS(store.add({&imported, 1}), RuntimeFailure);
  CHECK(store.count_games({}) == 3);
  CHECK(store.count_games({.imported = false}) == 2);
}

TEST_CASE("what is there under a name stays as it is") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "cup.db");
  const Cup cup(store);
  const Cup same(store);
  CHECK(same.pairing == cup.pairing);
  CHECK(same.bob == cup.bob);
  const StoredTournament tournament{.name = "cup", .game = "dvonn", .format = "round-robin", .seed = 8};
  CHECK(field_of([&] { store.add(tournament); }) == "seed");
  const StoredPlayer other{.game = "dvonn", .name = "bob", .agent = "random"};
  CHECK(field_of([&] { store.add(other); }) == "players.bob");
  const StoredPlayer elsewhere{.game = "backgammon", .name = "bob", .agent = "random"};
  CHECK(store.add(elsewhere) != cup.bob);
  store.add(StoredPairing{.tournament = cup.tournament, .a = cup.ann, .b = cup.bob, .seed = 9, .games = 10});
  CHECK(store.pairings(cup.tournament).at(0).games == 10);
}

TEST_CASE("standings and head-to-head results are views") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "cup.db");
  const Cup cup(store);
  StoredGame games[] = {cup.game(0, 1), cup.game(1, 1), cup.game(2, 0.5), cup.game(3, 0)};
  games[3].ending = Ending::forfeit;
  games[3].forfeited_by = Side::second;  // ann
  games[3].fault = "timeout";
  games[3].turns = "A1";
  store.add(games);
  auto standings = store.database().prepare(
      "SELECT player, games, score, wins, draws, losses, forfeits, seconds FROM standings WHERE tournament = 'cup'");
  REQUIRE(standings.next());
  CHECK(standings.text(0) == "ann");
  CHECK(standings.integer(1) == 4);
  CHECK(standings.real(2) == 0.625);
  CHECK(standings.integer(3) == 2);
  CHECK(standings.integer(4) == 1);
  CHECK(standings.integer(5) == 1);
  CHECK(standings.integer(6) == 1);
  CHECK(standings.real(7) == 0.25 + 0.5 + 0.25 + 0.5);
  REQUIRE(standings.next());
  CHECK(standings.text(0) == "bob");
  CHECK(standings.real(2) == 0.375);
  CHECK(!standings.next());
  auto rows = store.database().prepare("SELECT wins, losses FROM head_to_head WHERE player = 'bob'");
  REQUIRE(rows.next());
  CHECK(rows.integer(0) == 1);
  CHECK(rows.integer(1) == 2);
}

TEST_CASE("games are found by what they have in common") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "cup.db");
  const Cup cup(store);
  const StoredGame games[] = {cup.game(0, 1), cup.game(1, 1), cup.game(2, 0.5)};
  store.add(games);
  CHECK(store.count_games({.game = "dvonn", .tournament = "cup"}) == 3);
  CHECK(store.count_games({.game = "backgammon"}) == 0);
  CHECK(store.count_games({.tournament = "no'ne"}) == 0);
  CHECK(store.count_games({.player = "ann"}) == 3);
  CHECK(store.count_games({.player = "ann", .opponent = "bob"}) == 3);
  CHECK(store.count_games({.players = {"ann", "bob"}}) == 3);
  CHECK(store.count_games({.players = {"ann", "carl"}}) == 0);
  CHECK(store.count_games({.ending = Ending::forfeit}) == 0);
  CHECK(store.count_games({.id = 2}) == 1);
  int visited = 0;
  store.for_each_game({.limit = 2, .with_turns = false}, [&](const StoredGame& g) {
    ++visited;
    CHECK(g.turns.empty());
  });
  CHECK(visited == 2);
}

TEST_CASE("a file that is no database of tournaments is refused") {
  const TemporaryFolder folder;
  CHECK(field_of([&] { Store::read(folder / "none.db"); }) == "db");
  CHECK(field_of([&] { Store::open(folder.path()); }) == "db");
  std::ofstream(folder / "text.db") << "this is not a database, and long enough to be asked for its header: "
                                    << std::string(1000, 'x');
  CHECK(field_of([&] { Store::open(folder / "text.db"); }) == "db");
  sqlite::Database(folder / "other.db", sqlite::Database::Mode::write).execute("CREATE TABLE t (x)");
  CHECK(field_of([&] { Store::open(folder / "other.db"); }) == "db");
  {
    Store store = Store::open(folder / "newer.db");
    store.database().execute("PRAGMA user_version = 99");
  }
  CHECK(field_of([&] { Store::read(folder / "newer.db"); }) == "db");
}

TEST_CASE("a file of version 1 is read as it is, and brought up to date to be written") {
  const TemporaryFolder folder;
  const auto file = folder / "old.db";
  {
    Store store = Store::open(file);
    const Cup cup(store);
    const StoredGame games[] = {cup.game(0, 1)};
    store.add(games);
    // As version 1 had it: without nodes.
    auto& database = store.database();
    for (const char* const view : {"head_to_head", "standings", "seats", "named_games"}) {
      database.execute(std::string("DROP VIEW ") + view);
    }
    for (const char* const view : {"head_to_head", "standings", "seats", "named_games"}) {
      database.execute(std::string("CREATE VIEW ") + view + " AS SELECT 1");
    }
    database.execute("ALTER TABLE games DROP COLUMN first_nodes; ALTER TABLE games DROP COLUMN second_nodes");
    database.execute("PRAGMA user_version = 1");
  }
  const auto only_game = [](Store store) {
    std::vector<StoredGame> games;
    store.for_each_game({}, [&](const StoredGame& game) { games.push_back(game); });
    REQUIRE(games.size() == 1);
    CHECK(games[0].turns == "A1;B2;PASS");
    CHECK(games[0].version == "1");
    return games[0];
  };
  CHECK_FALSE(only_game(Store::read(file)).first_nodes.has_value());
  {
    Store store = Store::open(file);
    CHECK(store.database().integer("PRAGMA user_version") == 2);
    CHECK(store.database().integer("SELECT games FROM standings WHERE player = 'ann'") == 1);
    StoredGame game = Cup(store).game(1, 0);
    game.second_nodes = 1234;
    store.add({&game, 1});
    CHECK(store.database().integer("SELECT nodes FROM standings WHERE player = 'ann'") == 1234);
  }
  CHECK(Store::read(file).count_games({}) == 2);
}

TEST_CASE("a store can be read while it is written") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "cup.db");
  const Cup cup(store);
  Store reader = Store::read(folder / "cup.db");
  CHECK(reader.count_games({}) == 0);
  const StoredGame games[] = {cup.game(0, 1)};
  store.add(games);
  CHECK(reader.count_games({}) == 1);
  CHECK_THROWS_AS(reader.add(games), RuntimeFailure);
}

TEST_CASE("games hash alike if players, start and turns are the same") {
  const StoredGame one = game(0, 1);
  StoredGame other = game(5, 0);
  other.first_seconds = 9;
  CHECK(hash_of(one) == hash_of(other));
  other.turns += ";PASS";
  CHECK(hash_of(one) != hash_of(other));
  other = one;
  other.start = "another";
  CHECK(hash_of(one) != hash_of(other));
  other = one;
  other.first = 3;
  CHECK(hash_of(one) != hash_of(other));
}

TEST_CASE("turns are taken apart as they were put together") {
  std::string turns;
  append_turn(turns, "3-1", "8/5 6/5");
  begin_turn(turns, "6-4");
  turns += "24/14";
  CHECK(turns == "3-1:8/5 6/5;6-4:24/14");
  const auto split = split_turns(turns);
  REQUIRE(split.size() == 2);
  CHECK(split[0].dice == "3-1");
  CHECK(split[0].play == "8/5 6/5");
  CHECK(split[1].play == "24/14");
  CHECK(split_turns("A1;PASS").at(1).play == "PASS");
  CHECK(split_turns("A1;PASS").at(1).dice.empty());
  CHECK(split_turns("").empty());
}

}  // namespace alea
