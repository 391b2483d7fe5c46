#include "selfplay/tournament/tournament.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "engine/registry.hpp"
#include "selfplay/agents.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/match.hpp"
#include "selfplay/openings.hpp"
#include "selfplay/tournament/results.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/tournament/tournament_text.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;
using tests::tournament_text;

/// Three players of small Diablo, whose games take less than a millisecond.
TournamentConfig small_cup() {
  TournamentConfig config;
  config.name = "cup";
  config.game = "diablo-4";
  config.games = 40;
  config.threads = 1;
  config.players = {{"ann", "random"}, {"bob", "handwritten:plies=0"}, {"carl", "random"}};
  return config;
}

std::vector<StoredGame> games_of(const fs::path& database, const GameFilter& filter = {}) {
  std::vector<StoredGame> games;
  Store store = Store::read(database);
  store.for_each_game(filter, [&](const StoredGame& game) { games.push_back(game); });
  return games;
}

std::string field_of(const TournamentConfig& config, const fs::path& database) {
  try {
    run_tournament(config, database);
  } catch (const InputError& error) {
    return error.field();
  }
  return "";
}

}  // namespace

TEST_CASE("a round robin plays every game once and stands as its games say") {
  const TemporaryFolder folder;
  const TournamentConfig config = small_cup();
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  CHECK(report.games == 120);
  CHECK(report.total == 120);
  CHECK(report.played == 120);
  CHECK(!report.partial);
  CHECK(report.distinct_games > 100);
  const auto games = games_of(folder / "cup.db");
  CHECK(games.size() == 120);
  std::set<std::pair<std::int64_t, std::int64_t>> numbers;
  for (const StoredGame& game : games) {
    numbers.insert({game.pairing, game.number});
    CHECK(game.ending == Ending::finished);
    CHECK(game.first_score + game.second_score == 1);
    CHECK((game.result == "win") == (game.first_score == 1));
    CHECK(static_cast<std::int64_t>(split_turns(game.turns).size()) == game.turn_count);
  }
  CHECK(numbers.size() == 120);
  REQUIRE(report.standings.size() == 3);
  CHECK(report.standings[0].player == "bob");
  double total = 0;
  for (const Standing& standing : report.standings) {
    CHECK(standing.games == 80);
    CHECK(standing.score.size() == 40);  // pairs
    CHECK(standing.wins + standing.losses == 80);
    CHECK(standing.score.mean() == Approx(standing.mean()));
    total += standing.total;
  }
  CHECK(total == 120);
}

TEST_CASE("the games of a pair share start and dice, with the seats swapped") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.game = GENERATE("backgammon", "diablo-6");
  config.players = {{"ann", "random"}, {"bob", "random"}};
  config.random_start = config.game != "backgammon";
  config.random_turns = 2;
  run_tournament(config, folder / "cup.db");
  const auto games = games_of(folder / "cup.db");
  std::set<std::string> starts;
  REQUIRE(games.size() == 40);
  for (std::size_t i = 0; i < games.size(); i += 2) {
    const StoredGame &one = games[i], &two = games[i + 1];
    CHECK(one.pair == two.pair);
    CHECK(one.first == two.second);
    CHECK(one.second == two.first);
    CHECK(one.start == two.start);
    starts.insert(one.start);
    const auto turns = split_turns(one.turns), others = split_turns(two.turns);
    std::size_t same = 0;
    const std::size_t shorter = std::min(turns.size(), others.size());
    while (same < shorter && turns[same].dice == others[same].dice) ++same;
    CHECK(same == shorter);
    CHECK(turns.at(0).play == others.at(0).play);  // the random first turns are shared
    if (shorter > 1) CHECK(turns[1].play == others[1].play);
  }
  CHECK(starts.size() == (config.random_start ? 20u : 1u));
}

TEST_CASE("a pairing is the match that its seed names") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.game = "backgammon";
  config.players = {{"bob", "random"}, {"ann", "net:weights=fast"}};
  run_tournament(config, folder / "cup.db");
  Store store = Store::read(folder / "cup.db");
  const StoredPairing pairing = store.pairings(1).at(0);
  const auto a = make_agent<Backgammon>("net:weights=fast"), b = make_agent<Backgammon>("random");
  const MatchReport match = play_match<Backgammon>(
      {"ann", *a}, {"bob", *b}, {.games = 40, .each = {.paired = true, .seed = pairing.seed}, .threads = 1});
  SampleMean score;
  std::map<std::string, std::int64_t> results;
  for (const StoredGame& game : games_of(folder / "cup.db")) {
    score.add(game.first == pairing.a ? game.first_score : game.second_score);
    if (game.first == pairing.a) ++results[game.result];
  }
  CHECK(score.mean() == Approx(match.score.mean()));
  CHECK(match.games == 40);
}

