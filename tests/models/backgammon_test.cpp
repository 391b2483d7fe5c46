// The backgammon model against the reference vectors.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/perft.hpp"
#include "tests/catch.hpp"
#include "tests/models/backgammon_model.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/check_equal.hpp"
#include "tests/vectors.hpp"

using namespace alea;
using namespace alea::models;

namespace {

BackgammonModel::Position at(const std::string& id) { return BackgammonModel::parse_position(id).position; }

std::vector<std::string> results(const std::string& id, const std::string& dice) {
  return results_as_text<BackgammonModel>(at(id), BackgammonModel::parse_roll(dice), Side::first);
}

/// Rows `.. posid dice n results ..`, the posid in column `first`. In these files n = 0 is the pass.
void check_plays(const std::string& name, std::size_t first, std::size_t rows_expected) {
  const auto file = tests::vector_file(name);
  if (file.empty()) {
    WARN("skipped: " << name << " is nowhere");
    return;
  }
  const auto rows = tests::read_rows(file);
  std::string wrong;
  for (const auto& row : rows) {
    std::vector<std::string> expected(row.begin() + static_cast<std::ptrdiff_t>(first) + 3, row.end());
    if (expected.empty()) expected = {BackgammonModel::format_position(at(row[first]).flipped())};
    std::sort(expected.begin(), expected.end());
    if (results(row[first], row[first + 1]) != expected) wrong += row[first] + " " + row[first + 1] + "\n";
  }
  CHECK(rows.size() == rows_expected);
  CHECK(wrong == "");
}

}  // namespace

TEST_CASE("The backgammon model lists the plays of every reference position") {
  check_plays("backgammon/plays.tsv", 0, 899);
}

TEST_CASE("The backgammon model lists the plays of positions that other programs got wrong") {
  check_plays("backgammon/cases.tsv", 1, 12);
}

TEST_CASE("The backgammon model counts the reference trees") {
  const auto file = tests::vector_file("backgammon/perft.tsv");
  if (file.empty()) {
    WARN("skipped: backgammon/perft.tsv is nowhere");
    return;
  }
  int counted = 0;
  std::string wrong;
  for (const auto& row : tests::read_rows(file)) {
    if (std::stoull(row[3]) > 210000) continue;
    const auto first = row[2] == "all" ? std::nullopt : std::optional(BackgammonModel::parse_roll(row[2]));
    if (perft<BackgammonModel>(at(row[0]), std::stoi(row[1]), first) != std::stoull(row[3]))
      wrong += row[0] + " " + row[1] + "\n";
    ++counted;
  }
  CHECK(counted == 84);
  CHECK(wrong == "");
}

TEST_CASE("Brute force finds the exact equities of small two-sided bearoffs") {
  const auto file = tests::vector_file("backgammon/bearoff.tsv");
  if (file.empty()) {
    WARN("skipped: backgammon/bearoff.tsv is nowhere");
    return;
  }
  BruteForce<BackgammonModel> exact;
  int compared = 0;
  double worst = 0;
  for (const auto& row : tests::read_rows(file)) {
    if (row[0] != "two") continue;
    const auto position = at(row[1]);
    if (30 - position.own[0] - position.their[0] > 5) continue;
    worst = std::max(worst, std::abs(static_cast<double>(exact.utility(position)) - std::stod(row[2])));
    ++compared;
  }
  CHECK(compared >= 5);
  CHECK(worst < 2e-6);
}

TEST_CASE("The backgammon model knows single games, gammons and backgammons from either side") {
  auto value = [](std::size_t off, std::size_t straggler) {
    BackgammonModel::Position p{};
    p.their[0] = 15;
    p.own[0] = static_cast<std::uint8_t>(off);
    p.own[straggler] = 1;
    p.own[6] = static_cast<std::uint8_t>(14 - off);
    REQUIRE(BackgammonModel::result(p.flipped()) == flip(*BackgammonModel::result(p)));
    return Utility<BackgammonModel>{}(*BackgammonModel::result(p));
  };
  CHECK(value(1, 25) == -1);
  CHECK(value(0, 18) == -2);
  CHECK(value(0, 19) == -3);
  CHECK(value(0, 24) == -3);
  CHECK(value(0, 25) == -3);
}

TEST_CASE("The backgammon model reads plays in any order and refuses illegal ones") {
  const auto start = BackgammonModel::start();
  CHECK(BackgammonModel::format_position(start) == "4HPwATDgc/ABMA");
  PlayList<BackgammonModel> list;
  BackgammonModel::plays(start, {3, 1}, list);
  const auto find = [&](const std::string& play) { return BackgammonModel::find_play(start, {3, 1}, list, play); };
  CHECK(find("8/5 6/5") == find("6/5 8/5"));
  CHECK(find("24/21 21/20") == find("21/20* 24/21"));
  for (const char* play : {"", "pass", "8/5", "8/5 8/5", "6/5 6/5", "8/7 7/5", "13/10 13/12", "7/4 6/5", "8/5 6/x",
                           "8/5 6/5 6/5 6/5 6/5"}) {
    INFO(play);
    CHECK_THROWS_AS(find(play), InputError);
  }
}

TEST_CASE("The backgammon model reads opening plays as they are written") {
  const auto file = tests::vector_file("backgammon/openings.tsv");
  if (file.empty()) {
    WARN("skipped: backgammon/openings.tsv is nowhere");
    return;
  }
  std::string wrong;
  PlayList<BackgammonModel> list;
  for (const auto& row : tests::read_rows(file)) {
    const auto roll = BackgammonModel::parse_roll(row[0]);
    BackgammonModel::plays(BackgammonModel::start(), roll, list);
    const auto& after = list.position(BackgammonModel::find_play(BackgammonModel::start(), roll, list, row[1]));
    if (BackgammonModel::format_position(after) != row[2]) wrong += row[0] + " " + row[1] + "\n";
  }
  CHECK(wrong == "");
}

TEST_CASE("The backgammon model refuses texts that are no Position ID") {
  for (const char* text : {"", "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "4HPwATDgc/ABM!", "//////////////", "4HPwATDgc/ABMB",
                           "AAAAAAAAAAAAAA"}) {
    INFO(text);
    CHECK_THROWS_AS(BackgammonModel::parse_position(text), InputError);
  }
}
