#include "selfplay/statistics.hpp"

#include <cmath>

#include "tests/catch.hpp"

namespace alea {
namespace {

SampleMean sample(std::initializer_list<double> numbers) {
  SampleMean mean;
  for (const double x : numbers) mean.add(x);
  return mean;
}

TEST_CASE("mean, variance and standard error agree with a calculation by hand") {
  // Mean 5, squared distances 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32 over eight numbers.
  const SampleMean mean = sample({2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(mean.size() == 8);
  CHECK(mean.mean() == Approx(5));
  CHECK(mean.variance() == Approx(32.0 / 7));
  CHECK(mean.standard_error() == Approx(std::sqrt(32.0 / 56)));
  CHECK(mean.interval95().low == Approx(5 - 1.959964 * std::sqrt(32.0 / 56)));
  CHECK(mean.interval95().high == Approx(5 + 1.959964 * std::sqrt(32.0 / 56)));
}

TEST_CASE("small samples claim nothing that they cannot know") {
  CHECK(std::isnan(sample({}).mean()));
  CHECK(sample({3}).mean() == 3);
  CHECK(std::isnan(sample({3}).variance()));
  CHECK(std::isnan(sample({3}).standard_error()));
  CHECK(std::isnan(sample({3}).interval95().low));
}

TEST_CASE("equal numbers have no spread") {
  const SampleMean mean = sample({0.1, 0.1, 0.1});
  CHECK(mean.mean() == 0.1);
  CHECK(mean.variance() == 0);
}

TEST_CASE("the variance of small differences between large numbers is not lost") {
  CHECK(sample({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}).variance() == Approx(30));
}

TEST_CASE("merged samples are the sample of all numbers") {
  SampleMean left = sample({2, 4, 4});
  left.merge(sample({4, 5, 5, 7, 9}));
  left.merge(sample({}));
  CHECK(left.size() == 8);
  CHECK(left.mean() == Approx(5));
  CHECK(left.variance() == Approx(32.0 / 7));

  SampleMean empty;
  empty.merge(left);
  CHECK(empty.size() == 8);
  CHECK(empty.mean() == Approx(5));
  CHECK(empty.variance() == Approx(32.0 / 7));
}

}  // namespace
}  // namespace alea
