#include "selfplay/tournament/results.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {
namespace {

/// Two backgammon players and their games, the first seat's score given.
struct Table {
  Store store;
  std::int64_t ann, bob, pairing;

  explicit Table(const std::filesystem::path& file) : store(Store::open(file)) {
    auto adding = store.transaction();
    const auto cup = store.add(StoredTournament{.name = "cup", .game = "backgammon", .format = "gauntlet", .seed = 1});
    ann = store.add(StoredPlayer{.game = "backgammon", .name = "ann"});
    bob = store.add(StoredPlayer{.game = "backgammon", .name = "bob"});
    pairing = store.add(StoredPairing{.tournament = cup, .a = ann, .b = bob, .seed = 1, .games = 10});
    adding.commit();
  }

  StoredGame game(std::int64_t number, const char* result, double first_score) const {
    const bool swapped = number % 2 != 0;
    return {.game = "backgammon",
            .pairing = pairing,
            .number = number,
            .pair = number / 2,
            .first = swapped ? bob : ann,
            .second = swapped ? ann : bob,
            .turn_count = 50 + number,
            .result = result,
            .first_score = first_score,
            .second_score = -first_score,
            .first_seconds = 1,
            .second_seconds = 2};
  }
};

TEST_CASE("results are seen by each player, and pairs are units") {
  const tests::TemporaryFolder folder;
  Table table(folder / "cup.db");
  StoredGame crashed = table.game(4, "lose_single", -1), cut = table.game(7, "", 0);
  crashed.ending = Ending::forfeit;
  crashed.forfeited_by = Side::first;
  crashed.fault = "crash";
  crashed.note = "ended with status 1";
  cut.ending = Ending::cut;
  const StoredGame games[] = {table.game(1, "win_single", 1), table.game(0, "win_gammon", 2), crashed, cut};
  table.store.add(games);

  CHECK(games_of(table.store) == std::vector<std::string>{"backgammon"});
  const Results results = collect_results(table.store, {.game = "backgammon"});
  CHECK(results.unit == ScoreUnit::points);
  CHECK(results.games == 4);
  CHECK(results.cut == 1);
  REQUIRE(results.players.size() == 2);
  const PlayerResults &ann = results.players[0], &bob = results.players[1];
  CHECK(ann.name == "ann");
  CHECK(ann.score == 2 - 1 - 1 + 0);
  CHECK(bob.score == -ann.score);
  CHECK(ann.results == std::map<std::string, std::int64_t>{{"win_gammon", 1}, {"lose_single", 2}});
  CHECK(bob.results == std::map<std::string, std::int64_t>{{"lose_gammon", 1}, {"win_single", 2}});
  CHECK(ann.seconds == 1 + 2 + 1 + 2);
  CHECK(ann.turns == 50 + 51 + 54 + 57);
  CHECK(ann.faults.at("crash") == 1);
  CHECK(bob.faults.empty());
  CHECK(results.against[0][1].games == 4);
  CHECK(results.against[1][0].score == 0);
  CHECK(results.first_forfeits.at(0).note == "ended with status 1");

  REQUIRE(results.units.size() == 3);  // games 0 and 1, and two without their other half
  const RatedUnit& pair = results.units[0];
  CHECK(pair.games == 2);
  CHECK(pair.scores == std::array{2.0f, -1.0f});
  CHECK(results.units[1].games == 1);
  CHECK(results.units[2].games == 1);
  CHECK(results.units[2].a == 1);  // bob moved first in game 7
}

TEST_CASE("a store without games has none to rate") {
  const tests::TemporaryFolder folder;
  Table table(folder / "cup.db");
  CHECK(games_of(table.store).empty());
  CHECK(collect_results(table.store, {.game = "backgammon"}).units.empty());
  CHECK_THROWS_AS(collect_results(table.store, {.game = "chess"}), InputError);
}

}  // namespace
}  // namespace alea
