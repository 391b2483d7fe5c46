// Stored games: listed, filtered, exported, imported, checked.
#include <fstream>
#include <functional>

#include "selfplay/tournament/store.hpp"
#include "tests/catch.hpp"
#include "tests/replaced.hpp"
#include "tests/tools/program.hpp"
#include "tests/vectors.hpp"

using namespace alea::tests;

namespace {

/// Two games of one match, in GNU Backgammon's own layout; the right player begins the first, and gives up the second.
const std::string match_text =
    "; [EventDate \"2026.11.30\"]\n\n 0 point match\n\n Game 1\n"
    " alpha : 0                      beta : 0\n"
    "  1)                             21: 13/11 24/23 \n"
    "  2) 52: 13/8 24/22              63: 8/5 11/5 \n"
    "  3) 53: 8/3 6/3                 62: 13/7 7/5 \n"
    "      Wins 2 points\n\n Game 2\n"
    " alpha : 2                      beta : 0\n"
    "  1) 31: 8/5 6/5                 66: 24/18 24/18 13/7 13/7\n"
    "  2) 55: 8/3 8/3 6/1*(2)         \n"
    "                                  Wins 1 point\n\n";

class Folder {
 public:
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
    return path(name);
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  alea::TemporaryDirectory folder_;
};

/// What a game is, wherever it is kept.
Json essence(const Json& game) {
  Json result;
  for (const char* const key : {"game", "first", "second", "result", "first_score", "start", "turns", "ending"}) {
    result[key] = game.at(key);
  }
  return result;
}

std::vector<Json> essences(const std::string& db, std::vector<std::string> options = {}) {
  options.insert(options.begin(), {"games", db, "--json"});
  std::vector<Json> games;
  for (const Json& game : run_alea(options).lines()) games.push_back(essence(game));
  return games;
}

/// The message with which a .mat is refused.
std::string refusal(const std::string& text) {
  const Folder folder;
  const auto refused = run_alea({"games", folder.path("db"), "--import", folder.write("x.mat", text), "--json"});
  CHECK(refused.status == 2);
  CHECK_FALSE(std::filesystem::exists(folder.path("db")));
  return refused.json().at("error").at("message");
}

}  // namespace

TEST_CASE("what a bad file holds cannot steer the terminal that shows the error", "[tools]") {
  const Folder folder;
  const auto refused =
      run_alea({"games", folder.path("db"), "--import", folder.write("x.mat", "caf\xc3\xa9 \x1b[31m \x9b \xc2\x9b")});
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK(refused.err.find("caf\xc3\xa9 \\x1b[31m \\x9b \\xc2\\x9b") != std::string::npos);
}

TEST_CASE("a .mat is imported game by game, whoever begins and whoever wins", "[tools]") {
  const Folder folder;
  const std::string db = folder.path("db");
  const auto imported = run_alea({"games", db, "--import", folder.write("x.mat", match_text), "--json"});
  CHECK(imported.status == 0);
  CHECK(imported.json().at("games") == 2);
  const auto games = run_alea({"games", db, "--json"}).lines();
  REQUIRE(games.size() == 2);
  CHECK(games[0].at("first") == "beta");
  CHECK(games[0].at("result") == "lose_gammon");
  CHECK(games[0].at("first_score") == -2);
  CHECK(games[0].at("ending") == "adjudicated");
  CHECK(games[0].at("note") == "x.mat#1, resigned");
  CHECK(games[0].at("turns")[0] == Json{{"dice", "2-1"}, {"play", "24/23 13/11"}});
  CHECK(games[0].at("turn_count") == 5);
  CHECK(games[1].at("first") == "alpha");
  CHECK(games[1].at("result") == "lose_single");
  CHECK(games[1].at("source") == "x.mat");

  CHECK(run_alea({"games", db, "--check", "--json"}).json() == Json{{"checked", 2}, {"bad", 0}});
  const auto again = run_alea({"games", db, "--import", folder.path("x.mat"), "--json"});
  CHECK(again.error_field() == "source");
  CHECK(run_alea({"games", db, "--import", folder.path("x.mat"), "--source", "again"}).status == 0);
  CHECK(essences(db).size() == 4);
}

