#include "selfplay/targets.hpp"

#include <cmath>

#include "selfplay/actor.hpp"
#include "tests/catch.hpp"
#include "tests/selfplay/race_training.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

/// Any opinion at all, the same for the same position.
class HashedOpinion final : public Evaluator<RaceModel> {
 public:
  void evaluate(std::span<const RaceModel::Position> positions, std::span<RollerValue<RaceModel>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = opinion(positions[i]);
  }
  std::unique_ptr<Evaluator<RaceModel>> clone() const override { return std::make_unique<HashedOpinion>(); }

  static RollerValue<RaceModel> opinion(const RaceModel::Position& p) {
    if (const auto result = RaceModel::result(p)) return *result;
    std::uint64_t hash = 0;
    for (const auto& side : {p.own, p.their}) {
      for (const auto count : side) hash = hash * 4 + count;
    }
    const auto win = static_cast<float>(Random(hash, Purpose::test).uniform());
    return {{win, 1 - win}};
  }
};

/// Orders positions as the exact values do, so that play by it is perfect, but thinks little of any advantage.
class Timid final : public Evaluator<RaceModel> {
 public:
  void evaluate(std::span<const RaceModel::Position> positions, std::span<RollerValue<RaceModel>> values) override {
    race_.evaluate(positions, values);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (RaceModel::finished(positions[i])) continue;
      for (float& probability : values[i].of) probability = 0.5F + 0.3F * (probability - 0.5F);
    }
  }
  std::unique_ptr<Evaluator<RaceModel>> clone() const override { return std::make_unique<Timid>(); }

  /// What it expects to think `turns` turns later.
  double win_of(const RaceModel::Position& p, int turns) {
    if (turns == 0 || RaceModel::finished(p)) return static_cast<double>(evaluate_one(p)[RaceModel::win]);
    double win = 0;
    for (const auto& [roll, probability] : RaceModel::rolls(p)) {
      PlayList<RaceModel> plays(16);
      ValueBuffer<RaceModel> values;
      RaceModel::plays(p, roll, plays);
      const std::size_t best = best_play<RaceModel>(*this, {}, plays, values).index;
      win += probability * (1 - win_of(plays.position(best), turns - 1));
    }
    return win;
  }

 private:
  ExactRace race_;
};

/// Mean and standard error.
std::pair<double, double> mean_of(const std::vector<double>& numbers) {
  double sum = 0, squares = 0;
  for (const double x : numbers) sum += x;
  const auto n = static_cast<double>(numbers.size());
  for (const double x : numbers) squares += (x - sum / n) * (x - sum / n);
  return {sum / n, std::sqrt(squares / (n - 1) / n)};
}

void check_value(const RollerValue<RaceModel>& value, double win) {
  CHECK(value[RaceModel::win] == Approx(win).margin(1e-6));
  CHECK(value[RaceModel::lose] == Approx(1 - win).margin(1e-6));
}

const RaceModel::Position any = RaceModel::start();

}  // namespace

TEST_CASE("lambda-returns of three turns are those worked out by hand") {
  //   t            0          1          2, which ends the game
  //   value      .6 .4      .3 .7      1 0
  //   target(2)                        1 0
  //   target(1)             .5 (.3 .7) + .5 (0 1)     = .15 .85
  //   target(0)  .5 (.6 .4) + .5 (.85 .15)            = .725 .275
  std::vector<JudgedTurn<RaceModel>> turns{
      {any, {{.6F, .4F}}, false}, {any, {{.3F, .7F}}, false}, {any, {{1, 0}}, false}};
  std::vector<RollerValue<RaceModel>> targets(3);
  lambda_returns<RaceModel>(turns, 0.5F, targets);
  check_value(targets[2], 1);
  check_value(targets[1], .15);
  check_value(targets[0], .725);

  SECTION("an explored play cuts the return: its turn has the best play's value") {
    turns[1].explored = true;
    lambda_returns<RaceModel>(turns, 0.5F, targets);
    check_value(targets[2], 1);
    check_value(targets[1], .3);
    check_value(targets[0], .5 * .6 + .5 * .7);
  }
  SECTION("lambda 0 is the one-step target, lambda 1 the result") {
    lambda_returns<RaceModel>(turns, 0, targets);
    check_value(targets[0], .6);
    check_value(targets[1], .3);
    lambda_returns<RaceModel>(turns, 1, targets);
    check_value(targets[0], 1);
    check_value(targets[1], 0);
  }
}

TEST_CASE("the exact backup of any opinion is the mean of the best replies") {
  HashedOpinion net;
  PlayList<RaceModel> plays, own;
  ValueBuffer<RaceModel> values;
  ExactRace race;
  race.win_of(RaceModel::start());
  int wrong = 0;
  for (const auto& [position, win] : race.known()) {
    double mean = 0;
    for (const auto& [roll, probability] : RaceModel::rolls(position)) {
      RaceModel::plays(position, roll, own);
      float best = 0;
      for (const auto& after : own.positions()) best = std::max(best, HashedOpinion::opinion(after)[RaceModel::lose]);
      mean += probability * static_cast<double>(best);
    }
    const auto backup = exact_backup<RaceModel>(net, {}, position, plays, values);
    wrong += std::abs(static_cast<double>(backup[RaceModel::win]) - mean) > 1e-6;
  }
  CHECK(race.known().size() > 50);
  CHECK(wrong == 0);
}

TEST_CASE("the exact backup of exact values is the exact value") {
  ExactRace race;
  PlayList<RaceModel> plays;
  ValueBuffer<RaceModel> values;
  check_value(exact_backup<RaceModel>(race, {}, RaceModel::start(), plays, values), 201.0 / 256);
}

