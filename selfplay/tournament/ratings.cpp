#include "selfplay/tournament/ratings.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "engine/random.hpp"
#include "selfplay/tournament/connections.hpp"
#include "selfplay/tournament/rating_model.hpp"

namespace alea {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double normal_quantile_0975 = 1.959963984540054;

/// A unit, or a sum of units, as the first player saw it.
struct Tally {
  double wins = 0, draws = 0, losses = 0;  ///< where scores are told in elo
  double games = 0, score = 0;

  Tally& operator+=(const Tally& other) {
    wins += other.wins, draws += other.draws, losses += other.losses;
    games += other.games, score += other.score;
    return *this;
  }
  Tally& operator*=(double weight) {
    wins *= weight, draws *= weight, losses *= weight;
    games *= weight, score *= weight;
    return *this;
  }
};

/// All units of two players, a < b.
struct Pairing {
  std::size_t a, b;
  std::vector<Tally> units;
  Tally total;
};

/// An adjudicated game may have an expected score: so much of a win, and the rest of a loss.
void add_elo_score(double score, Tally& tally) {
  if (score == 0.5) {
    ++tally.draws;
  } else {
    tally.wins += score;
    tally.losses += 1 - score;
  }
}

Tally tally_of(const RatedUnit& unit, bool swapped, ScoreUnit score_unit) {
  Tally tally;
  for (std::size_t i = 0; i < static_cast<std::size_t>(unit.games); ++i) {
    double score = unit.scores[i];
    if (swapped) score = score_unit == ScoreUnit::elo ? 1 - score : -score;
    ++tally.games;
    tally.score += score;
    if (score_unit == ScoreUnit::elo) add_elo_score(score, tally);
  }
  return tally;
}

std::vector<Pairing> pairings_of(std::span<const RatedUnit> units, ScoreUnit score_unit) {
  std::map<std::pair<std::int32_t, std::int32_t>, Pairing> found;
  for (const RatedUnit& unit : units) {
    assert(unit.a != unit.b && unit.games >= 1 && unit.games <= 2);
    const auto [low, high] = std::minmax(unit.a, unit.b);
    Pairing& pairing = found[{low, high}];
    pairing.a = static_cast<std::size_t>(low), pairing.b = static_cast<std::size_t>(high);
    pairing.units.push_back(tally_of(unit, unit.a > unit.b, score_unit));
    pairing.total += pairing.units.back();
  }
  std::vector<Pairing> pairings;
  for (auto& [players, pairing] : found) pairings.push_back(std::move(pairing));
  return pairings;
}

/// Of a single game, from the spread of units within pairings: a unit of two games has half the variance.
double variance_of_game(std::span<const Pairing> pairings) {
  double squares = 0, freedom = 0;
  for (const Pairing& pairing : pairings) {
    const double mean = pairing.total.score / pairing.total.games;
    for (const Tally& unit : pairing.units) {
      const double distance = unit.score / unit.games - mean;
      squares += unit.games * distance * distance;
    }
    freedom += static_cast<double>(pairing.units.size()) - 1;
  }
  return freedom > 0 ? squares / freedom : unknown;
}

/// From pairings to anchored ratings, again and again for drawn tournaments.
class Rater {
 public:
  Rater(std::size_t players, std::span<const Pairing> pairings, const RatingOptions& options)
      : players_(players),
        pairings_(pairings),
        options_(options),
        groups_(find_groups()),
        components_(find_components()) {
    const auto in_group = [&](int group) { return std::ranges::count(groups_, group); };
    if (options.anchor) {
      group_ = groups_[options.anchor->player];
    } else {
      for (const int group : groups_) {
        if (in_group(group) > in_group(group_)) group_ = group;
      }
    }
    home_ = find_home();
  }

  /// totals[i] are the results of pairing i.
  StrengthFit fit(std::span<const Tally> totals, double variance, const Eigen::VectorXd& start = {}) const {
    if (options_.unit == ScoreUnit::points) {
      std::vector<PointTally> tallies;
      for (std::size_t i = 0; i < totals.size(); ++i) {
        tallies.push_back({pairings_[i].a, pairings_[i].b, totals[i].games, totals[i].score});
      }
      return fit_points(players_, tallies, variance);
    }
    std::vector<WinTally> tallies;
    for (std::size_t i = 0; i < totals.size(); ++i) {
      tallies.push_back({pairings_[i].a, pairings_[i].b, totals[i].wins, totals[i].draws, totals[i].losses});
    }
    return fit_wins(players_, tallies, start);
  }

  bool is_rated(std::size_t player) const { return groups_[player] == group_; }
  const std::vector<int>& groups() const { return groups_; }

