// That the models keep the contract of engine/game.hpp, on random games.
#include <cmath>
#include <set>
#include <string>
#include <type_traits>

#include "tests/catch.hpp"
#include "tests/models/backgammon_model.hpp"
#include "tests/models/diablo_model.hpp"
#include "tests/models/dvonn_model.hpp"
#include "tests/models/race_model.hpp"
#include "tests/models/random_games.hpp"

using namespace alea;
using namespace alea::models;

namespace {

template <class Rolls>
bool sums_to_one(const Rolls& rolls) {
  double sum = 0;
  for (const auto& [roll, probability] : rolls) sum += probability;
  return std::abs(sum - 1) < 1e-12;
}

/// What is wrong at one turn of a game; empty if nothing is.
template <Game G>
std::string broken_promise(Side side, const typename G::Position& p, const typename G::Roll& roll,
                           const PlayList<G>& plays, std::size_t chosen) {
  if (!sums_to_one(G::rolls(p)) || !sums_to_one(G::opening_rolls(p))) return "probabilities of the rolls";
  if (plays.empty()) return "no play";
  const std::string text = G::format_position(p, side);
  const Situation<G> again = G::parse_position(text);
  if (!(again.position == p) || G::format_position(again.position, side) != text) return "text of the position";
  if (!(G::parse_roll(G::format_roll(roll)) == roll)) return "text of the roll";
  if (G::result(p)) return "a result of a live position";
  const std::string play = G::format_play(p, roll, plays.play(chosen));
  if (!(plays.position(G::find_play(p, roll, plays, play)) == plays.position(chosen))) return "text of the play";
  if constexpr (!std::is_same_v<G, DvonnModel>) {
    const auto positions = plays.positions();
    const std::set<typename G::Position> distinct(positions.begin(), positions.end());
    if (distinct.size() != plays.size()) return "a result listed twice";
  }
  return "";
}

}  // namespace

TEMPLATE_TEST_CASE("A model keeps the promises of a game in random games", "", BackgammonModel, DvonnModel,
                   DiabloModel<2>, DiabloModel<4>, DiabloModel<6>, RaceModel) {
  using G = TestType;
  std::string broken;
  int turns = 0;
  random_games<G>(
      10,
      [&](Side side, const auto& p, const auto& roll, const auto& plays, std::size_t chosen) {
        ++turns;
        const std::string what = broken_promise<G>(side, p, roll, plays, chosen);
        if (!what.empty()) broken += G::format_position(p, side) + ": " + what + "\n";
      },
      [&](const GameEnd<G>& end) {
        REQUIRE(end.result);
        double sum = 0;
        for (std::size_t i = 0; i < G::probabilities; ++i) sum += (*end.result)[i];
        CHECK(sum == 1);
      });
  CHECK(broken == "");
  CHECK(turns >= 20);
}

TEMPLATE_TEST_CASE("Changing sides twice changes nothing, once negates the utility", "", BackgammonModel, DvonnModel,
                   DiabloModel<4>, RaceModel) {
  using G = TestType;
  RollerValue<G> value;
  for (std::size_t i = 0; i < G::statistics; ++i) value[i] = static_cast<float>(i * i + 1) / 64;
  CHECK(flip(flip(value)) == value);
  CHECK_FALSE(flip(value) == value);
  CHECK(Utility<G>{}(flip(value)) == -Utility<G>{}(value));
}

TEMPLATE_TEST_CASE("A finished position seen by the other side has the flipped result", "", BackgammonModel, DvonnModel,
                   DiabloModel<2>, DiabloModel<4>, RaceModel) {
  using G = TestType;
  std::size_t ends = 0;
  random_games<G>(
      10,
      [&](Side, const auto&, const auto&, const auto& plays, std::size_t) {
        for (const auto& after : plays.positions()) {
          const auto result = G::result(after);
          if (!result) continue;
          ++ends;
          REQUIRE(G::result(after.flipped()) == flip(*result));
          REQUIRE(seen_by_mover<G>(after, *result).of == flip(*result).of);
        }
      },
      [](const auto&) {});
  CHECK(ends > 0);
}

TEST_CASE("Only DVONN's 49th placement leaves the mover on turn, and only there a value keeps its side") {
  std::string wrong;
  int placements = 0;
  random_games<DvonnModel>(
      5,
      [&](Side side, const auto&, const auto&, const auto& plays, std::size_t chosen) {
        const auto& after = plays.position(chosen);
        const bool last = ++placements == 49;
        if (DvonnModel::same_mover(after) != last) wrong += "same_mover ";
        if (next_side<DvonnModel>(after, side) != (last ? side : other(side))) wrong += "next_side ";
        const RollerValue<DvonnModel> value{{0.5f, 0.25f, 0.25f, 3}};
        const MoverValue<DvonnModel> kept{{0.5f, 0.25f, 0.25f, 3}}, flipped{{0.25f, 0.25f, 0.5f, -3}};
        if (!(seen_by_mover<DvonnModel>(after, value) == (last ? kept : flipped))) wrong += "seen_by_mover ";
      },
      [&](const auto&) { placements = 0; });
  CHECK(wrong == "");
}

TEST_CASE("A backgammon game starts with fifteen rolls and goes on with twenty-one") {
  const auto start = BackgammonModel::start();
  CHECK(BackgammonModel::opening_rolls(start).size() == 15);
  CHECK(BackgammonModel::rolls(start).size() == 21);
}
