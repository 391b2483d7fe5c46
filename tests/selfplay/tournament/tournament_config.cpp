#include "selfplay/tournament/tournament_config.hpp"

#include <fstream>

#include "engine/error.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {
namespace {

constexpr const char* two_players = R"(
[players.ann]
agent = "net:weights=default"
[players.bob]
agent = 'process:command="a b, c",time=1s'
)";

TournamentConfig read(const std::string& text, const std::vector<Override>& overrides = {}) {
  const tests::TemporaryFolder folder;
  std::ofstream(folder / "cup.toml") << text;
  return read_tournament_config(folder / "cup.toml", overrides);
}

/// "field: message" of the error.
std::string error_of(const std::string& text, const std::vector<Override>& overrides = {}) {
  try {
    read(text, overrides);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find(overrides.empty() ? "cup.toml" : "") != std::string::npos);
    return error.field();
  }
  return "";
}

}  // namespace

TEST_CASE("a tournament's config is a list of settings and players") {
  const TournamentConfig config = read(std::string("game = \"dvonn\"\ngames = 31 # odd\nrandom_start = true\n") +
                                           "adjudicate = \"certain\"\n" + two_players,
                                       {{"threads", "2"}, {"seed", "9"}});
  CHECK(config.name == "cup");
  CHECK(config.game == "dvonn");
  CHECK(config.games == 32);
  CHECK(config.seed == 9);
  CHECK(config.threads == 2);
  CHECK(config.hall().random_start);
  CHECK(config.hall().adjudicate == Adjudication::certain);
  REQUIRE(config.players.size() == 2);
  CHECK(config.players[0].name == "ann");
  CHECK(config.players[0].agent == "net:weights=default");
  CHECK(config.players[1].agent == "process:command=\"a b, c\",time=1s");
}

TEST_CASE("what is wrong with a tournament's config is named") {
  const std::string players = two_players;
  CHECK(error_of("game = \"dvonn\"\n" + players).empty());
  CHECK(error_of("gmae = \"dvonn\"\n" + players) == "gmae");
  CHECK(error_of("games = 1\n" + players) == "games");
  CHECK(error_of("games = many\n" + players) == "games");
  CHECK(error_of("seed = 9223372036854775808\n" + players) == "seed");
  CHECK(error_of("seed = 1\nformat = \"swiss\"\nseed = 2\n" + players) == "seed");
  CHECK(error_of("format = \"knockout\"\n" + players) == "format");
  CHECK(error_of("adjudicate = \"yes\"\n" + players) == "adjudicate");
  CHECK(error_of("champion = \"ann\"\n" + players) == "champion");
  CHECK(error_of("format = \"gauntlet\"\nchampion = \"zoe\"\n" + players) == "champion");
  CHECK(error_of("") == "players");
  CHECK(error_of("[players.ann]\nagent = \"random\"\n") == "players");
  CHECK(error_of(players + "[players.ann]\nagent = \"random\"\n") == "players.ann.agent");
  CHECK(error_of(players + "agnet = \"random\"\n") == "players.bob.agnet");
  CHECK(error_of(players + "[players.a.b]\nagent = \"random\"\n") == "players.a.b.agent");
  CHECK(error_of(players + "[player.carl]\nagent = \"random\"\n") == "player.carl.agent");
  CHECK(error_of(players + "[players.o'carl]\nagent = \"random\"\n") == "players.o'carl");
  CHECK(error_of(players + "[players.carl]\n[players.dora]\nagent = \"random\"\n") == "players.carl");
  CHECK(error_of("games = 2\ngames = 4\n" + players) == "games");
  CHECK(error_of("name = \"\"\n" + players) == "name");
  CHECK(error_of(players, {{"threads", "-1"}}) == "threads");
  CHECK_THROWS_AS(read_tournament_config("/no/such/file.toml"), InputError);
}

TEST_CASE("the champion of a gauntlet is the first player unless another is named") {
  CHECK(read(std::string("format = \"gauntlet\"\n") + two_players).champion == "ann");
  CHECK(read(std::string("format = \"gauntlet\"\nchampion = \"bob\"\n") + two_players).champion == "bob");
}

TEST_CASE("a tournament's settings are what must not change when it goes on") {
  TournamentConfig config = read(two_players);
  const std::string before = tournament_settings(config);
  config.games = 1000;
  config.threads = 7;
  config.players.push_back({"carl", "random"});
  CHECK(tournament_settings(config) == before);
  config.max_turns = 7;
  CHECK(tournament_settings(config) != before);
}

}  // namespace alea
