#include "selfplay/statistics.hpp"

#include <cmath>
#include <limits>

namespace alea {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double normal_quantile_0975 = 1.959963984540054;
}  // namespace

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

void SampleMean::add(double x) {
  ++size_;
  const double step = x - mean_;
  mean_ += step / static_cast<double>(size_);
  squares_ += step * (x - mean_);
}

void SampleMean::merge(const SampleMean& other) {
  if (other.size_ == 0) return;
  const auto n = static_cast<double>(size_), m = static_cast<double>(other.size_);
  const double step = other.mean_ - mean_;
  size_ += other.size_;
  mean_ += step * m / (n + m);
  squares_ += other.squares_ + step * step * n * m / (n + m);
}

double SampleMean::mean() const { return size_ > 0 ? mean_ : unknown; }

double SampleMean::variance() const { return size_ > 1 ? squares_ / static_cast<double>(size_ - 1) : unknown; }

double SampleMean::standard_error() const { return std::sqrt(variance() / static_cast<double>(size_)); }

Interval SampleMean::interval95() const {
  const double half = normal_quantile_0975 * standard_error();
  return {mean() - half, mean() + half};
}

}  // namespace alea
