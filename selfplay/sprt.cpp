#include "selfplay/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "engine/error.hpp"

namespace alea {

namespace {

constexpr std::array<double, 5> pair_scores{0, 0.25, 0.5, 0.75, 1};

void check_probability(const char* name, double p) {
  if (p > 0 && p < 0.5) return;
  throw InputError(name, fmt::format("expected a probability between 0 and 0.5, found {}", p));
}

/// The probabilities with mean `mean` that make the observed frequencies likeliest are
/// frequency[i] / (1 + theta * (values[i] - mean)), with theta the root of the decreasing function
/// sum of frequency[i] * (values[i] - mean) / (1 + theta * (values[i] - mean)) (Van den Bergh 2020; Owen, "Empirical
/// likelihood", 2001). Returns theta, near which the likelihood is flat: an error of 1e-12 is far more than enough.
double find_theta(std::span<const double> values, std::span<const double> frequencies, double mean) {
  double low = -1 / (values.back() - mean), high = 1 / (mean - values.front());
  for (int halvings = 0; halvings < 48; ++halvings) {
    const double theta = low + (high - low) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum += frequencies[i] * (values[i] - mean) / (1 + theta * (values[i] - mean));
    }
    (sum > 0 ? low : high) = theta;
  }
  return low + (high - low) / 2;
}

}  // namespace

const char* name_of(SprtDecision decision) {
  switch (decision) {
    case SprtDecision::low:
      return "H0";
    case SprtDecision::high:
      return "H1";
    case SprtDecision::undecided:
      break;
  }
  return "undecided";
}

double normal_log_likelihood_ratio(const SampleMean& sample, double low, double high) {
  if (sample.size() == 0) return 0;
  const auto n = static_cast<double>(sample.size());
  const double squares = sample.size() > 1 ? sample.variance() * (n - 1) : 0;
  const double variance = (squares + 1) / n;
  const auto squared = [](double x) { return x * x; };
  return n / 2 * std::log((variance + squared(sample.mean() - low)) / (variance + squared(sample.mean() - high)));
}

double multinomial_log_likelihood_ratio(std::span<const double> values, std::span<const std::int64_t> counts,
                                        double low, double high) {
  assert(values.size() == counts.size() && values.front() < low && high < values.back());
  if (std::ranges::all_of(counts, [](std::int64_t count) { return count == 0; })) return 0;
  std::vector<double> frequencies;
  for (const std::int64_t count : counts) frequencies.push_back(std::max(1e-3, static_cast<double>(count)));
  const double theta_low = find_theta(values, frequencies, low), theta_high = find_theta(values, frequencies, high);
  double ratio = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ratio += frequencies[i] * (std::log1p(theta_low * (values[i] - low)) - std::log1p(theta_high * (values[i] - high)));
  }
  return ratio;
}

Sprt::Sprt(const SprtOptions& options, ScoreUnit unit)
    : unit_(unit),
      low_(unit == ScoreUnit::elo ? score_of_elo(options.low) : options.low),
      high_(unit == ScoreUnit::elo ? score_of_elo(options.high) : options.high),
      lower_(std::log(options.beta / (1 - options.alpha))),
      upper_(std::log((1 - options.beta) / options.alpha)) {
  check_probability("alpha", options.alpha);
  check_probability("beta", options.beta);
  const double most = unit == ScoreUnit::elo ? 1000 : 3;
  if (!(options.low >= -most && options.low < options.high && options.high <= most)) {
    throw InputError("sprt",
                     fmt::format("expected two scores of A in {}, the lower first, from {} to {}, found {},{}",
                                 unit == ScoreUnit::elo ? "elo" : "points", -most, most, options.low, options.high));
  }
}

void Sprt::add(double score) {
  if (decision_ != SprtDecision::undecided) return;
  ++size_;
  if (unit_ == ScoreUnit::points) {
    sample_.add(score);
    ratio_ = normal_log_likelihood_ratio(sample_, low_, high_);
  } else {
    assert(score >= 0 && score <= 1);
    ++counts_[static_cast<std::size_t>(std::lround(4 * score))];
    ratio_ = multinomial_log_likelihood_ratio(pair_scores, counts_, low_, high_);
  }
  if (ratio_ >= upper_) decision_ = SprtDecision::high;
  if (ratio_ <= lower_) decision_ = SprtDecision::low;
}

}  // namespace alea