TEST_CASE("pairs of games begin in turn at the openings of a file, as a match's do") {
  const TemporaryFolder folder;
  const std::vector<std::string> positions{"4HPwATDgc/ABMA", "2wkAAAXkBgAAAA", "4NvgASTgZ/ABMA"};
  const auto write = [&](const char* name, std::size_t count) {
    std::ofstream file(folder / name);
    for (std::size_t i = 0; i < count; ++i) file << "# one\n" << positions[i] << '\n';
    return (folder / name).string();
  };
  TournamentConfig config = small_cup();
  config.game = "backgammon";
  config.games = 10;
  config.players = {{"ann", "net:weights=fast"}, {"bob", "random"}};
  config.openings = write("openings.txt", 3);
  run_tournament(config, folder / "cup.db");
  SampleMean score;
  for (const StoredGame& game : games_of(folder / "cup.db")) {
    CHECK(game.start == positions[static_cast<std::size_t>(game.pair) % 3]);
    CHECK(game.first == (game.number % 2 == 0 ? 1 : 2));
    score.add(game.first == 1 ? game.first_score : game.second_score);
  }
  Store store = Store::read(folder / "cup.db");
  const auto a = make_agent<Backgammon>("net:weights=fast"), b = make_agent<Backgammon>("random");
  const auto openings = read_openings<Backgammon>(config.openings);
  const MatchOptions options{.games = 10, .each = {.paired = true, .seed = store.pairings(1).at(0).seed}, .threads = 1};
  CHECK(score.mean() ==
        Approx(play_match<Backgammon>({"ann", *a}, {"bob", *b}, options, {}, {nullptr, openings}).score.mean()));

  config.openings = write("same.txt", 3);  // it is what the file holds that counts
  CHECK(run_tournament(config, folder / "cup.db").played == 0);
  config.openings = write("fewer.txt", 2);
  CHECK(field_of(config, folder / "cup.db") == "settings");
  config.openings = (folder / "none.txt").string();
  CHECK(field_of(config, folder / "cup.db") == "openings");
  config.game = "diablo-4";
  config.openings = write("unread.txt", 1);
  CHECK(field_of(config, folder / "cup.db") == "openings");  // no position of this game
  config.random_start = true;
  CHECK(field_of(config, folder / "cup.db") == "openings");
}

TEST_CASE("an opening may leave the first turn to the other side") {
  const TemporaryFolder folder;
  const std::string position = "r......../........../.........../........../......... b p";
  std::ofstream(folder / "openings.txt") << position << '\n';
  TournamentConfig config = small_cup();
  config.game = "dvonn";
  config.games = 2;
  config.players = {{"ann", "random"}, {"bob", "random"}};
  config.openings = (folder / "openings.txt").string();
  run_tournament(config, folder / "cup.db");
  const auto games = games_of(folder / "cup.db");
  REQUIRE(games.size() == 2);
  for (const StoredGame& game : games) CHECK(game.start == position);
  CHECK(games[0].first == games[1].second);
}

TEST_CASE("the nodes of searches are stored and counted, those of others are unknown") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.games = 4;
  config.players = {{"ann", "random"}, {"bob", "handwritten:plies=1"}};
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  std::int64_t sum = 0;
  for (const StoredGame& game : games_of(folder / "cup.db")) {
    const bool bob_is_first = game.number % 2 != 0;
    CHECK_FALSE((bob_is_first ? game.second_nodes : game.first_nodes).has_value());
    const auto nodes = bob_is_first ? game.first_nodes : game.second_nodes;
    REQUIRE(nodes.has_value());
    CHECK(*nodes > game.turn_count);
    sum += *nodes;
  }
  for (const Standing& standing : report.standings) CHECK(standing.nodes == (standing.player == "bob" ? sum : 0));
  Store store = Store::read(folder / "cup.db");
  CHECK(store.database().integer("SELECT nodes FROM standings WHERE player = 'bob'") == sum);
  const Results results = collect_results(store, {.game = "diablo-4"});
  for (const PlayerResults& player : results.players) CHECK(player.nodes == (player.name == "bob" ? sum : 0));
}

