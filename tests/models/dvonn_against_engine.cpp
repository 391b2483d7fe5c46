// The fast DVONN engine against the model.
#include <string>

#include "engine/dvonn/dvonn.hpp"
#include "tests/catch.hpp"
#include "tests/models/check_equal.hpp"
#include "tests/models/dvonn_model.hpp"
#include "tests/models/random_games.hpp"

using namespace alea;
using namespace alea::models;

TEST_CASE("DVONN's engine and model list the same results and accept each other's plays in random games") {
  std::string wrong;
  int turns = 0;
  random_games<Dvonn>(
      40,
      [&](Side side, const auto& position, const auto& roll, const auto& plays, std::size_t chosen) {
        ++turns;
        const auto& after = plays.position(chosen);
        const auto model = ByText<Dvonn, DvonnModel>{}.position(position, side).position;
        wrong += difference<Dvonn, DvonnModel>(position, roll, side);
        wrong += refused_plays<Dvonn, DvonnModel>(position, roll, side);
        wrong += refused_plays<DvonnModel, Dvonn>(model, roll, side);
        if (Dvonn::finished(after)) wrong += difference<Dvonn, DvonnModel>(after, roll, next_side<Dvonn>(after, side));
      },
      [](const auto&) {});
  CHECK(wrong.substr(0, 2000) == "");
  CHECK(turns > 3000);
}

TEST_CASE("DVONN's engine and model agree on a White who must pass on the full board") {
  const auto full = Dvonn::parse_position("bbbbbbbbb/bwwwwwwwwb/bwwwwwwwwrb/bwwwwwwwrb/bbbbbbbbr w m").position;
  CHECK(difference<Dvonn, DvonnModel>(full, {}, Side::first) == "");
  PlayList<Dvonn> list;
  Dvonn::plays(full, {}, list);
  REQUIRE(list.size() == 1);
  CHECK(difference<Dvonn, DvonnModel>(list.position(0), {}, Side::second) == "");
}
