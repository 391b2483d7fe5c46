// Games that end by exact tables: real ones, of Diablo 4x4 with few checkers.
#include <algorithm>
#include <vector>

#include "search/tables/diablo_solver.hpp"
#include "search/tables/diablo_table.hpp"
#include "selfplay/tournament/tournament.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tools/tables.hpp"

namespace alea {
namespace {

using G = Diablo<4>;
using tests::TemporaryFolder;

/// Three checkers a side: a fraction of a second.
void solve_small_tables(const std::filesystem::path& folder) {
  REQUIRE(solve_diablo<4>(folder, {.checkers = 3}, 1).finished);
}

std::vector<StoredGame> play_cup(const std::string& adjudicate) {
  const TemporaryFolder folder;
  TournamentConfig config;
  config.name = "cup";
  config.game = "diablo-4";
  config.games = 200;
  config.threads = 1;
  config.adjudicate = adjudicate;
  config.players = {{"ann", "random"}, {"bob", "handwritten:plies=0"}};
  run_tournament(config, folder / "cup.db");
  std::vector<StoredGame> games;
  Store store = Store::read(folder / "cup.db");
  store.for_each_game({}, [&](const StoredGame& game) { games.push_back(game); });
  return games;
}

/// The chance of who moved first in a game to win it, at each of its positions; -1 where the table holds it not.
std::vector<double> first_wins(const DiabloTable<4>& table, const StoredGame& game) {
  Situation<G> at = G::parse_position(game.start);
  const Side first = at.to_move;
  PlayList<G> plays;
  std::vector<double> chances;
  const auto look = [&] {
    const auto win = table.find(at.position);
    chances.push_back(!win ? -1 : at.to_move == first ? *win : 1 - *win);
  };
  look();
  for (const StoredTurn& turn : split_turns(game.turns)) {
    const auto roll = G::parse_roll(turn.dice);
    G::plays(at.position, roll, plays);
    const auto after = plays.position(G::find_play(at.position, roll, plays, turn.play));
    at = {after, next_side<G>(after, at.to_move)};
    look();
  }
  return chances;
}

bool is_certain(double chance) { return chance >= 1 - 1e-6 || (chance >= 0 && chance <= 1e-6); }
bool is_held(double chance) { return chance >= 0; }

}  // namespace

TEST_CASE("a game ends where an exact table first says that its result is certain, and with that result") {
  const tests::Tables tables;
  solve_small_tables(tables.path());
  const DiabloTable<4> table(tables.path());
  const auto played = play_cup("off"), adjudicated = play_cup("certain");
  REQUIRE(played.size() == adjudicated.size());
  int early = 0;
  for (std::size_t i = 0; i < adjudicated.size(); ++i) {
    const StoredGame& game = adjudicated[i];
    CAPTURE(game.number, game.start, game.turns);
    CHECK(played[i].turns.starts_with(game.turns));
    const auto chances = first_wins(table, game);
    CHECK(std::ranges::none_of(chances.begin(), chances.end() - 1, is_certain));
    if (game.ending != Ending::adjudicated) continue;
    early += game.turns.size() < played[i].turns.size();
    REQUIRE(is_certain(chances.back()));
    CHECK(game.result == (chances.back() > 0.5 ? "win" : "lose"));
    CHECK(game.first_score == (chances.back() > 0.5 ? 1 : 0));
    CHECK(game.second_score == 1 - game.first_score);
  }
  CHECK(early > 10);
}

TEST_CASE("a game is scored by its expectation where an exact table first holds its position") {
  const tests::Tables tables;
  solve_small_tables(tables.path());
  const DiabloTable<4> table(tables.path());
  int uncertain = 0;
  for (const StoredGame& game : play_cup("expected")) {
    CAPTURE(game.number, game.start, game.turns);
    const auto chances = first_wins(table, game);
    CHECK(std::ranges::none_of(chances.begin(), chances.end() - 1, is_held));
    if (game.ending != Ending::adjudicated) continue;
    REQUIRE(is_held(chances.back()));
    CHECK(game.first_score == Approx(chances.back()).margin(1e-6));
    CHECK(game.second_score == Approx(1 - chances.back()).margin(1e-6));
    if (is_certain(chances.back())) continue;
    CHECK(game.result.empty());
    ++uncertain;
  }
  CHECK(uncertain > 10);
}

}  // namespace alea
