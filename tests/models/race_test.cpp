// The hand-made solution of the race (tests/models/race_model.hpp) and what finds it again.
#include <map>
#include <string>

#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/race_model.hpp"
#include "tests/models/text.hpp"

using namespace alea;
using namespace alea::models;

TEST_CASE("Brute force finds the race's values derived by hand") {
  const std::map<std::string, float> by_hand = {
      {"1 321", 1}, {"3 3", 13.f / 16},   {"3 1", 3.f / 4}, {"22 3", 7.f / 16},       {"31 3", 1.f / 4},
      {"31 1", 0},  {"33 22", 33.f / 64}, {"211 33", 1},    {"321 321", 201.f / 256},
  };
  BruteForce<RaceModel> exact;
  for (const auto& [text, win] : by_hand) {
    INFO(text);
    const auto position = RaceModel::parse_position(text).position;
    CHECK(exact(position)[RaceModel::win] == win);
    CHECK(exact(position)[RaceModel::lose] == 1 - win);
    CHECK(exact.utility(position) == 2 * win - 1);
  }
}

TEST_CASE("Brute force plays the best of the race's plays") {
  BruteForce<RaceModel> exact;
  const auto best = [&](const std::string& position, const std::string& roll) {
    return exact.best(RaceModel::parse_position(position).position, RaceModel::parse_roll(roll))[RaceModel::win];
  };
  CHECK(best("33 22", "2-2") == 3.f / 4);   // {1,1}: off next turn, unless {2,2} throws 2-2 first
  CHECK(best("33 22", "1-1") == 3.f / 16);  // {2,2}; {3,1} would never be in time
  CHECK(best("21 33", "1-1") == 1);
}

TEST_CASE("The race lists each result once and refuses other texts") {
  PlayList<RaceModel> list;
  const auto position = RaceModel::parse_position("31 1").position;
  RaceModel::plays(position, {2, 1}, list);
  REQUIRE(list.size() == 2);  // the 1 and the 2 from 3 to off; 3/1 1/off has the same result; 3/2 1/off has not
  CHECK(RaceModel::format_position(list.position(0)) == "1 2");
  CHECK(RaceModel::format_position(list.position(1)) == "1 1");
  CHECK_THROWS_AS(RaceModel::find_play(position, {2, 1}, list, "3/2 2/off "), InputError);
  for (const char* text : {"", "321", "3211 1", "4 1", "- -", "1  1"}) {
    CHECK_THROWS_AS(RaceModel::parse_position(text), InputError);
  }
}
