// The generator against lists and counts made by independent programs.
#include <algorithm>
#include <set>

#include "engine/backgammon/backgammon.hpp"
#include "engine/perft.hpp"
#include "tests/catch.hpp"
#include "tests/vectors.hpp"

namespace {

using namespace alea;

std::vector<std::string> results_of(const std::string& id, const std::string& dice) {
  const auto position = Backgammon::parse_position(id).position;
  PlayList<Backgammon> list;
  Backgammon::plays(position, Backgammon::parse_roll(dice), list);
  std::vector<std::string> ids;
  for (const auto& after : list.positions()) ids.push_back(Backgammon::format_position(after));
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// Rows hold .., id, dice, n, n resulting ids, from column `first` on. Without moves (n = 0) the turn passes.
void check_rows(const char* file, std::size_t first, std::size_t rows_expected) {
  std::size_t rows = 0;
  std::vector<std::string> wrong;
  for (const auto& row : tests::read_rows(tests::vector_file(file))) {
    ++rows;
    std::vector<std::string> expected(row.begin() + static_cast<std::ptrdiff_t>(first) + 3, row.end());
    if (row[first + 2] == "0") {
      expected = {Backgammon::format_position(Backgammon::parse_position(row[first]).position.flipped())};
    }
    std::sort(expected.begin(), expected.end());
    if (results_of(row[first], row[first + 1]) != expected) wrong.push_back(row[first] + " " + row[first + 1]);
  }
  CAPTURE(wrong);
  REQUIRE(wrong.empty());
  REQUIRE(rows == rows_expected);
}

TEST_CASE("The results of every roll are those of GNU Backgammon") { check_rows("backgammon/plays.tsv", 0, 899); }

TEST_CASE("Positions from other programs' bug reports have the right results") {
  check_rows("backgammon/cases.tsv", 1, 12);
}

TEST_CASE("Perft counts agree with independent programs") {
  std::size_t rows = 0;
  for (const auto& row : tests::read_rows(tests::vector_file("backgammon/perft.tsv"))) {
    ++rows;
    CAPTURE(row);
    const auto position = Backgammon::parse_position(row[0]).position;
    std::optional<Dice> first;
    if (row[2] != "all") first = Backgammon::parse_roll(row[2]);
    CHECK(perft<Backgammon>(position, std::stoi(row[1]), first) == std::stoull(row[3]));
  }
  REQUIRE(rows == 87);
}

}  // namespace
