// One global fit of all players' strengths to all results: estimates and their covariance.
//
// Elo: the model of Bradley and Terry (1952) with draws after Davidson ("On extending the Bradley-Terry model to
// accommodate ties in paired comparison experiments", 1970). With d = s - t, the difference of two strengths,
//
//     win : draw : loss  =  exp(d / 2) : nu : exp(-d / 2)
//
// so that a draw pulls equal players together as half a win would, and how often games are drawn (nu) is fitted too.
// Points: the mean score is the difference of two strengths, by least squares.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace alea {

/// All games of two players, as the first one saw them.
struct WinTally {
  std::size_t a, b;
  double wins = 0, draws = 0, losses = 0;

  double games() const { return wins + draws + losses; }
};

struct PointTally {
  std::size_t a, b;
  double games = 0;
  double score = 0;  ///< sum
};

/// Strengths up to a common constant: only differences mean something.
struct StrengthFit {
  Eigen::VectorXd strength;
  Eigen::MatrixXd covariance;  ///< of estimates, from the Fisher information; likewise up to a constant

  double variance_of_difference(Eigen::Index a, Eigen::Index b) const {
    return covariance(a, a) + covariance(b, b) - 2 * covariance(a, b);
  }
};

/// Maximum of the likelihood by Newton's method. Strengths are natural: 400 / ln(10) elo each. A normal prior of
/// standard deviation 3000 elo keeps those finite who won or lost everything, and moves others by less than can be
/// seen. `start` is where to begin (empty: at zero), which only saves time.
StrengthFit fit_wins(std::size_t players, std::span<const WinTally> tallies, const Eigen::VectorXd& start = {});

/// Least squares; `variance` is that of a single game.
StrengthFit fit_points(std::size_t players, std::span<const PointTally> tallies, double variance);

}  // namespace alea
