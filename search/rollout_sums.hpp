// What the games of a rollout add up to: means with their standard errors.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/game.hpp"

namespace alea {

/// Mean and covariances of independent vectors, one at a time, without cancellation (Welford, 1962). The last bits
/// depend on the order of the vectors, so add them in an order that does not depend on threads.
template <std::size_t n>
class VectorMean {
 public:
  using Vector = std::array<double, n>;

  void add(const Vector& x) {
    ++size_;
    Vector before;
    for (std::size_t i = 0; i < n; ++i) {
      before[i] = x[i] - mean_[i];
      mean_[i] += before[i] / static_cast<double>(size_);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) products_[i][j] += before[i] * (x[j] - mean_[j]);
    }
  }

  std::int64_t size() const { return size_; }

  /// All that it consists of, to be written down: the size, the means, the sums of products row by row.
  using Numbers = std::array<double, 1 + n + n * n>;
  Numbers numbers() const {
    Numbers numbers{static_cast<double>(size_)};
    std::ranges::copy(mean_, numbers.begin() + 1);
    for (std::size_t i = 0; i < n; ++i) std::ranges::copy(products_[i], numbers.begin() + 1 + n + i * n);
    return numbers;
  }
  /// The reverse. The size must be a whole number, 0 or more.
  static VectorMean from(const Numbers& numbers) {
    VectorMean mean;
    mean.size_ = static_cast<std::int64_t>(numbers[0]);
    std::copy_n(numbers.begin() + 1, n, mean.mean_.begin());
    for (std::size_t i = 0; i < n; ++i) std::copy_n(numbers.begin() + 1 + n + i * n, n, mean.products_[i].begin());
    return mean;
  }

  /// The mean of weights * x, of which any linear function of x is one; 0 of nothing.
  double mean(const Vector& weights) const { return dot(weights, mean_); }

  /// The sum of the squared distances of weights * x from its mean.
  double squares(const Vector& weights) const {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += weights[i] * dot(weights, products_[i]);
    return std::max(0.0, sum);
  }

 private:
  static double dot(const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
  }

  std::int64_t size_ = 0;
  Vector mean_{};
  std::array<Vector, n> products_{};  ///< sums of products of distances from the means
};

/// A linear function of a value by what it makes of each statistic alone: its weights.
template <Game G>
using RolloutWeights = std::array<double, G::statistics>;

/// The weights of `function`, which is linear, and so is every change of view.
template <Game G, class Function>
RolloutWeights<G> weights_of(Function&& function) {
  RolloutWeights<G> weights;
  for (std::size_t i = 0; i < G::statistics; ++i) {
    RollerValue<G> unit;
    unit[i] = 1;
    weights[i] = function(unit);
  }
  return weights;
}

/// The results of the trials so far, by the stratum of their first roll. It is all that a rollout needs to go on: more
/// trials added later give what all at once would have given, bit for bit.
template <Game G>
class RolloutSums {
 public:
  using Result = RolloutWeights<G>;  ///< a value, to the player about to roll at the root
  using Stratum = VectorMean<G::statistics>;

  RolloutSums() = default;
  /// What was written down. Stratum i of k must hold the trials i, i + k, i + 2k, .. of all.
  explicit RolloutSums(std::vector<Stratum> strata) : strata_(std::move(strata)) {
    for (const Stratum& stratum : strata_) trials_ += stratum.size();
  }

  std::int64_t trials() const { return trials_; }
  const std::vector<Stratum>& strata() const { return strata_; }

  /// The trial's number is trials(), its stratum that number modulo `strata`, which is the same for all trials.
  void add(const Result& result, std::size_t strata) {
    if (strata_.size() != strata) strata_.resize(strata);
    strata_[static_cast<std::size_t>(trials_++) % strata].add(result);
  }

  RollerValue<G> value() const {
    RollerValue<G> value;
    for (std::size_t i = 0; i < G::statistics; ++i) {
      Result unit{};
      unit[i] = 1;
      value[i] = static_cast<float>(mean(unit));
    }
    return value;
  }

  /// Of any linear function of the value (weights_of). Unbiased after any number of trials; NaN after none.
  double mean(const Result& weights) const {
    double sum = 0;
    for (const auto& stratum : strata_) sum += static_cast<double>(stratum.size()) * stratum.mean(weights);
    return trials_ > 0 ? sum / static_cast<double>(trials_) : std::numeric_limits<double>::quiet_NaN();
  }

  /// The standard error of that mean. NaN below two trials, which tell nothing of their spread. With at least two in
  /// each stratum, what strata differ in counts only as far as the last round of them is incomplete: its e strata, a
  /// random choice of all k, add e * (1 - e/k) * (variance of the strata's means) to the variance of the sum.
  double standard_error(const Result& weights) const {
    if (trials_ < 2) return std::numeric_limits<double>::quiet_NaN();
    const auto n = static_cast<double>(trials_), k = static_cast<double>(strata_.size());
    const Spread spread = spread_of(weights);
    if (trials_ < 2 * std::ssize(strata_)) return std::sqrt(spread.all / (n - 1) / n);
    const double e = std::fmod(n, k);
    const double between = k > 1 ? spread.between / (k - 1) : 0;
    return std::sqrt(spread.within + e * (1 - e / k) * between) / n;
  }

 private:
  struct Spread {
    double all = 0;      ///< squared distances of all trials from their mean
    double within = 0;   ///< variance of the sum of all trials if each stratum's number of trials is fixed
    double between = 0;  ///< squared distances of the strata's means from their mean
  };

  Spread spread_of(const Result& weights) const {
    const double centre = mean(weights);
    double centre_of_strata = 0;
    for (const auto& stratum : strata_) centre_of_strata += stratum.mean(weights) / static_cast<double>(strata_.size());
    Spread spread;
    for (const auto& stratum : strata_) {
      const auto n = static_cast<double>(stratum.size());
      const double squares = stratum.squares(weights), mean = stratum.mean(weights);
      spread.all += squares + n * (mean - centre) * (mean - centre);
      if (n > 1) spread.within += n * squares / (n - 1);
      spread.between += (mean - centre_of_strata) * (mean - centre_of_strata);
    }
    return spread;
  }

  std::vector<Stratum> strata_;
  std::int64_t trials_ = 0;
};

}  // namespace alea
