// Players from outside that fail in every way, in the midst of a tournament.
#include <fstream>
#include <map>

#include "selfplay/player_failure.hpp"
#include "selfplay/tournament/tournament.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/tournament/tournament_text.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;

/// Speaks CodeCup's protocol, plays the first space that is free, and at its third turn fails as it is told.
constexpr const char* faulty_program = R"(
used=' '
turn=0
while read line; do
  case $line in
    Quit) exit 0 ;;
    Start) ;;
    *) used="$used$line " ;;
  esac
  turn=$((turn + 1))
  if [ $turn = 3 ]; then
    case $1 in
      crash) echo 'Segmentation fault, it says' >&2; kill -9 $$ ;;
      silent) exit 0 ;;
      garbage) echo 'I resign, you cheat'; continue ;;
      illegal) echo $line; continue ;;
      hang) sleep 60 ;;
      flood) cat /dev/zero ;;
    esac
  fi
  for space in A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 D5 E1 E2 E3 E4 E5; do
    case $used in
      *" $space "*) ;;
      *) echo $space; used="$used$space "; break ;;
    esac
  done
done
)";

}  // namespace

TEST_CASE("every failure of a player from outside costs it that game, and no game is lost or counted twice") {
  const TemporaryFolder folder;
  std::ofstream(folder / "faulty.sh") << faulty_program;
  const std::map<std::string, std::string> faults{{"crash", "crash"},     {"silent", "crash"},
                                                  {"garbage", "garbage"}, {"illegal", "illegal play"},
                                                  {"hang", "timeout"},    {"flood", "flood"}};
  TournamentConfig config;
  config.name = "cup";
  config.game = "dvonn";
  config.format = "gauntlet";
  config.games = 18;  // 108 in all
  config.threads = 2;
  config.players = {{"champion", "random"}};
  for (const auto& [name, fault] : faults) {
    const std::string time = name == "hang" ? "0.05s" : "60s";
    config.players.push_back(
        {name, "process:command=\"sh " + (folder / "faulty.sh").string() + " " + name + "\",time=" + time});
  }
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  CHECK(report.games == 108);
  CHECK(!report.partial);
  CHECK(report.standings.front().player == "champion");
  CHECK(report.standings.front().wins == 108);

  Store store = Store::read(folder / "cup.db");
  std::map<std::int64_t, std::string> names;
  for (const StoredPlayer& player : store.players()) names[player.id] = player.name;
  std::map<std::string, int> recorded;
  store.for_each_game({}, [&](const StoredGame& game) {
    REQUIRE(game.forfeited_by.has_value());
    const bool first = game.forfeited_by == Side::first;
    const std::string& loser = names[first ? game.first : game.second];
    CAPTURE(loser, game.note);
    CHECK(game.ending == Ending::forfeit);
    CHECK(game.fault == faults.at(loser));
    CHECK(game.result == (first ? "lose" : "win"));
    CHECK(game.first_score == (first ? 0 : 1));
    CHECK(game.note.find("faulty.sh") != std::string::npos);
    if (loser != "hang") CHECK(game.turn_count >= 4);  // a slow machine may let it time out earlier
    if (loser == "crash") CHECK(game.note.find("Segmentation fault") != std::string::npos);
    ++recorded[loser];
  });
  for (const auto& [name, fault] : faults) CHECK(recorded[name] == 18);
  for (const Standing& standing : report.standings)
    CHECK(standing.forfeits == (standing.player == "champion" ? 0 : 18));
  CHECK(run_tournament(config, folder / "cup.db").played == 0);
}

TEST_CASE("the time of a turn stops a player from outside who never answers") {
  const TemporaryFolder folder;
  TournamentConfig config;
  config.name = "cup";
  config.game = "dvonn";
  config.games = 2;
  config.turn_seconds = 0.1;
  config.players = {{"asleep", "process:command=\"sleep 600\""}, {"awake", "random"}};
  CHECK(run_tournament(config, folder / "cup.db").games == 2);
  Store store = Store::read(folder / "cup.db");
  store.for_each_game({}, [&](const StoredGame& game) { CHECK(game.fault == "timeout"); });
}

TEST_CASE("a turn that takes too long is forfeited") {
  const TemporaryFolder folder;
  TournamentConfig config;
  config.game = "diablo-6";
  config.name = "cup";
  config.games = 4;
  config.turn_seconds = 1e-6;
  config.players = {{"quick", "random"}, {"slow", "handwritten:plies=1"}};
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  CHECK(report.games == 4);
  Store store = Store::read(folder / "cup.db");
  store.for_each_game({}, [&](const StoredGame& game) {
    CHECK(game.ending == Ending::forfeit);
    CHECK(game.fault == "timeout");
  });
}

TEST_CASE("a program that cannot be started forfeits as well") {
  const TemporaryFolder folder;
  TournamentConfig config;
  config.game = "dvonn";
  config.name = "cup";
  config.games = 4;
  config.players = {{"none", "process:command=\"/no/such/program\""}, {"some", "random"}};
  const TournamentReport report = run_tournament(config, folder / "cup.db");
  CHECK(report.standings.front().player == "some");
  CHECK(report.standings.back().forfeits == 4);
}

}  // namespace alea
