// What the statistics promise, against many simulated matches and tournaments. Hidden, because they take minutes:
// test_selfplay_tournament "[simulation]". The tables are in experiments/2026-11-30-match-statistics.
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <string>

#include "engine/random.hpp"
#include "selfplay/sprt.hpp"
#include "selfplay/tournament/ratings.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

/// A game's score to A, whose expectation is `mean`.
using PlayGame = double (*)(double mean, Random& random);

/// 1 or 0.
double win_or_loss(double mean, Random& random) { return random.uniform() < mean ? 1 : 0; }

/// 30% draws between equals; as many fewer as the mean is away from a half.
double win_draw_loss(double mean, Random& random) {
  const double draw = 0.3 * (1 - std::abs(2 * mean - 1)), x = random.uniform();
  return x < mean - draw / 2 ? 1 : x < mean + draw / 2 ? 0.5 : 0;
}

/// Backgammon between good players: 27% gammons, 1.2% backgammons.
double backgammon(double mean, Random& random) {
  constexpr double gammon = 0.27, backgammon = 0.012;
  const double win = (1 + mean / (1 + gammon + backgammon)) / 2, x = random.uniform();
  const double points = x < backgammon ? 3 : x < gammon ? 2 : 1;
  return random.uniform() < win ? points : -points;
}

struct SprtKind {
  const char* name;
  ScoreUnit unit;
  PlayGame play;
  double low, high;
};

double mean_of(const SprtKind& kind, double truth) { return kind.unit == ScoreUnit::elo ? score_of_elo(truth) : truth; }

struct SprtRates {
  double wrong;
  double mean_pairs;
};

SprtRates simulate(const SprtKind& kind, double truth, SprtDecision wrong, int tests) {
  int errors = 0;
  double pairs = 0;
  for (int i = 0; i < tests; ++i) {
    Random random(11, Purpose::test, 0, static_cast<std::uint64_t>(i));
    Sprt test({.low = kind.low, .high = kind.high}, kind.unit);
    const double mean = mean_of(kind, truth);
    while (test.decision() == SprtDecision::undecided) {
      const double first = kind.play(mean, random), second = kind.play(mean, random);
      test.add((first + second) / 2);
    }
    errors += test.decision() == wrong;
    pairs += static_cast<double>(test.size());
  }
  return {static_cast<double>(errors) / tests, pairs / tests};
}

TEST_CASE("the SPRT errs no more often than 5.5% where 5% was asked for", "[.][simulation]") {
  constexpr int tests = 4000;
  std::cout
      << "| games | H0, H1 | H1 accepted under H0 | H0 accepted under H1 | pairs |\n| --- | --- | --- | --- | --- |\n";
  for (const SprtKind& kind : {SprtKind{"win or loss", ScoreUnit::elo, win_or_loss, 0, 20},
                               SprtKind{"win or loss", ScoreUnit::elo, win_or_loss, 0, 60},
                               SprtKind{"30% draws", ScoreUnit::elo, win_draw_loss, 0, 20},
                               SprtKind{"30% draws", ScoreUnit::elo, win_draw_loss, -30, 30},
                               SprtKind{"backgammon", ScoreUnit::points, backgammon, 0, 0.1},
                               SprtKind{"backgammon", ScoreUnit::points, backgammon, 0, 0.3},
                               SprtKind{"backgammon", ScoreUnit::points, backgammon, -0.05, 0.05}}) {
    const SprtRates low = simulate(kind, kind.low, SprtDecision::high, tests);
    const SprtRates high = simulate(kind, kind.high, SprtDecision::low, tests);
    std::cout << std::fixed << std::setprecision(2) << "| " << kind.name << " | " << kind.low << ", " << kind.high
              << (kind.unit == ScoreUnit::elo ? " elo" : " points") << " | " << 100 * low.wrong << "% | "
              << 100 * high.wrong << "% | " << std::setprecision(0) << (low.mean_pairs + high.mean_pairs) / 2 << " |"
              << std::endl;
    CHECK(low.wrong <= 0.055);
    CHECK(high.wrong <= 0.055);
  }
}

struct TournamentKind {
  const char* name;
  ScoreUnit unit;
  std::vector<double> truth;  ///< of the players, the first anchored
  int pairs;                  ///< of each pairing
  /// A pair's two scores of the player whose rating is higher by `difference`.
  std::function<std::array<double, 2>(double difference, Random& random)> play;
  bool independent;  ///< the games of a pair
};

struct Coverage {
  double fisher, bootstrap;
};

