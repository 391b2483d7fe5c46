// Rollouts against exact values: unbiased, with errors that are what they are said to be.
#include "search/rollout.hpp"

#include <cmath>
#include <cstdint>
#include <memory>

#include "search/rollout_impl.hpp"
#include "search/static_agent.hpp"
#include "search/tables/bearoff_solver.hpp"
#include "search/tables/bearoff_table.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/race_model.hpp"
#include "tests/temporary_folder.hpp"

namespace alea::tests {
namespace {

using models::BruteForce;
using models::RaceModel;

/// What looking at everything finds.
class ExactRace final : public Evaluator<RaceModel> {
 public:
  void evaluate(std::span<const RaceModel::Position> positions, std::span<RollerValue<RaceModel>> values) override {
    std::ranges::transform(positions, values.begin(), [&](const auto& position) { return exact_(position); });
  }
  std::unique_ptr<Evaluator<RaceModel>> clone() const override { return std::make_unique<ExactRace>(); }

 private:
  BruteForce<RaceModel> exact_;
};

/// The player with fewer pips is ahead; no more is known of unfinished games. `scale`: pips that are worth much.
template <Game G>
class Pips final : public Evaluator<G> {
 public:
  explicit Pips(double scale) : scale_(scale) {}

  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override {
    std::ranges::transform(positions, values.begin(), [&](const auto& position) {
      const auto result = G::result(position);
      return result ? *result : judge(lead(position));
    });
  }
  std::unique_ptr<Evaluator<G>> clone() const override { return std::make_unique<Pips>(scale_); }

 private:
  static double lead(const backgammon::Position& position) { return position.their_pips() - position.pips() + 4; }
  static double lead(const RaceModel::Position& position) {
    double lead = 1.5;
    for (std::size_t i = 0; i < position.own.size(); ++i) {
      lead += static_cast<double>(i + 1) * (position.their[i] - position.own[i]);
    }
    return lead;
  }
  RollerValue<G> judge(double lead) const {
    RollerValue<G> value;
    const double win = 1 / (1 + std::exp(-lead / scale_));
    value[0] = static_cast<float>(win);
    value[G::probabilities / 2] = static_cast<float>(1 - win);
    return value;
  }

