// The commands in the other games, against the reference data.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>

#include "tests/catch.hpp"
#include "tests/tools/program.hpp"
#include "tests/vectors.hpp"

using namespace alea::tests;

namespace {

const std::string diablo_start = "gbgb/bgbg/gbgb/bgbg b";
const std::string diablo_12_ending =
    "b.........../............/............/............/............/............/............/"
    "............/............/............/............/...........g b";

/// The rows of a reference file; none, with a warning, where it is not there.
std::vector<Row> reference(const std::string& name) {
  const auto file = vector_file(name);
  if (file.empty()) {
    WARN("skipped: no " + name);
    return {};
  }
  return read_rows(file);
}

std::string joined(const Row& row) {
  std::string line;
  for (const auto& cell : row) line += (line.empty() ? "" : "\t") + cell;
  return line + "\n";
}

}  // namespace

TEST_CASE("plays of dvonn, without dice, agree with the reference positions", "[tools]") {
  const auto rows = reference("dvonn/plays.tsv");
  std::string input;
  for (const Row& row : rows) input += row[0] + "\n";
  const auto answer = run_alea({"plays", "dvonn", "--batch"}, input);
  CHECK(answer.status == 0);
  const auto lines = answer.lines();
  REQUIRE(lines.size() == rows.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> found;
    for (const auto& play : lines[i].at("plays")) {
      found.push_back(play.at("play").get<std::string>() + ":" + play.at("position").get<std::string>());
    }
    std::sort(found.begin(), found.end());
    wrong += found != std::vector<std::string>(rows[i].begin() + 2, rows[i].end()) || lines[i].contains("dice");
  }
  CHECK(wrong == 0);
}

TEST_CASE("dvonn refuses dice", "[tools]") {
  const auto refused = run_alea({"plays", "dvonn", "--position", dvonn_start, "--dice", "3-1", "--json"});
  CHECK(refused.status == 2);
  CHECK(refused.error_field() == "dice");
  CHECK(run_alea({"plays", "dvonn", "--batch"}, dvonn_start + "\t3-1\n").status == 2);
}

TEST_CASE("dvonn: White moves again after the 49th placement", "[tools]") {
  const std::string before = "wbwbwbbbb/wwwwwbwbb./wwwrbbwwbbb/rwwwbbwwbb/rwwbwbbbb w p";
  const auto after = run_alea({"apply", "dvonn", "--position", before, "--play", "j2", "--json"}).json();
  CHECK(after.at("position") == "wbwbwbbbb/wwwwwbwbbw/wwwrbbwwbbb/rwwwbbwwbb/rwwbwbbbb w m");
}

TEST_CASE("diablo's dice have as many faces as half its side", "[tools]") {
  const auto refused = run_alea({"plays", "diablo-4", "--position", diablo_start, "--dice", "3-1", "--json"});
  CHECK(refused.error_field() == "dice");
  const auto listed = run_alea({"plays", "diablo-4", "--position", diablo_start, "--dice", "1-2", "--json"}).json();
  CHECK(listed.at("dice") == "2-1");
  const auto wrong_size = run_alea({"plays", "diablo-6", "--position", diablo_start, "--dice", "2-1", "--json"});
  CHECK(wrong_size.error_field() == "position");
}

TEST_CASE("replay agrees with the results of recorded games", "[tools]") {
  const std::string game = GENERATE("diablo", "dvonn");
  const auto rows = reference(game + "/games.tsv");
  std::string input = "# the games\n";
  for (const Row& row : rows) input += joined(row);
  const auto answer = run_alea({"replay", game, "--batch"}, input);
  CHECK(answer.status == 0);
  const auto lines = answer.lines();
  REQUIRE(lines.size() == rows.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const char* const claim = game == "dvonn" ? "score" : "result";
    const std::string& expected = game == "dvonn" ? rows[i][1] : rows[i][2];
    wrong += lines[i].at("id") != rows[i][0] || lines[i].at(claim) != expected || lines[i].contains("recorded");
  }
  CHECK(wrong == 0);
}

TEST_CASE("replay of one Diablo size refuses the others and goes on", "[tools]") {
  const auto rows = reference("diablo/games.tsv");
  if (rows.empty()) return;
  std::map<std::string, Row> first_of_size;
  for (const Row& row : rows) first_of_size.emplace(row[1], row);
  const auto mixed =
      run_alea({"replay", "diablo-8", "--batch"}, joined(first_of_size.at("6")) + joined(first_of_size.at("8")));
  CHECK(mixed.status == 2);
  REQUIRE(mixed.lines().size() == 2);
  CHECK(mixed.lines()[0].at("error").at("field") == "game");
  CHECK(mixed.lines()[1].at("id") == first_of_size.at("8")[0]);
}