TEST_CASE("a tournament is the same on any number of threads") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  run_tournament(config, folder / "one.db");
  config.threads = 2;
  run_tournament(config, folder / "two.db");
  CHECK(tournament_text(folder / "one.db") == tournament_text(folder / "two.db"));
  config.seed = 2;
  run_tournament(config, folder / "other.db");
  CHECK(tournament_text(folder / "one.db") != tournament_text(folder / "other.db"));
}

TEST_CASE("a tournament that is stopped goes on where it was, and a finished one plays nothing") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.format = GENERATE("round-robin", "gauntlet", "swiss");
  config.players.push_back({"dora", "random"});
  CAPTURE(config.format);
  const TournamentReport undisturbed = run_tournament(config, folder / "undisturbed.db");
  TournamentHooks hooks;
  std::int64_t sum = 0;
  for (int session = 1; session <= 3; ++session) {
    std::atomic<std::int64_t> left = 30;
    hooks.progress = [&](const TournamentProgress&) { --left; };
    hooks.stop = [&] { return left <= 0; };
    const TournamentReport report = run_tournament(config, folder / "stopped.db", hooks);
    CHECK(report.partial);
    CHECK(report.played > 0);
    sum += report.played;
    CHECK(report.games == sum);
  }
  const TournamentReport end = run_tournament(config, folder / "stopped.db");
  CHECK(!end.partial);
  CHECK(sum + end.played == undisturbed.games);
  CHECK(tournament_text(folder / "stopped.db") == tournament_text(folder / "undisturbed.db"));
  CHECK(run_tournament(config, folder / "stopped.db").played == 0);
}

TEST_CASE("players may join, and more games be asked for, without a change to the games before") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  run_tournament(config, folder / "cup.db");
  const auto before = games_of(folder / "cup.db");
  config.games = 50;
  config.players.insert(config.players.begin(), {"zoe", "random"});
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  CHECK(report.games == 6 * 50);
  CHECK(report.played == 6 * 50 - 120);
  run_tournament(config, folder / "anew.db");
  CHECK(tournament_text(folder / "cup.db") == tournament_text(folder / "anew.db"));
  config.players.pop_back();
  const TournamentReport fewer = run_tournament(config, folder / "cup.db");
  CHECK(fewer.games == 3 * 50);
  CHECK(fewer.distinct_games <= fewer.games);
}

TEST_CASE("several tournaments share a database, and their players") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  run_tournament(config, folder / "cup.db");
  config.name = "another";
  config.format = "gauntlet";
  config.seed = 7;
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  CHECK(report.games == 80);
  Store store = Store::read(folder / "cup.db");
  CHECK(store.players().size() == 3);
  CHECK(store.count_games({}) == 200);
}

TEST_CASE("what does not fit is said before anything is played") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.players[1].agent = "nonesuch";
  CHECK(field_of(config, folder / "cup.db") == "players.bob");
  CHECK(!fs::exists(folder / "cup.db"));
  config = small_cup();
  config.game = "chess";
  CHECK(field_of(config, folder / "cup.db") == "game");
  config.game = "backgammon";
  config.players = {{"ann", "random"}, {"bob", "random"}};
  config.random_start = true;
  CHECK(field_of(config, folder / "cup.db") == "random_start");
  config = small_cup();
  run_tournament(config, folder / "cup.db");
  config.seed = 2;
  CHECK(field_of(config, folder / "cup.db") == "seed");
  config = small_cup();
  config.max_turns = 50;
  CHECK(field_of(config, folder / "cup.db") == "settings");
  config = small_cup();
  config.players[0].agent = "handwritten:plies=1";
  CHECK(field_of(config, folder / "cup.db") == "players.ann");
  const FileLock lock(folder / "cup.db-lock", "", "");
  CHECK(field_of(small_cup(), folder / "cup.db") == "db");
}

TEST_CASE("players who repeat themselves are found out") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.game = "dvonn";
  config.games = 10;
  config.players = {{"ann", "handwritten:plies=0"}, {"bob", "net:weights=fast"}};
  CHECK(run_tournament(config, folder / "same.db").distinct_games == 2);
  CHECK(run_tournament(config, folder / "same.db").distinct_games == 2);  // those that were there
  config.random_turns = 8;
  CHECK(run_tournament(config, folder / "varied.db").distinct_games == 10);
  config.games = 4;
  CHECK(run_tournament(config, folder / "varied.db").distinct_games == 4);  // of those that are asked for now
}

