// The commands in the other games, against the reference data.
#include <algorithm>
#include <map>

#include "tests/catch.hpp"
#include "tests/tools/program.hpp"
#include "tests/vectors.hpp"

using namespace alea::tests;

namespace {

const std::string dvonn_start = "........./........../.........../........../......... w p";
const std::string diablo_start = "gbgb/bgbg/gbgb/bgbg b";

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

TEST_CASE("perft counts the other games too", "[tools]") {
  CHECK(run_alea({"perft", "dvonn", "--depth", "3", "--json"}).json().at("nodes") == Json{49, 49 * 48, 49 * 48 * 47});
  CHECK(run_alea({"perft", "diablo-4", "--depth", "2", "--json"}).json().at("nodes") == Json{80, 54168});
}

TEST_CASE("A game without a network says so", "[tools]") {
  const auto asked = run_alea({"evaluate", "diablo-4", "--position", diablo_start, "--json"});
  CHECK(asked.status == 2);
  const auto field = asked.error_field();
  CHECK((field == "agent" || field == "weights"));
  CHECK(run_alea({"evaluate", "diablo-4", "--position", diablo_start, "--agent", "nonsense", "--json"}).error_field() ==
        "agent");
}
