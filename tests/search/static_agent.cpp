// 0-ply: the play that the Evaluator likes best. With exact values for an Evaluator that is best play.
#include "search/static_agent.hpp"

#include "engine/backgammon/backgammon.hpp"
#include "search/random_agent.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/race_model.hpp"
#include "tests/models/random_games.hpp"

namespace alea {
namespace {

using models::BruteForce;
using models::RaceModel;

/// The exact values of a game small enough, as an Evaluator.
template <Game G>
class ExactEvaluator final : public Evaluator<G> {
 public:
  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = exact_(positions[i]);
  }
  std::unique_ptr<Evaluator<G>> clone() const override { return std::make_unique<ExactEvaluator>(); }

 private:
  BruteForce<G> exact_;
};

/// The difference in pips, squashed by nothing: an Evaluator that can be followed by hand.
class PipEvaluator final : public Evaluator<Backgammon> {
 public:
  void evaluate(std::span<const backgammon::Position> positions, std::span<RollerValue<Backgammon>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto lead = static_cast<float>(positions[i].their_pips() - positions[i].pips());
      values[i] = {{0.5F + lead / 1000, 0, 0, 0.5F - lead / 1000, 0, 0}};
    }
  }
  std::unique_ptr<Evaluator<Backgammon>> clone() const override { return std::make_unique<PipEvaluator>(); }
};

TEST_CASE("With exact values, 0-ply play is as good as brute force in every turn of random games") {
  StaticAgent<RaceModel> agent(std::make_unique<ExactEvaluator<RaceModel>>());
  const auto other_thread = agent.clone();
  BruteForce<RaceModel> exact;
  Random random(1, Purpose::test);
  int turns = 0, worse = 0, differ = 0;
  models::random_games<RaceModel>(
      200,
      [&](Side, const auto& position, const auto& roll, const auto& plays, std::size_t) {
        const std::size_t chosen = agent.choose(position, roll, plays, random);
        const auto& after = plays.position(chosen);
        ++turns;
        worse += !(seen_by_mover<RaceModel>(after, exact(after)) == exact.best(position, roll));
        differ += other_thread->choose(position, roll, plays, random) != chosen;
      },
      [](const auto&) {});
  REQUIRE(turns > 500);
  CHECK(worse == 0);
  CHECK(differ == 0);
}

TEST_CASE("A report ranks all plays by the mover's utility and keeps the order of equals") {
  StaticAgent<Backgammon> agent(std::make_unique<PipEvaluator>());
  const auto start = Backgammon::start();
  PlayList<Backgammon> plays;
  for (const auto& [roll, probability] : Backgammon::rolls(start)) {
    Backgammon::plays(start, roll, plays);
    const auto report = agent.analyse(start, roll);
    REQUIRE(report.candidates.size() == plays.size());
    REQUIRE(report.nodes == static_cast<std::int64_t>(plays.size()));
    const auto place = [&](std::size_t i) {
      const auto all = plays.plays();
      return std::find(all.begin(), all.end(), report.candidates[i].play) - all.begin();
    };
    for (std::size_t i = 0; i < report.candidates.size(); ++i) {
      const auto& candidate = report.candidates[i];
      CHECK(candidate.after == plays.position(static_cast<std::size_t>(place(i))));
      CHECK(candidate.utility == Utility<Backgammon>{}(candidate.value));
      if (i == 0) continue;
      const auto& better = report.candidates[i - 1];
      CHECK(better.utility >= candidate.utility);
      if (better.utility == candidate.utility) CHECK(place(i - 1) < place(i));
    }
  }
}

TEST_CASE("The mover's value is the flip of what the evaluator tells the next roller") {
  StaticAgent<Backgammon> agent(std::make_unique<PipEvaluator>());
  const auto start = Backgammon::start();
  const auto best = agent.analyse(start, {6, 5}).candidates.front();
  // 11 pips ahead after the play.
  CHECK(best.value[Backgammon::win_single] == Approx(0.511));
  CHECK(agent.evaluate(best.after)[Backgammon::win_single] == Approx(0.489));
}

TEST_CASE("The random agent plays every play, and puts no value on anything") {
  RandomAgent<Backgammon> agent;
  const auto start = Backgammon::start();
  PlayList<Backgammon> plays;
  Backgammon::plays(start, {3, 1}, plays);
  Random random(1, Purpose::test);
  std::vector<int> times(plays.size());
  for (int i = 0; i < 1600; ++i) ++times[agent.choose(start, {3, 1}, plays, random)];
  CHECK(*std::min_element(times.begin(), times.end()) > 60);  // 100 expected, standard deviation 10
  CHECK_THROWS_AS(agent.evaluate(start), InputError);
  CHECK_THROWS_AS(agent.analyse(start, {3, 1}), InputError);
}

}  // namespace
}  // namespace alea
