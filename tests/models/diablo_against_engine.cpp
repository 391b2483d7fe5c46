// The fast Diablo engine against the model.
#include <string>

#include "engine/diablo/diablo.hpp"
#include "tests/catch.hpp"
#include "tests/models/check_equal.hpp"
#include "tests/models/diablo_model.hpp"
#include "tests/models/random_games.hpp"

using namespace alea;
using namespace alea::models;

namespace {

/// What engine and model disagree on in `games` random games; every `sample`-th play is handed from one to the other.
template <int N>
std::string disagreements(int games, std::size_t sample) {
  using Fast = Diablo<N>;
  using Model = DiabloModel<N>;
  std::string wrong;
  random_games<Fast>(
      games,
      [&](Side side, const auto& position, const auto& roll, const auto& plays, std::size_t chosen) {
        const auto& after = plays.position(chosen);
        const auto model = ByText<Fast, Model>{}.position(position, side).position;
        wrong += difference<Fast, Model>(position, roll, side);
        wrong += refused_plays<Fast, Model>(position, roll, side, sample);
        wrong += refused_plays<Model, Fast>(model, roll, side, sample);
        if (Fast::finished(after)) wrong += difference<Fast, Model>(after, roll, other(side));
      },
      [](const auto&) {});
  return wrong.substr(0, 2000);
}

}  // namespace

TEST_CASE("Diablo's engine and model list the same results and accept each other's plays in random games") {
  CHECK(disagreements<2>(20, 1) == "");
  CHECK(disagreements<4>(60, 10) == "");
  CHECK(disagreements<6>(10, 300) == "");
  CHECK(disagreements<8>(2, 1000) == "");
}