TEST_CASE("games exported as .mat and imported again are the same games", "[tools]") {
  const Folder folder;
  const std::string config =
      folder.write("t.toml",
                   "game = \"backgammon\"\ngames = 20\n[players.one]\nagent = \"net:weights=fast\"\n"
                   "[players.two]\nagent = \"random\"\n[players.three]\nagent = \"random\"\n");
  REQUIRE(run_alea({"tournament", config, "--db", folder.path("db"), "--json"}).status == 0);
  CHECK(run_alea({"games", folder.path("db"), "--check", "--json"}).json() == Json{{"checked", 60}, {"bad", 0}});

  const auto exported = run_alea({"games", folder.path("db"), "--player", "two", "--opponent", "one", "--export", "mat",
                                  "--out", folder.path("x.mat")});
  CHECK(exported.status == 0);
  REQUIRE(run_alea({"games", folder.path("copy"), "--import", folder.path("x.mat")}).status == 0);
  const auto games = essences(folder.path("db"), {"--player", "one", "--opponent", "two"});
  CHECK(games.size() == 20);
  CHECK(essences(folder.path("copy")) == games);
  // And the text is the same again, but for the date, which the copy does not know.
  const auto text = run_alea({"games", folder.path("copy"), "--export", "mat"}).out;
  CHECK(read_file(folder.path("x.mat")).ends_with(text));

  const auto three = run_alea({"games", folder.path("db"), "--export", "mat"});
  CHECK(three.status == 2);
  CHECK(three.err.find("expected games between the same two players") != std::string::npos);
}

TEST_CASE("recorded games are imported and exported again, line by line", "[tools]") {
  const std::string game = GENERATE("dvonn", "diablo");
  const auto file = vector_file(game + "/games.tsv");
  if (file.empty()) {
    WARN("skipped: no " + game + "/games.tsv");
    return;
  }
  const Folder folder;
  REQUIRE(run_alea({"games", folder.path("db"), "--import", file, "--game", game}).status == 0);
  std::string expected;
  for (Row row : read_rows(file)) {
    if (game == "dvonn") row[2] = "-";  // tags are not kept
    for (std::size_t i = 0; i < row.size(); ++i) expected += (i == 0 ? "" : "\t") + row[i];
    expected += '\n';
  }
  CHECK(run_alea({"games", folder.path("db"), "--export", "tsv"}).out == expected);
}

TEST_CASE("games are chosen by player, result, ending and number", "[tools]") {
  const Folder folder;
  const std::string db = folder.path("db");
  REQUIRE(run_alea({"games", db, "--import", folder.write("x.mat", match_text)}).status == 0);
  const auto count = [&](std::vector<std::string> options) { return essences(db, std::move(options)).size(); };
  CHECK(count({"--player", "alpha"}) == 2);
  CHECK(count({"--player", "alpha", "--opponent", "beta"}) == 2);
  CHECK(count({"--player", "alpha", "--result", "win"}) == 1);
  CHECK(count({"--player", "beta", "--result", "win"}) == 1);
  CHECK(count({"--result", "win"}) == 0);
  CHECK(count({"--result", "lose_gammon"}) == 1);
  CHECK(count({"--ending", "finished"}) == 0);
  CHECK(count({"--ending", "adjudicated", "--limit", "1"}) == 1);
  CHECK(count({"--fault", "crash"}) == 0);
  CHECK(count({"--id", "2"}) == 1);
  CHECK(count({"--played"}) == 0);

  const auto refused = [&](const std::string& option, const std::string& value) {
    return run_alea({"games", db, option, value, "--json"}).error_field();
  };
  CHECK(refused("--player", "gamma") == "player");
  CHECK(refused("--game", "dvonn") == "game");
  CHECK(refused("--result", "won") == "result");
  CHECK(refused("--tournament", "none") == "tournament");
  const auto table = run_alea({"games", db});
  CHECK(table.out.find("lose_gammon") != std::string::npos);
  CHECK(run_alea({"games", folder.path("nothing"), "--json"}).error_field() == "db");
}