Coverage simulate(const TournamentKind& kind, int tournaments) {
  int fisher = 0, bootstrap = 0, intervals = 0;
  const auto players = static_cast<std::int32_t>(kind.truth.size());
  for (int i = 0; i < tournaments; ++i) {
    Random random(12, Purpose::test, 0, static_cast<std::uint64_t>(i));
    std::vector<RatedUnit> units;
    for (std::int32_t a = 0; a < players; ++a) {
      for (std::int32_t b = a + 1; b < players; ++b) {
        const double difference = kind.truth[static_cast<std::size_t>(a)] - kind.truth[static_cast<std::size_t>(b)];
        for (int pair = 0; pair < kind.pairs; ++pair) {
          const auto [first, second] = kind.play(difference, random);
          units.push_back({a, b, {static_cast<float>(first), static_cast<float>(second)}, 2});
        }
      }
    }
    const Ratings ratings = rate(kind.truth.size(), units,
                                 {.unit = kind.unit,
                                  .anchor = Anchor{0, kind.truth[0]},
                                  .bootstrap = 400,
                                  .seed = static_cast<std::uint64_t>(i)});
    for (std::size_t player = 1; player < kind.truth.size(); ++player) {
      const Rating& rating = ratings.players[player];
      const double truth = kind.truth[player];
      fisher += rating.fisher.low <= truth && truth <= rating.fisher.high;
      bootstrap += rating.bootstrap.low <= truth && truth <= rating.bootstrap.high;
      ++intervals;
    }
  }
  return {static_cast<double>(fisher) / intervals, static_cast<double>(bootstrap) / intervals};
}

std::array<double, 2> win_or_loss_pair(double elo, Random& random) {
  const double mean = score_of_elo(elo);
  return {win_or_loss(mean, random), win_or_loss(mean, random)};
}

/// Davidson's model with as many draws as make 40% of the games of equals.
std::array<double, 2> davidson_pair(double elo, Random& random) {
  const double half = std::exp(elo * std::log(10.0) / 800), nu = 4.0 / 3, sum = half + 1 / half + nu;
  const auto game = [&] {
    const double x = random.uniform() * sum;
    return x < half ? 1 : x < half + nu ? 0.5 : 0;
  };
  const double first = game();
  return {first, game()};
}

std::array<double, 2> backgammon_pair(double points, Random& random) {
  const double first = backgammon(points, random);
  return {first, backgammon(points, random)};
}

/// The same dice decide half of the pairs: then each player wins one of the two.
std::array<double, 2> shared_luck_pair(double elo, Random& random) {
  if (random.uniform() < 0.5) return {1, 0};
  const double mean = 2 * score_of_elo(elo) - 0.5;
  return {win_or_loss(mean, random), win_or_loss(mean, random)};
}

TEST_CASE("95% intervals of ratings cover the truth in 93.5% to 96.5% of 2,000 tournaments", "[.][simulation]") {
  constexpr int tournaments = 2000;
  std::cout << "| games | players | pairs each | Fisher | bootstrap |\n| --- | --- | --- | --- | --- |\n";
  for (const TournamentKind& kind :
       {TournamentKind{"win or loss", ScoreUnit::elo, {0, 50, -100, 150}, 50, win_or_loss_pair, true},
        TournamentKind{"win or loss", ScoreUnit::elo, {0, 50, -100, 150, 300, -20}, 20, win_or_loss_pair, true},
        TournamentKind{"40% draws", ScoreUnit::elo, {0, 50, -100, 150}, 50, davidson_pair, true},
        TournamentKind{"backgammon", ScoreUnit::points, {0, 0.1, -0.2, 0.4}, 50, backgammon_pair, true},
        TournamentKind{
            "half of the pairs decided by dice", ScoreUnit::elo, {0, 50, -50}, 80, shared_luck_pair, false}}) {
    const Coverage coverage = simulate(kind, tournaments);
    std::cout << std::fixed << std::setprecision(1) << "| " << kind.name << " | " << kind.truth.size() << " | "
              << kind.pairs << " | " << 100 * coverage.fisher << "% | " << 100 * coverage.bootstrap << "% |"
              << std::endl;
    CHECK(coverage.bootstrap >= 0.935);
    CHECK(coverage.bootstrap <= 0.965);
    if (!kind.independent) continue;
    CHECK(coverage.fisher >= 0.935);
    CHECK(coverage.fisher <= 0.965);
  }
}

}  // namespace
}  // namespace alea