  double scale_;
};

template <class Judge>
RolloutPlayers<RaceModel> race_players(Judge&& judge) {
  return {std::make_unique<StaticAgent<RaceModel>>(std::make_unique<ExactRace>()), std::move(judge), nullptr};
}

RolloutPlayers<RaceModel> pips_judge() { return race_players(std::make_unique<Pips<RaceModel>>(2.0)); }
RolloutPlayers<RaceModel> exact_judge() { return race_players(std::make_unique<ExactRace>()); }

const RolloutWeights<RaceModel> race_utility = weights_of<RaceModel>(Utility<RaceModel>{});

RolloutSums<RaceModel> roll_out(const RolloutPlayers<RaceModel>& players, const TrialOptions& options,
                                std::int64_t trials, int threads = 1) {
  RolloutSums<RaceModel> sums;
  Rollout<RaceModel>(players, options, threads).extend(RaceModel::start(), trials, sums);
  return sums;
}

constexpr double exact_start = 2 * 201.0 / 256 - 1;  // models/race_model.hpp derives it

// Trials.

TEST_CASE("Rollouts by perfect play come to the exact value, adjusted for luck or not", "[rollout]") {
  for (const bool luck : {false, true}) {
    const auto sums = roll_out(pips_judge(), {.luck = luck, .seed = 7}, 4000);
    const double error = sums.standard_error(race_utility);
    CAPTURE(luck, error);
    CHECK(error < (luck ? 0.008 : 0.015));
    CHECK(std::abs(sums.mean(race_utility) - exact_start) < 3.5 * error);
    CHECK(sums.value()[RaceModel::win] + sums.value()[RaceModel::lose] == Approx(1));
  }
}

TEST_CASE("A judge who knows everything explains all luck", "[rollout]") {
  const auto sums = roll_out(exact_judge(), {}, 72);
  CHECK(sums.mean(race_utility) == Approx(exact_start).margin(1e-6));
  CHECK(sums.standard_error(race_utility) < 1e-6);
}

TEST_CASE("A rollout truncated after one turn is the mean over the first rolls", "[rollout]") {
  const TrialOptions options{.turns = 1, .luck = false};
  for (const std::int64_t trials : {8, 72, 400}) {  // the race's rolls come in fours
    const auto sums = roll_out(exact_judge(), options, trials);
    CHECK(sums.mean(race_utility) == Approx(exact_start).margin(1e-6));
    CHECK(sums.standard_error(race_utility) < 1e-6);
  }
  const auto odd = roll_out(exact_judge(), options, 10);
  CHECK(odd.standard_error(race_utility) > 0.01);
}

TEST_CASE("Rollouts depend on the seed, not on threads or pauses", "[rollout]") {
  const TrialOptions options{.seed = 3};
  const auto all = roll_out(pips_judge(), options, 500), threads = roll_out(pips_judge(), options, 500, 2);
  CHECK(all.mean(race_utility) == threads.mean(race_utility));
  CHECK(all.standard_error(race_utility) == threads.standard_error(race_utility));
  RolloutSums<RaceModel> paused;
  for (const std::int64_t trials : {1, 143, 256, 100}) {
    Rollout<RaceModel>(pips_judge(), options, 1).extend(RaceModel::start(), trials, paused);
  }
  CHECK(paused.trials() == 500);
  CHECK(paused.mean(race_utility) == all.mean(race_utility));
  CHECK(paused.standard_error(race_utility) == all.standard_error(race_utility));
  CHECK(roll_out(pips_judge(), {.seed = 4}, 500).mean(race_utility) != all.mean(race_utility));
}

TEST_CASE("First rolls come as often as their probabilities say", "[rollout]") {
  const FirstRolls<Backgammon> first(Backgammon::start(), 1), other(Backgammon::start(), 2);
  REQUIRE(first.size() == 36);
  int differ = 0;
  for (const auto& [roll, probability] : all_rolls<6>()) {
    int times = 0;
    for (int trial = 36; trial < 72; ++trial) times += *first.of_trial(trial) == roll;
    CHECK(times == (roll.is_double() ? 1 : 2));
  }
  for (int trial = 0; trial < 36; ++trial) differ += !(*first.of_trial(trial) == *other.of_trial(trial));
  CHECK(differ > 20);
}

TEST_CASE("Finished positions and those of an exact table need no dice", "[rollout]") {
  RaceModel::Position won{};
  won.their[2] = 1;
  RolloutSums<RaceModel> sums;
  Rollout<RaceModel>(pips_judge(), {}, 1).extend(won, 10, sums);
  CHECK(sums.mean(race_utility) == 1);
  CHECK(sums.standard_error(race_utility) == 0);
}

// Standard errors.

TEST_CASE("Standard errors of strata are those of the means over many rollouts", "[rollout]") {
  Random random(5, Purpose::test);
  const auto noise = [&] { return random.uniform() + random.uniform() + random.uniform() - 1.5; };  // variance 1/4
  for (const int trials : {3, 8, 9, 10, 41}) {
    double squares = 0, variances = 0, of_sums = 0;
    constexpr int repetitions = 4000;
    for (int i = 0; i < repetitions; ++i) {
      std::array<double, 4> means{-3, 0, 1, 2};
      for (std::size_t k = 4; k > 1; --k) std::swap(means[k - 1], means[random.below(static_cast<std::uint32_t>(k))]);
      RolloutSums<RaceModel> sums;
      for (int trial = 0; trial < trials; ++trial) {
        const double x = means[static_cast<std::size_t>(trial % 4)] + noise();
        sums.add({x, -x}, 4);
      }
      const RolloutWeights<RaceModel> first{1, 0};
      squares += std::pow(sums.mean(first), 2);
      variances += std::pow(sums.standard_error(first), 2);
      of_sums = std::max(of_sums, sums.standard_error({1, 1}));
    }
    CHECK(of_sums < 1e-7);
    CAPTURE(trials);
    if (trials < 8) {
      CHECK(variances > squares);  // what strata differ in is not known yet
    } else {
      CHECK(variances / squares == Approx(1).margin(0.15));
    }
  }
}

TEST_CASE("One trial tells nothing of the spread", "[rollout]") {
  CHECK(std::isnan(roll_out(pips_judge(), {}, 1).standard_error(race_utility)));
}

// Comparisons.

/// What the race's plays of a roll led to, with exact utilities to their maker.
struct RacePlays {
  explicit RacePlays(const RaceModel::Position& position, Dice roll) {
    BruteForce<RaceModel> exact;
    RaceModel::plays(position, roll, plays);
    for (const auto& after : plays.positions()) exact_utilities.push_back(-exact.utility(after));
  }
  PlayList<RaceModel> plays;
  std::vector<double> exact_utilities;
};

TEST_CASE("Plays are told apart with as few trials as their difference needs", "[rollout]") {
  const RacePlays race(RaceModel::start(), {2, 1});
  REQUIRE(race.plays.size() >= 3);
  const auto best = std::ranges::max_element(race.exact_utilities) - race.exact_utilities.begin();
  Rollout<RaceModel> rollout(pips_judge(), {.seed = 2}, 1);
  const auto all = rollout.compare(race.plays.positions(), {.trials = 2000});
  const auto some = rollout.compare(race.plays.positions(), {.trials = 2000, .joint_errors = 3});
  double highest = -2;
  std::ptrdiff_t found = -1;
  bool fewer = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto weights = mover_weights_of<RaceModel>(race.plays.position(i), Utility<RaceModel>{});
    CHECK(all[i].trials() == 2000);
    CHECK(std::abs(all[i].mean(weights) - race.exact_utilities[i]) < 4 * all[i].standard_error(weights) + 1e-9);
    CHECK(some[i].trials() >= 144);
    fewer = fewer || some[i].trials() < 2000;
    if (some[i].mean(weights) > highest) highest = some[i].mean(weights), found = static_cast<std::ptrdiff_t>(i);
  }
  CHECK(fewer);
  CHECK(race.exact_utilities[static_cast<std::size_t>(found)] ==
        Approx(race.exact_utilities[static_cast<std::size_t>(best)]).margin(1e-6));
}

TEST_CASE("A rollout ends where its standard error is small enough, or when it is told to", "[rollout]") {
  const RaceModel::Position start = RaceModel::start();
  Rollout<RaceModel> rollout(pips_judge(), {}, 1);
  const auto precise = rollout.compare({&start, 1}, {.trials = 100'000, .standard_error = 0.01});
  CHECK(precise[0].standard_error(race_utility) < 0.01);
  CHECK(precise[0].trials() < 10'000);
  CHECK(precise[0].trials() % 144 == 0);
  int asked = 0;
  RolloutProgress last;
  const RolloutHooks hooks{[&](const RolloutProgress& now) { last = now; }, [&] { return ++asked >= 300; }};
  const auto stopped = rollout.compare({&start, 1}, {.trials = 1000}, hooks);
  CHECK(last.trials == 288);  // whole batches; the third was stopped on the way
  CHECK(stopped[0].trials() > 288);
  CHECK(stopped[0].trials() < 300);
  RolloutSums<RaceModel> alone;
  rollout.extend(start, stopped[0].trials(), alone);
  CHECK(alone.mean(race_utility) == stopped[0].mean(race_utility));
  CHECK(last.most == 1000);
}

// Backgammon: solved positions.

/// The bearoff table of at most `checkers` a side, made for the tests.
std::shared_ptr<const BearoffTable> bearoff(int checkers) {
  const TemporaryFolder folder;  // the table stays mapped when its file is gone
  REQUIRE(solve_bearoff(folder.path(), checkers, 2).finished);
  return std::make_shared<const BearoffTable>(folder.path());
}

RolloutPlayers<Backgammon> bearoff_players(const std::shared_ptr<const BearoffTable>& table) {
  return {std::make_unique<StaticAgent<Backgammon>>(std::make_unique<ExactEvaluator<Backgammon>>(table)),
          std::make_unique<Pips<Backgammon>>(4.0), nullptr};
}

/// A position of the table that is not as good as won or lost: intervals of +- 1.96 standard errors need results of
/// both kinds.
backgammon::Position open_position(const BearoffTable& table, Random& random) {
  const auto boards = backgammon::home_boards(table.checkers());
  for (;;) {
    const backgammon::Position position{backgammon::home_board(1 + random.below(boards - 1)),
                                        backgammon::home_board(1 + random.below(boards - 1))};
    const float win = *table.find(position);
    if (win > 0.1 && win < 0.9) return position;
  }
}

struct Coverage {
  int covered = 0;
  double variance = 0;  ///< mean of the variances of means
};

/// Rolls out solved positions by perfect play to the end, and asks how many exact values lie in 95% intervals.
Coverage cover(const std::shared_ptr<const BearoffTable>& table, int positions, std::int64_t trials, bool luck) {
  Random random(11, Purpose::test);
  const auto utility = weights_of<Backgammon>(Utility<Backgammon>{});
  Coverage coverage;
  for (int i = 0; i < positions; ++i) {
    const auto position = open_position(*table, random);
    RolloutSums<Backgammon> sums;
    Rollout<Backgammon>(bearoff_players(table), {.luck = luck, .seed = static_cast<std::uint64_t>(i)}, 1)
        .extend(position, trials, sums);
    const double exact = Utility<Backgammon>{}(*table->value(position));
    const double error = sums.standard_error(utility);
    coverage.covered += std::abs(sums.mean(utility) - exact) < 1.96 * error;
    coverage.variance += error * error / positions;
  }
  return coverage;
}

TEST_CASE("95% intervals of rollouts cover the exact values of solved positions", "[rollout]") {
  const auto table = bearoff(4);
  const Coverage plain = cover(table, 400, 216, false), adjusted = cover(table, 400, 216, true);
  for (const Coverage& coverage : {plain, adjusted}) {
    CHECK(coverage.covered >= 371);  // 92.8%
    CHECK(coverage.covered <= 389);  // 97.2%
  }
  CHECK(plain.variance > 3 * adjusted.variance);
}

/// `test_search "[coverage]"` measures longer games with more trials.
TEST_CASE("Coverage and variances of rollouts of six checkers a side", "[.][coverage]") {
  const auto table = bearoff(6);
  const Coverage plain = cover(table, 400, 1296, false), adjusted = cover(table, 400, 1296, true);
  WARN("covered without luck adjustment " << plain.covered / 4.0 << "%, with " << adjusted.covered / 4.0
                                          << "%; ratio of variances " << plain.variance / adjusted.variance);
}

TEST_CASE("An exact table ends rollouts early with the same expectation", "[rollout]") {
  const auto table = bearoff(4);
  auto players = bearoff_players(table);
  players.exact = table;
  const backgammon::Position position{backgammon::home_board(500), backgammon::home_board(450)};
  REQUIRE_FALSE(table->find(position));
  const auto utility = weights_of<Backgammon>(Utility<Backgammon>{});
  // Plays outside the table are those of the pips.
  players.agent = std::make_unique<StaticAgent<Backgammon>>(
      std::make_unique<WithTable<Backgammon>>(std::make_unique<Pips<Backgammon>>(4.0), table));
  RolloutSums<Backgammon> early, late;
  Rollout<Backgammon>(players, {.luck = false}, 1).extend(position, 2160, early);
  players.exact = nullptr;
  Rollout<Backgammon>(players, {.luck = false}, 1).extend(position, 2160, late);
  const double error = std::hypot(early.standard_error(utility), late.standard_error(utility));
  CHECK(early.standard_error(utility) < 0.7 * late.standard_error(utility));
  CHECK(std::abs(early.mean(utility) - late.mean(utility)) < 3.5 * error);
}

}  // namespace
}  // namespace alea::tests