TEST_CASE("a certain result ends a game early and changes no score") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.game = "dvonn";
  config.players = {{"ann", "random"}, {"bob", "random"}};
  run_tournament(config, folder / "played.db");
  config.adjudicate = "certain";
  run_tournament(config, folder / "adjudicated.db");
  const auto played = games_of(folder / "played.db"), adjudicated = games_of(folder / "adjudicated.db");
  REQUIRE(played.size() == adjudicated.size());
  int ended = 0;
  for (std::size_t i = 0; i < played.size(); ++i) {
    CHECK(played[i].result == adjudicated[i].result);
    CHECK(played[i].first_score == adjudicated[i].first_score);
    CHECK(played[i].turns.starts_with(adjudicated[i].turns));
    ended += adjudicated[i].ending == Ending::adjudicated;
  }
  CHECK(ended > 0);
  config.game = "diablo-8";
  CHECK(field_of(config, folder / "none.db") == "adjudicate");
}

TEST_CASE("a game that is too long is cut and drawn") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  config.max_turns = 3;
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  const auto cut = games_of(folder / "cup.db", {.ending = Ending::cut});
  REQUIRE(!cut.empty());
  CHECK(cut[0].result.empty());
  CHECK(cut[0].first_score == 0.5);
  CHECK(cut[0].turn_count == 3);
}

// Run by the test below, in a process of its own.
namespace {

TournamentConfig long_cup() {
  TournamentConfig config = small_cup();
  config.games = 3000;
  config.threads = 2;
  config.save_seconds = 0.01;
  return config;
}

std::int64_t games_there(const fs::path& database) {
  try {
    return Store::read(database).count_games({});
  } catch (const std::exception&) {  // not yet a database
    return 0;
  }
}

pid_t start_killed_tournament() {
  char name[] = "/proc/self/exe", what[] = "[killed-tournament]";
  char* const arguments[] = {name, what, nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  REQUIRE(::posix_spawn(&child, name, &quiet, nullptr, arguments, environ) == 0);
  posix_spawn_file_actions_destroy(&quiet);
  return child;
}

}  // namespace

TEST_CASE("a tournament to be killed", "[.][killed-tournament]") {
  if (const char* const database = std::getenv("ALEA_TEST_DATABASE")) run_tournament(long_cup(), database);
}

TEST_CASE("a tournament that is killed at random moments comes to the same database") {
  const TemporaryFolder folder;
  const fs::path database = folder / "killed.db";
  ::setenv("ALEA_TEST_DATABASE", database.c_str(), 1);
  Random random(1, Purpose::test);
  int kills = 0;
  for (int attempt = 0; attempt < 20; ++attempt) {
    // A moment after it has saved something, so that any machine kills it in the midst; sometimes before.
    const std::int64_t games = games_there(database) + (attempt % 4 == 0 ? 0 : 1);
    const pid_t child = start_killed_tournament();
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
      if (games_there(database) >= games) {
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(5'000)));
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
        break;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    kills += WIFSIGNALED(status);
  }
  ::unsetenv("ALEA_TEST_DATABASE");
  CHECK(kills >= 15);  // a fast machine may come to the end
  CAPTURE(kills, games_there(database));
  TournamentConfig config = long_cup();
  config.save_seconds = 1;
  const TournamentReport report = run_tournament(config, database);
  CHECK(report.games == 9000);
  run_tournament(config, folder / "undisturbed.db");
  CHECK(tournament_text(database) == tournament_text(folder / "undisturbed.db"));
}

TEST_CASE("a full disk ends a tournament, and it goes on when there is room") {
  const TemporaryFolder folder;
  TournamentConfig config = small_cup();
  run_tournament(config, folder / "undisturbed.db");
  config.games = 2;
  run_tournament(config, folder / "full.db");
  config.games = 40;
  Store(Store::open(folder / "full.db"))
      .database()
      .execute(
          "CREATE TRIGGER full BEFORE INSERT ON games WHEN (SELECT count(*) FROM games) >= 50 "
          "BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  CHECK_THROWS_AS(run_tournament(config, folder / "full.db"), RuntimeFailure);
  Store(Store::open(folder / "full.db")).database().execute("DROP TRIGGER full");
  run_tournament(config, folder / "full.db");
  CHECK(tournament_text(folder / "full.db") == tournament_text(folder / "undisturbed.db"));
}

}  // namespace alea
