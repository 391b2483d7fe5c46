#include "selfplay/tournament/ratings.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "engine/random.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

constexpr double elo_per_strength = 400 / std::numbers::ln10;

/// Single games: a win, draw or loss of player a for each.
void add_games(std::vector<RatedUnit>& units, std::int32_t a, std::int32_t b, int wins, int draws, int losses) {
  for (int i = 0; i < wins; ++i) units.push_back({a, b, {1}});
  for (int i = 0; i < draws; ++i) units.push_back({a, b, {0.5f}});
  for (int i = 0; i < losses; ++i) units.push_back({a, b, {0}});
}

/// The Eastern Division of the American League in 1987: wins of the row's team against the column's, 13 games each.
/// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
constexpr int baseball[7][7] = {{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12},
                                {6, 8, 6, 0, 6, 7, 10}, {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
                                {2, 4, 1, 3, 1, 7, 0}};

std::vector<RatedUnit> baseball_games() {
  std::vector<RatedUnit> units;
  for (int i = 0; i < 7; ++i) {
    for (int j = i + 1; j < 7; ++j) add_games(units, i, j, baseball[i][j], 0, baseball[j][i]);
  }
  return units;
}

TEST_CASE("Bradley-Terry strengths of a published table") {
  // Agresti, Categorical Data Analysis (2nd ed., 2002), table 10.11: relative to Baltimore, standard errors about 0.3.
  const double published[] = {1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0};
  const Ratings ratings = rate(7, baseball_games(), {.anchor = Anchor{6, 0}, .bootstrap = 0});
  for (std::size_t team = 0; team < 7; ++team) {
    CAPTURE(team);
    CHECK(ratings.players[team].value / elo_per_strength == Approx(published[team]).margin(0.005));
    const double error = (ratings.players[team].fisher.high - ratings.players[team].value) / 1.959964;
    CHECK(error / elo_per_strength == Approx(team == 6 ? 0 : 0.3).margin(0.05));
    CHECK(ratings.players[team].games == 78);
    CHECK_FALSE(ratings.players[team].unbounded);
  }
}

TEST_CASE("at the fit every player scores what the model expects") {
  // The likelihood's equations (Bradley and Terry 1952), checked without the code's own derivatives.
  const Ratings ratings = rate(7, baseball_games(), {.bootstrap = 0});
  for (std::size_t i = 0; i < 7; ++i) {
    double expected = 0;
    for (std::size_t j = 0; j < 7; ++j) {
      if (i != j) expected += 13 * score_of_elo(ratings.players[i].value - ratings.players[j].value);
    }
    CHECK(78 * ratings.players[i].score == Approx(expected).epsilon(1e-3));
  }
}

TEST_CASE("two players with draws have Davidson's strengths in closed form") {
  // 40 wins, 30 draws, 10 losses: exp(difference) = 40 / 10.
  std::vector<RatedUnit> units;
  add_games(units, 0, 1, 40, 30, 10);
  const Ratings ratings = rate(2, units, {.anchor = Anchor{1, 1000}, .bootstrap = 0});
  CHECK(ratings.players[0].value == Approx(1000 + elo_per_strength * std::log(4)).epsilon(1e-3));
  CHECK(ratings.players[1].value == Approx(1000));
  // With nu free the two unknowns fit the three shares exactly, and log(w / l) has variance 1 / w + 1 / l.
  const double error = elo_per_strength * std::sqrt(1.0 / 40 + 1.0 / 10);
  CHECK(ratings.players[0].fisher.high - ratings.players[0].value == Approx(1.959964 * error).epsilon(2e-3));
  CHECK(ratings.superiority[0][1] ==
        Approx(0.5 * std::erfc(-std::log(4) * elo_per_strength / error / std::numbers::sqrt2)).margin(1e-4));
  CHECK(ratings.superiority[0][1] + ratings.superiority[1][0] == Approx(1));
}

TEST_CASE("points are fitted by least squares") {
  // Means: 0 beats 1 by 1, 1 beats 2 by 1, 0 beats 2 by 1.4 in four units each: the residual 0.6 is shared out evenly.
  std::vector<RatedUnit> units;
  for (const float noise : {-0.5f, 0.5f, 0.25f, -0.25f}) {
    units.push_back({0, 1, {1 + noise}});
    units.push_back({1, 2, {1 - noise}});
    units.push_back({2, 0, {-1.4f + noise}});
  }
  const Ratings ratings = rate(3, units, {.unit = ScoreUnit::points, .anchor = Anchor{2, 0}, .bootstrap = 0});
  CHECK(ratings.players[0].value == Approx(1.6));
  CHECK(ratings.players[1].value == Approx(0.8));
  CHECK(ratings.players[0].score == Approx(1.2));
  // Pooled variance: 3 * 0.625 over 9 degrees of freedom. Two players of three in a round robin of four games each:
  // variance of a difference 2 / (3 * 4) of it.
  const double error = std::sqrt(3 * 0.625 / 9 * 2 / 12);
  CHECK(ratings.players[0].fisher.high - 1.6 == Approx(1.959964 * error).epsilon(1e-4));
}

TEST_CASE("who never met, even over others, is not compared") {
  std::vector<RatedUnit> units;
  add_games(units, 0, 1, 6, 0, 4);
  add_games(units, 1, 2, 5, 1, 4);
  add_games(units, 3, 4, 7, 0, 3);
  const Ratings ratings = rate(5, units, {.bootstrap = 20});
  CHECK(ratings.groups == 2);
  CHECK(ratings.players[0].group == ratings.players[2].group);
  CHECK(ratings.players[3].group != ratings.players[0].group);
  CHECK(std::isnan(ratings.players[3].value));
  CHECK(std::isnan(ratings.superiority[0][3]));
  CHECK(ratings.superiority[3][4] > 0.5);
  CHECK(ratings.players[0].value + ratings.players[1].value + ratings.players[2].value == Approx(0).margin(1e-9));
  const Ratings anchored = rate(5, units, {.anchor = Anchor{4, 100}, .bootstrap = 0});
  CHECK(std::isnan(anchored.players[0].value));
  CHECK(anchored.players[3].value > 100);
}

TEST_CASE("who lost everything has a finite rating that says it is unbounded") {
  std::vector<RatedUnit> units;
  add_games(units, 0, 1, 10, 0, 8);
  add_games(units, 0, 2, 30, 0, 0);
  add_games(units, 1, 2, 30, 0, 0);
  const Ratings ratings = rate(3, units, {.anchor = Anchor{0, 0}, .bootstrap = 10});
  CHECK_FALSE(ratings.players[1].unbounded);
  CHECK(ratings.players[2].unbounded);
  CHECK(ratings.players[2].value < -800);
  CHECK(std::isfinite(ratings.players[2].value));
  CHECK(ratings.players[2].fisher.low < ratings.players[2].value - 500);
}

TEST_CASE("who won everything is the more surely stronger the more he won, and leaves the others' mean alone") {
  const auto rated = [](int games) {
    std::vector<RatedUnit> units;
    add_games(units, 0, 1, 10, 0, 8);
    add_games(units, 0, 2, games, 0, 0);
    return rate(3, units, {.bootstrap = 20});
  };
  const Ratings few = rated(4), many = rated(400);
  CHECK(few.superiority[0][2] == Approx(std::erfc(-std::sqrt(4 * std::numbers::ln2)) / 2));  // z = sqrt(2 * 4 ln 2)
  CHECK(few.superiority[0][2] + few.superiority[2][0] == Approx(1));
  CHECK(many.superiority[0][2] > 0.999999);
  CHECK(many.superiority[1][2] > 0.999999);
  CHECK(many.players[0].value + many.players[1].value == Approx(0).margin(1e-6));
  CHECK(many.players[0].fisher.high < 200);
  CHECK(std::isnan(many.players[2].bootstrap.low));
}

TEST_CASE("the bootstrap draws pairs: equal luck in both games of a pair widens it, opposite luck narrows it") {
  const auto width = [](double repeated) {
    std::vector<RatedUnit> units;
    Random random(3, Purpose::test);
    for (int pair = 0; pair < 400; ++pair) {
      const float first = random.uniform() < 0.5 ? 1 : 0;
      const float second = random.uniform() < repeated ? first : 1 - first;
      units.push_back({0, 1, {first, second}, 2});
    }
    const Rating rating = rate(2, units, {.anchor = Anchor{1, 0}, .bootstrap = 400}).players[0];
    return (rating.bootstrap.high - rating.bootstrap.low) / (rating.fisher.high - rating.fisher.low);
  };
  CHECK(width(1) == Approx(std::numbers::sqrt2).epsilon(0.15));
  CHECK(width(0.5) == Approx(1).epsilon(0.15));
  CHECK(width(0) == Approx(0).margin(1e-6));
}

TEST_CASE("the same seed gives the same bootstrap, and the order of seats does not matter") {
  std::vector<RatedUnit> units, turned;
  Random random(4, Purpose::test);
  for (int i = 0; i < 200; ++i) {
    const auto a = static_cast<std::int32_t>(random.below(4)),
               b = (a + 1 + static_cast<std::int32_t>(random.below(3))) % 4;
    const float score = 0.5f * static_cast<float>(random.below(3));
    units.push_back({a, b, {score}});
    turned.push_back({b, a, {1 - score}});
  }
  const Ratings one = rate(4, units, {.bootstrap = 50}), two = rate(4, turned, {.bootstrap = 50});
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(one.players[i].value == two.players[i].value);
    CHECK(one.players[i].bootstrap.low == two.players[i].bootstrap.low);
  }
}

