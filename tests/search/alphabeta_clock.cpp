// A game's time shared out among its plays.
#include "search/alphabeta_clock.hpp"

#include "engine/dvonn/dvonn.hpp"
#include "tests/catch.hpp"
#include "tests/search/dvonn_positions.hpp"

namespace alea {
namespace {

/// Plays at random and uses, for every second play, `part` of what it may take. What is left of the time at the end.
double left_after_a_game(std::uint64_t seed, double total, bool at_most) {
  Random random(seed, Purpose::test);
  PlayList<Dvonn> plays;
  double left = total;
  Dvonn::Position position = Dvonn::start();
  for (int turn = 0; !Dvonn::finished(position); ++turn) {
    if (turn % 2 == 0) {
      const TurnTime time = turn_time(position, left, total);
      left -= at_most ? time.at_most : time.planned;
    }
    Dvonn::plays(position, {}, plays);
    position = plays.position(random.below(static_cast<std::uint32_t>(plays.size())));
  }
  return left;
}

TEST_CASE("A game's time is used, and never up, however much each play takes of what it may") {
  for (const double total : {0.1, 1., 60.}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      REQUIRE(left_after_a_game(seed, total, true) > 0.029 * total);
      REQUIRE(left_after_a_game(seed, total, false) > 0.029 * total);
      REQUIRE(left_after_a_game(seed, total, false) < 0.2 * total);
    }
  }
}

TEST_CASE("Plays get no time when none is left, and less for a placement than for a move") {
  const Dvonn::Position placement = Dvonn::start();
  Random dice(1, Purpose::test);
  const Dvonn::Position movement = Dvonn::random_start(dice);
  for (const auto& position : {placement, movement}) {
    REQUIRE(turn_time(position, 0, 10).at_most == 0);
    REQUIRE(turn_time(position, 0.1, 10).at_most == 0);
    REQUIRE(turn_time(position, 5, 10).planned > 0);
    REQUIRE(turn_time(position, 5, 10).planned <= turn_time(position, 5, 10).at_most);
  }
  REQUIRE(turn_time(placement, 5, 10).at_most < turn_time(movement, 5, 10).planned);
}

TEST_CASE("A search that keeps its play ends early, one that changes it or sees its value fall goes on") {
  const TurnTime time{1, 2};
  Conviction settled, changing, falling;
  for (const std::uint16_t i : {0, 1, 2, 3, 4, 5}) {
    settled.add(7, 1000);
    changing.add(i, 1000);
    falling.add(7, -100'000 * i);
  }
  REQUIRE(settled.goes_on(0.3, time));
  REQUIRE_FALSE(settled.goes_on(0.5, time));
  REQUIRE(settled.wanted(time) == 1);
  for (const Conviction& doubt : {changing, falling}) {
    REQUIRE(doubt.goes_on(1, time));
    REQUIRE(doubt.wanted(time) == 2);
  }
}

}  // namespace
}  // namespace alea
