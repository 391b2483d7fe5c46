// Luck adjustment on the race, whose values are known.
#include <cmath>

#include "search/random_agent.hpp"
#include "search/static_agent.hpp"
#include "selfplay/game_table_impl.hpp"
#include "selfplay/luck_impl.hpp"
#include "selfplay/match_impl.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/race_model.hpp"

namespace alea {
namespace {

using models::RaceModel;

class ExactJudge final : public Evaluator<RaceModel> {
 public:
  void evaluate(std::span<const RaceModel::Position> positions, std::span<RollerValue<RaceModel>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = exact_(positions[i]);
  }
  std::unique_ptr<Evaluator<RaceModel>> clone() const override { return std::make_unique<ExactJudge>(); }

 private:
  models::BruteForce<RaceModel> exact_;
};

/// Counts pips badly: right about who is ahead, more or less, and no more.
class RoughJudge final : public Evaluator<RaceModel> {
 public:
  void evaluate(std::span<const RaceModel::Position> positions, std::span<RollerValue<RaceModel>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto& [own, their] = positions[i];
      const int ahead = their[0] + 2 * their[1] + 3 * their[2] - own[0] - 2 * own[1] - 3 * own[2];
      const float win = 1 / (1 + std::exp(-0.8f * static_cast<float>(ahead) - 0.3f));
      values[i] = {{win, 1 - win}};
    }
  }
  std::unique_ptr<Evaluator<RaceModel>> clone() const override { return std::make_unique<RoughJudge>(); }
};

const RandomAgent<RaceModel> random_agent;
const StaticAgent<RaceModel> best_agent(std::make_unique<ExactJudge>());

template <class Judge>
MatchReport match(const Agent<RaceModel>& a, const Agent<RaceModel>& b, std::int64_t games, bool paired) {
  const StaticLuckJudge<RaceModel> judge(std::make_unique<Judge>());
  return play_match<RaceModel>({"A", a}, {"B", b}, {.games = games, .each = {.paired = paired, .seed = 3}}, {},
                               {.luck = &judge});
}

TEST_CASE("nothing is left of luck where best play meets an exact judge", "[threads]") {
  const double start = 201.0 / 256;  // wins of the side that moves first, derived by hand in race_model.hpp
  const MatchReport pairs = match<ExactJudge>(best_agent, best_agent, 1000, true);
  REQUIRE(pairs.adjusted);
  CHECK(pairs.adjusted->mean() == Approx(0.5));
  CHECK(pairs.adjusted->standard_error() < 1e-6);
  CHECK(pairs.score.standard_error() == 0);  // the same dice and the same plays: each wins one of a pair

  const MatchReport games = match<ExactJudge>(best_agent, best_agent, 1000, false);
  CHECK(games.score.standard_error() > 0.01);
  // A moves first in every other game, and then the luck-free score is exactly the value of the start.
  CHECK(games.adjusted->mean() == Approx(0.5));
  CHECK(games.adjusted->variance() == Approx((start - 0.5) * (start - 0.5)).epsilon(2e-3));
}

TEST_CASE("luck by a rough judge leaves the score unbiased and makes it less noisy", "[threads]") {
  for (const bool paired : {false, true}) {
    CAPTURE(paired);
    const MatchReport report = match<RoughJudge>(best_agent, random_agent, 20'000, paired);
    REQUIRE(report.adjusted);
    // The adjusted score and the raw one have one expectation: over many games they agree within their errors, which
    // are not independent; the sum of both bounds that of the difference.
    const double error = report.score.standard_error() + report.adjusted->standard_error();
    CHECK(std::abs(report.score.mean() - report.adjusted->mean()) < 2 * error);
    CHECK(report.adjusted->variance() < 0.9 * report.score.variance());
  }
}

TEST_CASE("the mean luck of all rolls of a position is zero, whoever judges") {
  StaticLuckJudge<RaceModel> rough(std::make_unique<RoughJudge>());
  AgentLuckJudge<RaceModel> by_agent(std::make_unique<StaticAgent<RaceModel>>(std::make_unique<RoughJudge>()));
  for (const char* const text : {"321 321", "33 22", "21 33", "3 1"}) {
    CAPTURE(text);
    const auto position = RaceModel::parse_position(text).position;
    const auto rolls = RaceModel::rolls(position);
    double sum = 0;
    for (const auto& [roll, probability] : rolls) {
      const double luck = rough.luck(position, roll, rolls);
      CHECK(by_agent.luck(position, roll, rolls) == Approx(luck).margin(1e-6));
      sum += probability * luck;
    }
    CHECK(sum == Approx(0).margin(1e-6));
  }
}

TEST_CASE("the number of threads changes no bit of an adjusted score", "[threads]") {
  const StaticLuckJudge<RaceModel> judge(std::make_unique<RoughJudge>());
  const auto adjusted = [&](int threads) {
    return *play_match<RaceModel>({"A", best_agent}, {"B", random_agent}, {.games = 300, .threads = threads}, {},
                                  {.luck = &judge})
                .adjusted;
  };
  CHECK(adjusted(1).mean() == adjusted(4).mean());
  CHECK(adjusted(1).variance() == adjusted(4).variance());
}

TEST_CASE("luck is judged where there are dice, by who puts a value on positions") {
  const auto field = [](const char* agent, auto make) -> std::string {
    try {
      make(agent);
    } catch (const InputError& error) {
      return error.field();
    }
    return "";
  };
  const auto in_dvonn = [](const char* agent) { make_luck_judge<Dvonn>(agent); };
  const auto in_backgammon = [](const char* agent) { make_luck_judge<Backgammon>(agent); };
  CHECK(field("net", in_dvonn) == "luck");
  CHECK(field("random", in_backgammon) == "luck");
  CHECK(field("no such agent", in_backgammon) == "agent");
  CHECK(field("net:weights=fast", in_backgammon).empty());
}

}  // namespace
}  // namespace alea