TEST_CASE("text has a turn a line: CodeCup's lines for dvonn", "[tools]") {
  const Folder folder;
  const std::string db = folder.path("db");
  REQUIRE(run_alea({"games", db, "--import", folder.write("d.tsv", "id\t-\t-\td3 e3 resign\n"), "--game", "dvonn"})
              .status == 0);
  const auto text = run_alea({"games", db, "--export", "text"});
  CHECK(text.out ==
        "# dvonn 1: White White, Black Black\n# lose, 0 to 1, adjudicated\n"
        "# start ........./........../.........../........../......... w p\nd3\ne3\n\n");
  REQUIRE(run_alea({"games", db, "--import", folder.write("x.mat", match_text)}).status == 0);
  CHECK(run_alea({"games", db, "--game", "backgammon", "--limit", "1", "--export", "text"})
            .out.find("\n2-1: 24/23 13/11\n5-2: 24/22 13/8\n") != std::string::npos);
}

TEST_CASE("a .mat that is cut off, has a cube, or is no .mat is refused with its line", "[tools]") {
  CHECK(refusal("") == "x.mat, line 1: expected a line \" 0 point match\", found the end of the text");
  CHECK(refusal("hello\n") == "x.mat, line 1: expected \" 0 point match\", found \"hello\"");
  CHECK(refusal(" 0 point match\n") == "x.mat, line 2: expected \" Game 1\", found the end of the text");
  CHECK(refusal(match_text.substr(0, 200)).find("the text ends within game 1") != std::string::npos);
  CHECK(refusal(replaced(match_text, "53: 8/3 6/3 ", " Doubles => 2"))
            .find("x.mat, line 9: expected a game without the doubling cube: games are cubeless here") == 0);
  CHECK(refusal(replaced(match_text, "Wins 2", "Wins 4")).find("2 or 3 points: games are cubeless here") !=
        std::string::npos);
  CHECK(refusal(replaced(match_text, "53: 8/3", "73: 8/3")).find("x.mat, line 9: expected dice") == 0);
  CHECK(refusal(replaced(match_text, " alpha : 0", " alpha")).find("x.mat, line 6: expected the players") == 0);
  CHECK(refusal(replaced(match_text, "  3) 53", "    53")).find("x.mat, line 9: expected a numbered line") == 0);
  CHECK(refusal(replaced(match_text, "13/11 24/23", std::string(5000, 'x'))).find("expected at most 4096 bytes") !=
        std::string::npos);
  CHECK(refusal(std::string(100'000, '\0')).find("expected at most 4096 bytes") != std::string::npos);
}

TEST_CASE("a play against the rules is refused with file, turn and line", "[tools]") {
  CHECK(refusal(replaced(match_text, "8/3 6/3", "8/3 6/2")).find("x.mat#1, turn 4 (8/3 6/2): line 9: ") == 0);
  CHECK(refusal(replaced(match_text, "8/3 6/3", "")).find("x.mat#1, turn 4 (pass): line 9: ") == 0);
  CHECK(refusal(replaced(match_text, "  2) 52: 13/8 24/22 ", "  2)                "))
            .find("x.mat#1, turn 2 (8/5 11/5): line 8: expected a turn of b") == 0);

  const Folder folder;
  const auto tsv = [&](const std::string& text) {
    const auto refused =
        run_alea({"games", folder.path("db"), "--import", folder.write("d.tsv", text), "--game", "dvonn", "--json"});
    CHECK(refused.status == 2);
    return refused.json().at("error").at("message").get<std::string>();
  };
  CHECK(tsv("# comment\none\t-\t-\td3 d3\n").find("d.tsv, line 2, game one, turn 2 (d3): D3 is occupied") == 0);
  CHECK(tsv("one\t-\t-\td3\n").find("d.tsv, line 1, game one, turn 2 (): the record ends before the game is over") ==
        0);
  CHECK(tsv("one\n").find("d.tsv, line 1: expected the tab-separated columns id, score, tags, plays") == 0);
}

TEST_CASE("a stored game that breaks the rules is found", "[tools]") {
  const Folder folder;
  const std::string db = folder.path("db");
  REQUIRE(run_alea({"games", db, "--import", folder.write("x.mat", match_text)}).status == 0);
  alea::Store::open(db).database().execute(
      "UPDATE games SET turns = replace(turns, '24/22 13/8', '24/20 13/8') WHERE id = 1");
  const auto checked = run_alea({"games", db, "--check"});
  CHECK(checked.status == 2);
  CHECK(checked.out == "2 games replayed, 1 bad\n");
  CHECK(checked.err.find("game 1: turn 2 (24/20 13/8): ") != std::string::npos);
}
