// Hypergammon: where it differs from backgammon, and where it must not.
#include "engine/backgammon/hypergammon.hpp"

#include <string>

#include "engine/perft.hpp"
#include "tests/catch.hpp"

namespace {

using namespace alea;
using backgammon::Checkers;
using backgammon::Position;

Checkers side(std::initializer_list<int> points) {
  Checkers checkers;
  for (const int point : points) checkers.add(1U << (point - 1));
  return checkers;
}

float points_of(const Position& position) {
  const auto result = Hypergammon::result(position);
  REQUIRE(result);
  return Utility<Hypergammon>()(*result);
}

TEST_CASE("Hypergammon begins with three checkers on the last three points of either side") {
  const Position start = Hypergammon::start();
  CHECK(start.own == side({24, 23, 22}));
  CHECK(start == start.flipped());
  CHECK(start.pips() == 69);
  CHECK(Hypergammon::format_position(start) == "AACgAgAAKgAAAA");
  CHECK(Hypergammon::parse_position("AACgAgAAKgAAAA").position == start);
}

TEST_CASE("Who has none of three checkers off loses a gammon in hypergammon") {
  CHECK(points_of({{}, side({1, 2})}) == 1);
  CHECK(points_of({{}, side({1, 2, 18})}) == 2);
  CHECK(points_of({{}, side({1, 2, 19})}) == 3);
  CHECK(points_of({{}, side({1, 2, 25})}) == 3);
  CHECK(points_of({{}, side({25})}) == 1);
  CHECK(points_of({side({7, 7, 7}), {}}) == -2);
  CHECK(points_of({side({24, 1, 1}), {}}) == -3);
  CHECK(points_of({side({24, 24}), {}}) == -1);
  CHECK_FALSE(Hypergammon::result(Hypergammon::start()));
}

TEST_CASE("Hypergammon's plays are backgammon's, found by the same texts") {
  Random random(1, Purpose::test);
  PlayList<Hypergammon> plays;
  PlayList<Backgammon> same;
  int turns = 0;
  std::string wrong;
  for (int game = 0; game < 200; ++game) {
    for (Position position = Hypergammon::start(); !Hypergammon::finished(position); ++turns) {
      const Dice roll = draw(Hypergammon::rolls(position), random);
      Hypergammon::plays(position, roll, plays);
      Backgammon::plays(position, roll, same);
      const auto index = random.below(static_cast<std::uint32_t>(plays.size()));
      const std::string text = Hypergammon::format_play(position, roll, plays.play(index));
      const bool equal = std::ranges::equal(plays.positions(), same.positions()) &&
                         std::ranges::equal(plays.plays(), same.plays()) &&
                         Hypergammon::find_play(position, roll, plays, text) == index;
      if (!equal) wrong += Hypergammon::format_position(position) + ' ' + format_dice(roll) + '\n';
      position = plays.position(index);
    }
  }
  CHECK(wrong.substr(0, 1000) == "");
  CHECK(turns > 2000);
}

TEST_CASE("A hypergammon position with more than three checkers of a side is refused") {
  try {
    Hypergammon::parse_position("4HPwATDgc/ABMA");
    FAIL("backgammon's start was read");
  } catch (const InputError& error) {
    CHECK(error.field() == "position");
    CHECK(std::string(error.what()).find("at most 3 checkers a side, found 15") != std::string::npos);
  }
}

TEST_CASE("The board of hypergammon says how many of three checkers are off") {
  CHECK(Hypergammon::board({side({5, 4}), side({3})}, Side::first).find("X  pips 9  off 1") != std::string::npos);
  CHECK(Hypergammon::board(Hypergammon::start(), Side::first).find("off") == std::string::npos);
}

}  // namespace
