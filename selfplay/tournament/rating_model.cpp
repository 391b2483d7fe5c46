#include "selfplay/tournament/rating_model.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace alea {

namespace {

using Eigen::Index;

/// Of each strength: 1 / variance.
constexpr double prior_precision = [] {
  constexpr double deviation = 3000 * std::numbers::ln10 / 400;
  return 1 / (deviation * deviation);
}();

Index index(std::size_t i) { return static_cast<Index>(i); }

/// The logarithm of the posterior around one point: its slope and its curvature, which is the Fisher information.
struct Slope {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;
};

/// The unknowns are all strengths and, last, log(nu), where there are draws.
class Davidson {
 public:
  Davidson(std::size_t players, std::span<const WinTally> tallies)
      : players_(index(players)),
        tallies_(tallies),
        draws_(std::ranges::any_of(tallies, [](const WinTally& tally) { return tally.draws > 0; })) {}

  Index unknowns() const { return players_ + draws_; }

  Slope at(const Eigen::VectorXd& x) const {
    Slope slope{-prior_precision * x, prior_precision * Eigen::MatrixXd::Identity(unknowns(), unknowns())};
    for (const WinTally& tally : tallies_) add(tally, x, slope);
    return slope;
  }

 private:
  void add(const WinTally& tally, const Eigen::VectorXd& x, Slope& slope) const {
    const Index a = index(tally.a), b = index(tally.b), nu = players_;
    const double n = tally.games(), d = x[a] - x[b];
    const auto [win, draw, loss] = probabilities(d, x);
    const double mean = (win - loss) / 2;  // of the derivative of a result's logit by d: 1/2, 0, -1/2
    const double variance = (win + loss) / 4 - mean * mean;
    const double pull = (tally.wins - tally.losses) / 2 - n * mean;
    slope.gradient[a] += pull;
    slope.gradient[b] -= pull;
    slope.information(a, a) += n * variance;
    slope.information(b, b) += n * variance;
    slope.information(a, b) -= n * variance;
    slope.information(b, a) -= n * variance;
    if (!draws_) return;
    slope.gradient[nu] += tally.draws - n * draw;
    slope.information(nu, nu) += n * draw * (1 - draw);
    const double covariance = -n * mean * draw;
    for (const auto& [player, sign] : {std::pair{a, 1.0}, {b, -1.0}}) {
      slope.information(player, nu) += sign * covariance;
      slope.information(nu, player) += sign * covariance;
    }
  }

  std::array<double, 3> probabilities(double d, const Eigen::VectorXd& x) const {
    const double most = std::max(std::abs(d) / 2, draws_ ? x[players_] : 0);
    const double win = std::exp(d / 2 - most), loss = std::exp(-d / 2 - most);
    const double draw = draws_ ? std::exp(x[players_] - most) : 0, sum = win + draw + loss;
    return {win / sum, draw / sum, loss / sum};
  }

  Index players_;
  std::span<const WinTally> tallies_;
  bool draws_;
};

Eigen::MatrixXd inverse(const Eigen::MatrixXd& matrix) {
  return matrix.ldlt().solve(Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols()));
}

}  // namespace

StrengthFit fit_wins(std::size_t players, std::span<const WinTally> tallies, const Eigen::VectorXd& start) {
  constexpr int most_steps = 200;
  constexpr double longest_step = 1, precision = 1e-10;
  const Davidson model(players, tallies);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.unknowns());
  if (start.size() > 0) x.head(start.size()) = start;
  for (int i = 0; i < most_steps; ++i) {
    const Slope slope = model.at(x);
    Eigen::VectorXd step = slope.information.ldlt().solve(slope.gradient);
    const double length = step.cwiseAbs().maxCoeff();
    if (length > longest_step) step *= longest_step / length;
    x += step;
    if (length < precision) break;
  }
  const Index n = index(players);
  return {x.head(n), inverse(model.at(x).information).topLeftCorner(n, n)};
}

StrengthFit fit_points(std::size_t players, std::span<const PointTally> tallies, double variance) {
  constexpr double tie = 1e-6;  // of the free constant, and of groups that never met
  const Index n = index(players);
  Eigen::MatrixXd normal = tie * Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n);
  for (const PointTally& tally : tallies) {
    const Index a = index(tally.a), b = index(tally.b);
    normal(a, a) += tally.games;
    normal(b, b) += tally.games;
    normal(a, b) -= tally.games;
    normal(b, a) -= tally.games;
    right[a] += tally.score;
    right[b] -= tally.score;
  }
  return {normal.ldlt().solve(right), variance * inverse(normal)};
}

}  // namespace alea
