// The fast backgammon engine against the model.
#include <string>

#include "engine/backgammon/backgammon.hpp"
#include "tests/catch.hpp"
#include "tests/models/backgammon_model.hpp"
#include "tests/models/check_equal.hpp"
#include "tests/models/random_games.hpp"

using namespace alea;
using namespace alea::models;

namespace {

/// The engine joins steps in its notation (24/20); the model reads them one by one.
struct StepByStep : ByText<Backgammon, BackgammonModel> {
  std::string play(const Backgammon::Position&, const Dice&, const Backgammon::Play& play) const {
    BackgammonModel::Play steps;
    for (int i = 0; i < play.size(); ++i) {
      const auto& step = play.steps[static_cast<std::size_t>(i)];
      steps.steps[steps.size++] = {step.from, step.to};
    }
    return BackgammonModel::format_play({}, {}, steps);
  }
};

}  // namespace

TEST_CASE("Backgammon's engine and model list the same results in random games") {
  std::string wrong;
  int turns = 0;
  random_games<Backgammon>(
      30,
      [&](Side side, const auto& position, const auto& roll, const auto& plays, std::size_t chosen) {
        ++turns;
        wrong += difference<Backgammon, BackgammonModel>(position, roll, side);
        wrong += difference<Backgammon, BackgammonModel>(plays.position(chosen), roll, other(side));
      },
      [](const auto&) {});
  CHECK(wrong.substr(0, 2000) == "");
  CHECK(turns > 2000);
}

TEST_CASE("Backgammon's engine and model accept each other's plays") {
  std::string refused;
  random_games<Backgammon>(
      4,
      [&](Side side, const auto& position, const auto& roll, const auto&, std::size_t) {
        const auto model = ByText<Backgammon, BackgammonModel>{}.position(position, side).position;
        refused += refused_plays<Backgammon, BackgammonModel, StepByStep>(position, roll, side);
        refused += refused_plays<BackgammonModel, Backgammon>(model, roll, side);
      },
      [](const auto&) {});
  CHECK(refused.substr(0, 2000) == "");
}
