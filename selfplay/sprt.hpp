// When to stop a match: Wald's sequential probability ratio test between two true scores.
//
// H0 says that A's true score is `low`, H1 that it is `high`. What else a distribution of results may be is unknown, so
// the likelihoods are those of the distributions that fit the results best under either hypothesis (generalised SPRT:
// Van den Bergh, "The generalized sequential probability ratio test", 2020; "Normalized Elo", 2019). Results are means
// of pairs of games with the same dice and swapped seats where there are pairs: these are independent of each other,
// the games of one are not.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "selfplay/statistics.hpp"

namespace alea {

struct SprtOptions {
  double low = 0;       ///< A's points a game, or its elo above B's
  double high = 0;      ///< above `low`
  double alpha = 0.05;  ///< chance of accepting H1 where H0 is true, in (0, 0.5)
  double beta = 0.05;   ///< of accepting H0 where H1 is true
};

enum class SprtDecision { undecided, low, high };

/// "undecided", "H0", "H1".
const char* name_of(SprtDecision decision);

/// Results in their order; which order is part of what is decided.
class Sprt {
 public:
  /// Throws InputError("sprt", "alpha" or "beta") on options out of their ranges.
  Sprt(const SprtOptions& options, ScoreUnit unit);

  /// A's score in the next unit: the mean of a pair, or one game. In elo a multiple of 1/4, between 0 and 1. What comes
  /// after a decision is not looked at.
  void add(double score);

  std::int64_t size() const { return size_; }  ///< units up to the decision
  double log_likelihood_ratio() const { return ratio_; }
  double lower() const { return lower_; }  ///< at this ratio or below H0 is accepted: log(beta / (1 - alpha))
  double upper() const { return upper_; }  ///< H1, above: log((1 - beta) / alpha)
  SprtDecision decision() const { return decision_; }

 private:
  ScoreUnit unit_;
  double low_, high_;  ///< as scores
  double lower_, upper_;
  std::int64_t size_ = 0;
  SampleMean sample_;                     ///< in points
  std::array<std::int64_t, 5> counts_{};  ///< in elo: of 0, 1/4, 1/2, 3/4, 1
  double ratio_ = 0;
  SprtDecision decision_ = SprtDecision::undecided;
};

/// log(likelihood of mean `high` / likelihood of mean `low`) for normally distributed numbers of unknown variance; 0
/// for none. As if the sum of squared distances from the mean were larger by 1, in case it is 0 or accidentally small.
double normal_log_likelihood_ratio(const SampleMean& sample, double low, double high);

/// The same for numbers that take the values `values` so often as `counts` says, and no other; values ascend, and low
/// and high are inside their range. Values that did not occur yet count as if they had 0.001 times. For `counts` of 0,
/// 1/4, .. 1 this is the pentanomial test.
double multinomial_log_likelihood_ratio(std::span<const double> values, std::span<const std::int64_t> counts,
                                        double low, double high);

}  // namespace alea