  /// Rating units for each unit of strength.
  double scale() const { return options_.unit == ScoreUnit::elo ? 400 / std::numbers::ln10 : 1; }

  /// What of all strengths is taken from each: weights that sum to 1. Zero strength is the anchor or the mean, of which
  /// one who may be anywhere is no part.
  Eigen::VectorXd origin() const {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(players_));
    for (std::size_t i = 0; i < players_; ++i) {
      const bool counts = options_.anchor ? i == options_.anchor->player : is_rated(i) && !is_unbounded(i);
      weights[static_cast<Eigen::Index>(i)] = counts;
    }
    return weights / weights.sum();
  }

  Eigen::VectorXd ratings(const StrengthFit& fit) const {
    const double shift = options_.anchor ? options_.anchor->rating : 0;
    return (scale() * (fit.strength.array() - origin().dot(fit.strength)) + shift).matrix();
  }

  bool is_unbounded(std::size_t player) const {
    return options_.unit == ScoreUnit::elo && is_rated(player) && components_[player] != components_[home_];
  }

  /// Whether all games between the two, and those who are comparable with either, had the same winner: any difference
  /// is possible then.
  bool are_separated(std::size_t i, std::size_t j) const {
    return options_.unit == ScoreUnit::elo && components_[i] != components_[j];
  }

  /// How many standard deviations i is above j, who is separated from him: the signed root of twice the log-likelihood
  /// ratio of all games across the gap against the shift of i's side that makes the two equal. NaN without such games.
  double gap(const Eigen::VectorXd& strength, std::size_t i, std::size_t j) const {
    const auto of = [&](std::size_t player) { return strength[static_cast<Eigen::Index>(player)]; };
    const auto relative = [&](std::size_t player) {
      return of(player) - of(components_[player] == components_[i] ? i : j);
    };
    double loss = 0, sign = unknown;
    for (const auto& [a, b, units, total] : pairings_) {
      const bool forward = components_[a] == components_[i] && components_[b] == components_[j];
      const bool backward = components_[a] == components_[j] && components_[b] == components_[i];
      if (!forward && !backward) continue;
      const bool a_won = total.wins > 0;
      sign = a_won == forward ? 1 : -1;
      const double lead = (relative(a) - relative(b)) * (a_won ? 1 : -1);
      loss += total.games * std::log1p(std::exp(-lead));
    }
    return sign * std::sqrt(2 * loss);
  }

 private:
  std::vector<int> find_groups() const {
    Edges met;
    for (const Pairing& pairing : pairings_) met.emplace_back(pairing.a, pairing.b);
    return weak_components(players_, met);
  }

  /// Players who won or drew against each other, directly or over others, have one number.
  std::vector<int> find_components() const {
    Edges scored;
    for (const Pairing& pairing : pairings_) {
      if (pairing.total.wins + pairing.total.draws > 0) scored.emplace_back(pairing.a, pairing.b);
      if (pairing.total.losses + pairing.total.draws > 0) scored.emplace_back(pairing.b, pairing.a);
    }
    return strong_components(players_, scored);
  }

  /// One of those with whom the others are compared: the anchor, or the largest component of the group.
  std::size_t find_home() const {
    if (options_.anchor) return options_.anchor->player;
    const auto size = [&](std::size_t i) { return std::ranges::count(components_, components_[i]); };
    std::size_t home = 0;
    for (std::size_t i = 0; i < players_; ++i) {
      if (!is_rated(home) || (is_rated(i) && size(i) > size(home))) home = i;
    }
    return home;
  }

  std::size_t players_;
  std::span<const Pairing> pairings_;
  RatingOptions options_;
  std::vector<int> groups_;
  std::vector<int> components_;
  int group_ = 0;
  std::size_t home_ = 0;
};

void set_fisher_intervals(const Rater& rater, const StrengthFit& fit, Ratings& ratings) {
  const Eigen::VectorXd origin = rater.origin();
  for (std::size_t i = 0; i < ratings.players.size(); ++i) {
    Eigen::VectorXd contrast = -origin;
    contrast[static_cast<Eigen::Index>(i)] += 1;
    const double spread = contrast.dot(fit.covariance * contrast);
    const double variance = spread < 0 ? 0 : spread;  // rounding; NaN where it is unknown
    const double half = rater.scale() * normal_quantile_0975 * std::sqrt(variance);
    const double value = ratings.players[i].value;
    ratings.players[i].fisher = {value - half, value + half};
  }
}

