// What the contract says of every game, shown on backgammon: values, views, and counting.
#include "engine/backgammon/backgammon.hpp"
#include "engine/perft.hpp"
#include "tests/catch.hpp"

namespace {

using namespace alea;

TEST_CASE("A value told by the opponent is told back by the opponent's opponent, and utilities are opposite") {
  const RollerValue<Backgammon> value{{0.4f, 0.1f, 0.02f, 0.3f, 0.15f, 0.03f}};
  const auto flipped = flip(value);
  CHECK(flipped.of == std::array<float, 6>{0.3f, 0.15f, 0.03f, 0.4f, 0.1f, 0.02f});
  CHECK(flip(flipped) == value);
  const Utility<Backgammon> utility;
  CHECK(utility(value) == Approx(0.4 + 0.2 + 0.06 - 0.3 - 0.3 - 0.09));
  CHECK(utility(flipped) == Approx(-utility(value)));
  CHECK(seen_by_mover<Backgammon>(Backgammon::start(), value).of == flipped.of);
  CHECK(next_side<Backgammon>(Backgammon::start(), Side::first) == Side::second);
}

TEST_CASE("Values add up by weight") {
  RollerValue<Backgammon> sum;
  sum.add(0.25f, {{1, 0, 0, 0, 0, 0}});
  sum.add(0.75f, {{0, 0, 0, 0, 1, 0}});
  CHECK(sum.of == std::array<float, 6>{0.25f, 0, 0, 0, 0.75f, 0});
}

TEST_CASE("A play list grows beyond its capacity and is used again") {
  PlayList<Backgammon> list(2);
  Backgammon::plays(Backgammon::start(), {1, 1}, list);
  CHECK(list.size() == 42);
  Backgammon::plays(Backgammon::start(), {2, 1}, list);
  CHECK(list.size() == 15);
  CHECK(list.positions().size() == list.plays().size());
  list.clear();
  CHECK(list.empty());
}

TEST_CASE("Perft counts turns: all rolls, or one first roll; a finished game has none") {
  const auto start = Backgammon::start();
  CHECK(perft<Backgammon>(start, 1) == 447);
  CHECK(perft<Backgammon>(start, 1, Dice{3, 1}) == 16);
  CHECK(perft<Backgammon>(start, 2) == 202782);
  Backgammon::Position finished;
  finished.own.put(1, 2);
  CHECK(perft<Backgammon>(finished, 1) == 0);
  CHECK(perft<Backgammon>(finished.flipped(), 1) == 0);
}

}  // namespace