TEST_CASE("replay of dvonn may leave out the forced 49th placement, and ends with a resignation", "[tools]") {
  // Both fill the board row by row: White then passes, all its stacks being surrounded or not as the game has it.
  std::string placements;
  const char* const rows[] = {"ABCDEFGHI", "ABCDEFGHIJ", "ABCDEFGHIJK", "BCDEFGHIJK", "CDEFGHIJK"};
  for (int row = 0; row < 5; ++row) {
    for (const char* column = rows[row]; *column; ++column) {
      placements += std::string(1, static_cast<char>(*column | 0x20)) + static_cast<char>('1' + row) + ' ';
    }
  }
  const std::string without_last = placements.substr(0, placements.size() - 3);
  const auto replayed = [](const std::string& plays) {
    return run_alea({"replay", "dvonn", "--batch"}, "id\t-\t-\t" + plays + "\n").json();
  };
  const auto whole = replayed(placements + "e1e2 resign");
  CHECK(whole.at("turns") == 50);
  CHECK(whole.at("resigned") == "b");
  CHECK(whole.at("result") == "w");
  CHECK(replayed(without_last + "e1e2 resign") == whole);
  CHECK(replayed(without_last + "E1E2 RESIGN") == whole);
  CHECK(replayed(placements + "resign").at("result") == "b");
  CHECK(replayed("resign").at("turns") == 0);

  const auto too_early = replayed(placements.substr(0, placements.size() - 6) + "e1e2");
  CHECK(too_early.at("error").at("turn") == 48);
  CHECK(replayed(placements + "resign e1e2").at("error").at("play") == "resign");
  CHECK(replayed(without_last + "a1").at("error").at("message") ==
        "A1 is occupied: a piece is placed on an empty space");
}

TEST_CASE("replay leaves the forced 49th placement of recorded games out as well", "[tools]") {
  const auto rows = reference("dvonn/games.tsv");
  std::string input;
  for (const Row& row : rows) {
    std::string plays;
    int number = 0;
    for (const auto& play : split(row[3], ' ')) {
      if (++number != 49) plays += (plays.empty() ? "" : " ") + play;
    }
    std::transform(plays.begin(), plays.end(), plays.begin(),
                   [](char c) { return static_cast<char>(std::tolower(c)); });
    input += row[0] + "\t" + row[1] + "\t-\t" + plays + "\n";
  }
  const auto lines = run_alea({"replay", "dvonn", "--batch"}, input).lines();
  REQUIRE(lines.size() == rows.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    wrong += lines[i].value("score", "") != rows[i][1] || lines[i].at("turns") != split(rows[i][3], ' ').size();
  }
  CHECK(wrong == 0);
}

TEST_CASE("replay reads files, Boardspace's SGF by their name or by --format", "[tools]") {
  const alea::TemporaryDirectory folder;
  const std::string game =
      "(;GM[Dvonn];P0[0 Start P0];P0[1 dropb D 3];P0[2 done];P1[3 dropb E 3];P1[4 done]\n;P0[5 resign];P0[6 done])\n";
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder.path() / name) << text;
    return (folder.path() / name).string();
  };
  const Json resigned{{"id", "game"}, {"result", "b"}, {"score", "0-0"}, {"turns", 2}, {"resigned", "w"}};
  const auto good = run_alea({"replay", "dvonn", write("game.sgf", game)});
  CHECK(good.status == 0);
  CHECK(good.json() == resigned);
  CHECK(run_alea({"replay", "dvonn", "--format", "sgf", write("game", game)}).json() == resigned);
  CHECK(run_alea({"replay", "dvonn", write("game.tsv", "game\t-\t-\td3 e3 resign\n")}).json() == resigned);
  CHECK(run_alea({"replay", "dvonn", "--batch", "--format", "sgf"}, game).json().at("id") == "stdin");

  const auto two = run_alea({"replay", "dvonn", write("two.sgf", game + game), write("cut.sgf", game.substr(0, 50)),
                             write("early.sgf", "(;P0[0 dropb D 3]\n;P0[1 done];P0[2 dropb E 3];P0[3 done])"),
                             write("game.sgf", game), (folder.path() / "no.sgf").string()});
  CHECK(two.status == 2);
  const auto lines = two.lines();
  REQUIRE(lines.size() == 6);
  CHECK(lines[1].at("id") == "two#2");
  CHECK(lines[2].at("id") == "cut");
  CHECK(lines[2].at("error").at("field") == "sgf");
  CHECK(lines[2].at("error").at("message") ==
        "line 1, column 51: expected the ] that ends the value of P0, found the end of the text");
  CHECK(lines[3].at("error").at("turn") == 2);
  CHECK(lines[3].at("error").at("message") == "line 2: expected a turn of b, found one of w");
  CHECK(lines[4] == resigned);
  CHECK(lines[5].at("error").at("field") == "file");

  CHECK(run_alea({"replay", "dvonn", write("large.sgf", std::string(2'000'000, ' '))}).error_field() == "sgf");
  CHECK(run_alea({"replay", "backgammon", write("game.sgf", game)}).error_field() == "format");
}

TEST_CASE("perft counts the other games too", "[tools]") {
  CHECK(run_alea({"perft", "dvonn", "--depth", "3", "--json"}).json().at("nodes") == Json{49, 49 * 48, 49 * 48 * 47});
  CHECK(run_alea({"perft", "diablo-4", "--depth", "2", "--json"}).json().at("nodes") == Json{80, 54168});
}

TEST_CASE("A game without a network is judged by hand, and says so of a network that is asked for", "[tools]") {
  const auto evaluate = [](std::vector<std::string> agent) {
    std::vector<std::string> arguments{"evaluate", "diablo-12", "--position", diablo_12_ending, "--json"};
    arguments.insert(arguments.end(), agent.begin(), agent.end());
    return run_alea(arguments);
  };
  CHECK(evaluate({}).status == 0);
  CHECK(evaluate({}).out == evaluate({"--agent", "handwritten"}).out);
  for (const char* const agent : {"nonsense", "net:weights=default"}) {
    const auto refused = evaluate({"--agent", agent});
    CHECK(refused.status == 2);
    CHECK(refused.error_field() == "agent");
  }
}
