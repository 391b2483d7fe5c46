// What a sample says about the quantity behind it: means with their uncertainty.
#pragma once

#include <cstdint>

namespace alea {

/// How scores are told.
enum class ScoreUnit {
  points,  ///< backgammon
  elo      ///< the mean of 1, 0.5 and 0 is 1 / (1 + 10^(-elo / 400))
};

double score_of_elo(double elo);

/// An interval that covers the true mean with probability 0.95.
struct Interval {
  double low;
  double high;
};

/// Mean and variance of independent numbers, one at a time, without cancellation (Welford, 1962). The last bits of the
/// results depend on the order of the numbers, so add them in an order that does not depend on threads.
class SampleMean {
 public:
  void add(double x);

  /// As if all numbers of `other` had been added too (Chan, Golub, LeVeque, 1979).
  void merge(const SampleMean& other);

  std::int64_t size() const { return size_; }

  /// NaN for an empty sample.
  double mean() const;

  /// Unbiased variance of one number, and the standard error of the mean: NaN below two numbers, which tell nothing of
  /// their spread.
  double variance() const;
  double standard_error() const;

  /// mean +- 1.96 standard errors: normal approximation, meant for samples of some dozens and more.
  Interval interval95() const;

 private:
  std::int64_t size_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< sum of squared distances from the mean
};

}  // namespace alea