TEST_CASE("intervals cover the truth as often as they say") {
  // 200 tournaments here, 2,000 of several kinds in experiments/. At 95% the standard error over 600 intervals is 1.3%
  // (those of one tournament hang together).
  constexpr double truth[] = {0, 60, -80, 150};
  int covered = 0, of = 0;
  for (std::uint64_t tournament = 0; tournament < 200; ++tournament) {
    Random random(5, Purpose::test, 0, tournament);
    std::vector<RatedUnit> units;
    for (std::int32_t a = 0; a < 4; ++a) {
      for (std::int32_t b = a + 1; b < 4; ++b) {
        for (int i = 0; i < 60; ++i) {
          units.push_back({a, b, {random.uniform() < score_of_elo(truth[a] - truth[b]) ? 1.0f : 0.0f}});
        }
      }
    }
    const Ratings ratings = rate(4, units, {.anchor = Anchor{0, 0}, .bootstrap = 0});
    for (std::size_t i = 1; i < 4; ++i) {
      covered += ratings.players[i].fisher.low <= truth[i] && truth[i] <= ratings.players[i].fisher.high;
      ++of;
    }
  }
  CHECK(covered > 0.915 * of);
  CHECK(covered < 0.98 * of);
}

TEST_CASE("an expected score is so much of a win") {
  std::vector<RatedUnit> expected, whole;
  for (int i = 0; i < 50; ++i) expected.push_back({0, 1, {0.72F}});
  add_games(whole, 0, 1, 36, 0, 14);
  const double value = rate(2, expected, {.bootstrap = 0}).players[0].value;
  CHECK(value == Approx(rate(2, whole, {.bootstrap = 0}).players[0].value));
  CHECK(score_of_elo(2 * value) == Approx(0.72).margin(1e-3));  // a weak prior holds strengths together
}

TEST_CASE("one pair of games tells nothing of the spread") {
  const std::vector<RatedUnit> units{{0, 1, {1, -1}, 2}, {1, 2, {2, 1}, 2}};
  const Ratings points = rate(3, units, {.unit = ScoreUnit::points, .bootstrap = 20});
  CHECK(std::isfinite(points.players[0].value));
  CHECK(std::isnan(points.players[0].fisher.low));
  CHECK(std::isnan(points.players[0].bootstrap.low));
}

TEST_CASE("there may be no players and no games") {
  CHECK(rate(0, {}, {}).players.empty());
  const Ratings alone = rate(2, {}, {.bootstrap = 5});
  CHECK(alone.groups == 2);
  CHECK(alone.players[0].games == 0);
}

}  // namespace
}  // namespace alea