void set_superiority(const Rater& rater, const StrengthFit& fit, Ratings& ratings) {
  const std::size_t n = ratings.players.size();
  ratings.superiority.assign(n, std::vector<double>(n, unknown));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const auto a = static_cast<Eigen::Index>(i), b = static_cast<Eigen::Index>(j);
      if (rater.groups()[i] != rater.groups()[j]) continue;
      const double z = i == j ? 0
                       : rater.are_separated(i, j)
                           ? rater.gap(fit.strength, i, j)
                           : (fit.strength[a] - fit.strength[b]) / std::sqrt(fit.variance_of_difference(a, b));
      ratings.superiority[i][j] = std::erfc(-z / std::numbers::sqrt2) / 2;
    }
  }
}

/// The value below which the share `p` of the sorted numbers lies, interpolated.
double percentile(const std::vector<double>& sorted, double p) {
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// One unit less than there are, drawn with replacement and weighted up: so the spread of drawn totals has no bias,
/// which counts where pairings are short (Rao and Wu, "Resampling inference with complex survey data", 1988).
Tally redraw(const Pairing& pairing, Random& random) {
  const auto n = static_cast<std::uint32_t>(pairing.units.size());
  if (n == 1) return pairing.total;
  Tally total;
  for (std::uint32_t i = 0; i + 1 < n; ++i) total += pairing.units[random.below(n)];
  total *= n / (n - 1.0);
  return total;
}

void set_bootstrap_intervals(const Rater& rater, std::span<const Pairing> pairings, const Eigen::VectorXd& start,
                             const RatingOptions& options, Ratings& ratings) {
  // The spread of a pairing shows in two units or more.
  if (options.bootstrap == 0 || std::ranges::all_of(pairings, [](const Pairing& p) { return p.units.size() < 2; })) {
    for (Rating& rating : ratings.players) rating.bootstrap = {unknown, unknown};
    return;
  }
  std::vector<std::vector<double>> drawn(ratings.players.size());
  for (int i = 0; i < options.bootstrap; ++i) {
    Random random(options.seed, Purpose::resampling, 0, static_cast<std::uint64_t>(i));
    std::vector<Tally> totals;
    for (const Pairing& pairing : pairings) totals.push_back(redraw(pairing, random));
    const Eigen::VectorXd values = rater.ratings(rater.fit(totals, 1, start));
    for (std::size_t player = 0; player < drawn.size(); ++player) {
      drawn[player].push_back(values[static_cast<Eigen::Index>(player)]);
    }
  }
  for (std::size_t player = 0; player < drawn.size(); ++player) {
    if (rater.is_unbounded(player)) {  // every drawn tournament says the same, and none of them how far away he is
      ratings.players[player].bootstrap = {unknown, unknown};
      continue;
    }
    std::ranges::sort(drawn[player]);
    ratings.players[player].bootstrap = {percentile(drawn[player], 0.025), percentile(drawn[player], 0.975)};
  }
}

void set_counts(std::span<const Pairing> pairings, ScoreUnit unit, Ratings& ratings) {
  for (const auto& [a, b, units, total] : pairings) {
    Rating &one = ratings.players[a], &two = ratings.players[b];
    const auto games = static_cast<std::int64_t>(total.games);
    one.games += games, two.games += games;
    one.score += total.score;
    two.score += unit == ScoreUnit::elo ? total.games - total.score : -total.score;
  }
  for (Rating& rating : ratings.players) rating.score /= static_cast<double>(rating.games);
}

}  // namespace

Ratings rate(std::size_t players, std::span<const RatedUnit> units, const RatingOptions& options) {
  Ratings ratings;
  ratings.players.resize(players);
  if (players == 0) return ratings;
  const std::vector<Pairing> pairings = pairings_of(units, options.unit);
  const Rater rater(players, pairings, options);
  std::vector<Tally> totals;
  for (const Pairing& pairing : pairings) totals.push_back(pairing.total);
  const StrengthFit fit = rater.fit(totals, options.unit == ScoreUnit::points ? variance_of_game(pairings) : unknown);

  const Eigen::VectorXd values = rater.ratings(fit);
  for (std::size_t i = 0; i < players; ++i) {
    ratings.players[i].value = values[static_cast<Eigen::Index>(i)];
    ratings.players[i].group = rater.groups()[i];
    ratings.players[i].unbounded = rater.is_unbounded(i);
  }
  ratings.groups = 1 + *std::ranges::max_element(rater.groups());
  set_counts(pairings, options.unit, ratings);
  set_fisher_intervals(rater, fit, ratings);
  set_superiority(rater, fit, ratings);
  set_bootstrap_intervals(rater, pairings, fit.strength, options, ratings);
  for (std::size_t i = 0; i < players; ++i) {
    if (rater.is_rated(i)) continue;
    ratings.players[i].value = unknown;
    ratings.players[i].fisher = ratings.players[i].bootstrap = {unknown, unknown};
  }
  return ratings;
}

}  // namespace alea
