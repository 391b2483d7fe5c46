#include "selfplay/sprt.hpp"

#include <cmath>
#include <vector>

#include "engine/error.hpp"
#include "engine/random.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

constexpr std::array<double, 5> fifths{0, 0.25, 0.5, 0.75, 1};
constexpr std::array<double, 3> thirds{0, 0.5, 1};

double pentanomial(const std::array<std::int64_t, 5>& counts, double elo_low, double elo_high) {
  return multinomial_log_likelihood_ratio(fifths, counts, score_of_elo(elo_low), score_of_elo(elo_high));
}

double trinomial(const std::array<std::int64_t, 3>& counts, double elo_low, double elo_high) {
  return multinomial_log_likelihood_ratio(thirds, counts, score_of_elo(elo_low), score_of_elo(elo_high));
}

SampleMean sample_of(const std::vector<double>& numbers) {
  SampleMean sample;
  for (const double x : numbers) sample.add(x);
  return sample;
}

/// The units that a test needs whose every unit has this score.
std::int64_t units_until_decision(Sprt& test, double score) {
  for (int i = 0; i < 100'000 && test.decision() == SprtDecision::undecided; ++i) test.add(score);
  return test.size();
}

TEST_CASE("log-likelihood ratios of published pentanomial and trinomial counts") {
  // The counts and ratios, to two digits, that fastchess's tests of its logistic model state (Fishtest's runs).
  CHECK(pentanomial({223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5) == Approx(-3.07).margin(0.01));
  CHECK(pentanomial({871, 26175, 55003 + 980, 26678, 821}, 0, 2) == Approx(-4.98).margin(0.01));
  CHECK(trinomial({21184, 40708, 21404}, 0.5, 2.5) == Approx(-1.57).margin(0.01));
  CHECK(trinomial({57030, 106593, 57433}, 0, 2) == Approx(-2.59).margin(0.01));
}

TEST_CASE("results of two kinds have the plain binomial likelihood ratio") {
  const std::array<double, 2> halves{0, 1};
  const std::array<std::int64_t, 2> counts{40, 60};
  const double expected = 60 * std::log(0.6 / 0.5) + 40 * std::log(0.4 / 0.5);
  CHECK(multinomial_log_likelihood_ratio(halves, counts, 0.5, 0.6) == Approx(expected));
}

TEST_CASE("the normal ratio is that of the likeliest variances") {
  const SampleMean sample = sample_of({1, -1, 2, 1, 0.5, -2, 1.5, 0});
  // Maximised over a grid of variances, for seven squared deviations and one of 1 more.
  const auto best = [&](double mean) {
    double most = -1e9;
    const double n = static_cast<double>(sample.size());
    const double squares = sample.variance() * (n - 1) + 1 + n * (sample.mean() - mean) * (sample.mean() - mean);
    for (double v = 0.5; v < 5; v += 1e-4) most = std::max(most, -n / 2 * std::log(v) - squares / (2 * v));
    return most;
  };
  CHECK(normal_log_likelihood_ratio(sample, 0, 0.5) == Approx(best(0.5) - best(0)).margin(1e-6));
}

TEST_CASE("swapping sides and hypotheses negates the ratio") {
  CHECK(pentanomial({5, 40, 90, 70, 12}, 0, 10) == Approx(-pentanomial({12, 70, 90, 40, 5}, -10, 0)));
  const std::vector<double> won{1, 2, -1, 0.5}, lost{-1, -2, 1, -0.5};
  CHECK(normal_log_likelihood_ratio(sample_of(won), 0, 0.1) ==
        Approx(-normal_log_likelihood_ratio(sample_of(lost), -0.1, 0)));
}

TEST_CASE("a test ends where one side wins everything, and the sooner the further apart the hypotheses are") {
  for (const ScoreUnit unit : {ScoreUnit::points, ScoreUnit::elo}) {
    const double win = 1, loss = unit == ScoreUnit::points ? -1 : 0;
    std::int64_t units = 1'000'000;
    for (const double high : unit == ScoreUnit::points ? std::vector{0.02, 0.1, 1.0} : std::vector{5.0, 30.0, 400.0}) {
      CAPTURE(high);
      Sprt winning({.low = 0, .high = high}, unit), losing({.low = 0, .high = high}, unit);
      CHECK(units_until_decision(winning, win) < units);
      CHECK(winning.decision() == SprtDecision::high);
      units = winning.size();
      units_until_decision(losing, loss);
      CHECK(losing.decision() == SprtDecision::low);
    }
  }
}

TEST_CASE("a test without any difference between the results ends too") {
  Sprt points({.low = 0, .high = 0.5}, ScoreUnit::points), elo({.low = 0, .high = 20}, ScoreUnit::elo);
  units_until_decision(points, 0);
  units_until_decision(elo, 0.5);
  CHECK(points.decision() == SprtDecision::low);
  CHECK(elo.decision() == SprtDecision::low);
}

TEST_CASE("after its decision a test takes no notice") {
  Sprt test({.low = 0, .high = 100}, ScoreUnit::elo);
  const std::int64_t units = units_until_decision(test, 1);
  const double ratio = test.log_likelihood_ratio();
  CHECK(ratio >= test.upper());
  for (int i = 0; i < 1000; ++i) test.add(0);
  CHECK(test.size() == units);
  CHECK(test.log_likelihood_ratio() == ratio);
  CHECK(test.decision() == SprtDecision::high);
}

TEST_CASE("the bounds are Wald's") {
  const Sprt test({.low = 0, .high = 5, .alpha = 0.05, .beta = 0.1}, ScoreUnit::elo);
  CHECK(test.lower() == Approx(std::log(0.1 / 0.95)));
  CHECK(test.upper() == Approx(std::log(0.9 / 0.05)));
}

TEST_CASE("impossible hypotheses and error rates are refused by name") {
  const auto field = [](const SprtOptions& options, ScoreUnit unit) -> std::string {
    try {
      Sprt{options, unit};
    } catch (const InputError& error) {
      return error.field();
    }
    return "";
  };
  CHECK(field({.low = 5, .high = 0}, ScoreUnit::elo) == "sprt");
  CHECK(field({.low = 0, .high = 0}, ScoreUnit::points) == "sprt");
  CHECK(field({.low = 0, .high = 4}, ScoreUnit::points) == "sprt");
  CHECK(field({.low = 0, .high = 1 / 0.0}, ScoreUnit::elo) == "sprt");
  CHECK(field({.low = 0, .high = std::nan("")}, ScoreUnit::elo) == "sprt");
  CHECK(field({.low = 0, .high = 1, .alpha = 0}, ScoreUnit::elo) == "alpha");
  CHECK(field({.low = 0, .high = 1, .beta = 0.5}, ScoreUnit::elo) == "beta");
  CHECK(field({.low = 0, .high = 1}, ScoreUnit::elo).empty());
}

/// The share of tests that accept the wrong hypothesis when pairs score 1, 1/2 or 0 with mean `score`.
double wrong_share(double score, SprtDecision wrong, int tests) {
  int errors = 0;
  for (int i = 0; i < tests; ++i) {
    Random random(1, Purpose::test, 0, static_cast<std::uint64_t>(i));
    Sprt test({.low = 0, .high = 70}, ScoreUnit::elo);
    const auto game = [&] { return random.uniform() < score ? 0.5 : 0.0; };
    while (test.decision() == SprtDecision::undecided) test.add(game() + game());
    errors += test.decision() == wrong;
  }
  return static_cast<double>(errors) / tests;
}

TEST_CASE("at the hypotheses errors are about as frequent as was asked for") {
  // Nominal 5%; the standard error over 1,000 tests is 0.7%. More tests and finer hypotheses are in experiments/.
  CHECK(wrong_share(score_of_elo(0), SprtDecision::high, 1000) < 0.065);
  CHECK(wrong_share(score_of_elo(70), SprtDecision::low, 1000) < 0.065);
}

}  // namespace
}  // namespace alea