TEST_CASE("labels by rollouts are right on average, to the end of the game or to where they are cut") {
  const int turns = GENERATE(3, 100);
  CAPTURE(turns);
  const SelfPlayOptions options{
      .exact = true, .label_share = 0.5, .hard_share = 1, .rollout_trials = 3, .rollout_turns = turns};
  Actor<RaceModel> actor(std::make_unique<Timid>(), options);
  Examples<RaceModel> examples;
  for (int game = 0; game < 1500; ++game) actor.play(game, examples);
  Timid timid;
  ExactRace race;
  std::map<RaceModel::Position, double> right;
  std::vector<double> labels_of_start, errors;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const RaceModel::Position& p = examples.positions[i];
    if (!right.contains(p)) right[p] = turns == 100 ? race.win_of(p) : timid.win_of(p, turns);
    const double label = static_cast<double>(examples.targets[i][RaceModel::win]);
    errors.push_back(label - right[p]);
    if (p == RaceModel::start()) labels_of_start.push_back(label);
  }
  const auto [error, error_of_all] = mean_of(errors);
  CHECK(std::abs(error) < 3.5 * error_of_all);
  CHECK(error_of_all < 0.005);
  const auto [start, error_of_start] = mean_of(labels_of_start);
  CHECK(std::abs(start - right[RaceModel::start()]) < 3.5 * error_of_start);
  CHECK(error_of_start > 1e-4);  // each has dice of its own
  CHECK(error_of_start < 0.01);
  const double one_ply = timid.win_of(RaceModel::start(), 1);
  CHECK(std::abs(start - one_ply) > 10 * error_of_start);
}

TEST_CASE("what a game teaches does not depend on the games before it") {
  const SelfPlayOptions returns{.seed = 3, .exploration = 0.3, .lambda = 0.5F};
  const SelfPlayOptions rollouts{
      .seed = 3, .exact = true, .label_share = 0.7, .hard_share = 0.5, .rollout_trials = 5, .rollout_turns = 3};
  const SelfPlayOptions options = GENERATE_COPY(returns, rollouts);
  Actor<RaceModel> one(std::make_unique<HashedOpinion>(), options), other(std::make_unique<HashedOpinion>(), options);
  Examples<RaceModel> warm_up, a, b;
  for (int game = 0; game < 17; ++game) one.play(game, warm_up);
  for (int game = 17; game < 40; ++game) {
    one.play(game, a);
    other.play(game, b);
  }
  CHECK(a.games == 23);
  if (!options.exact) CHECK(a.turns == static_cast<std::int64_t>(a.size()));
  CHECK(a.positions == b.positions);
  CHECK(a.targets == b.targets);
}

TEST_CASE("a game that is cut teaches by the net's opinion alone") {
  Actor<RaceModel> actor(std::make_unique<HashedOpinion>(), {.max_turns = 1, .lambda = 1});
  Examples<RaceModel> examples;
  for (int game = 0; game < 20; ++game) actor.play(game, examples);
  CHECK(examples.cut == 20);
  CHECK(examples.turns == 20);
  REQUIRE(examples.size() == 20);
  for (const auto& target : examples.targets) {
    CHECK(target[RaceModel::win] > 0);
    CHECK(target[RaceModel::win] < 1);
  }
}

TEST_CASE("a label share learns from about that share of the positions, by exact backups") {
  Actor<RaceModel> actor(std::make_unique<ExactRace>(), {.exact = true, .label_share = 0.25});
  Examples<RaceModel> examples;
  for (int game = 0; game < 1000; ++game) actor.play(game, examples);
  CHECK(static_cast<double>(examples.size()) / static_cast<double>(examples.turns) == Approx(0.25).margin(0.03));
  ExactRace race;
  int wrong = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    wrong +=
        std::abs(static_cast<double>(examples.targets[i][RaceModel::win]) - race.win_of(examples.positions[i])) > 1e-6;
  }
  CHECK(wrong == 0);
}

TEST_CASE("batches hold every example once and differ by at most one") {
  for (const auto& [examples, batch] : {std::pair{1000, 64}, {64, 64}, {95, 64}, {97, 64}, {1, 64}, {1023, 1}}) {
    CAPTURE(examples, batch);
    const Batches batches(static_cast<std::size_t>(examples), static_cast<std::size_t>(batch));
    std::size_t least = batches.size, most = 0;
    for (std::size_t b = 0; b < batches.count; ++b) {
      const std::size_t size = batches.begin(b + 1) - batches.begin(b);
      least = std::min(least, size);
      most = std::max(most, size);
    }
    CHECK(batches.begin(0) == 0);
    CHECK(batches.begin(batches.count) == batches.size);
    CHECK(most - least <= 1);
    CHECK(least >= 1);
  }
}

TEST_CASE("a pass over a window is a permutation of its examples") {
  Actor<RaceModel> actor(std::make_unique<HashedOpinion>(), {});
  Examples<RaceModel> first, second;
  for (int game = 0; game < 5; ++game) actor.play(game, first);
  for (int game = 5; game < 9; ++game) actor.play(game, second);
  ReplayOrder<RaceModel> order;
  order.begin({&first, &second}, Random(1, Purpose::shuffle));
  const auto all = [&] {
    std::vector<RaceModel::Position> positions;
    for (std::size_t i = 0; i < order.size(); ++i) positions.push_back(order.position(i));
    return positions;
  };
  auto before = all();
  order.shuffle();
  auto after = all();
  CHECK(before.size() == first.size() + second.size());
  CHECK(before != after);
  std::ranges::sort(before);
  std::ranges::sort(after);
  CHECK(before == after);
}
