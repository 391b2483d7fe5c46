// What is written for a play, against the same said plainly, and appended to a text.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "engine/backgammon/backgammon.hpp"
#include "engine/dvonn/dvonn.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"

namespace {

using namespace alea;

std::string point_name(int point) { return point == 25 ? "bar" : point == 0 ? "off" : std::to_string(point); }

/// The ways of single checkers, the highest first.
std::vector<std::vector<int>> ways_of(const Backgammon::Play& play) {
  std::vector<std::vector<int>> ways;
  for (const auto step : play.steps) {
    if (step.from == 0) break;
    const auto earlier = std::ranges::find_if(ways, [&](const auto& way) { return way.back() == step.from; });
    if (earlier == ways.end()) {
      ways.push_back({step.from, step.to});
    } else {
      earlier->push_back(step.to);
    }
  }
  std::ranges::sort(ways, std::greater());
  return ways;
}

std::string plain_text(const Backgammon::Position& position, const Backgammon::Play& play) {
  auto their = position.their;
  const auto hit = [&](int point) {
    if (point == 0 || their.count(25 - point) != 1) return false;
    their.remove(1u << (24 - point));
    return true;
  };
  const auto ways = ways_of(play);
  std::string text;
  for (auto way = ways.begin(); way != ways.end();) {
    const auto next = std::find_if(way, ways.end(), [&](const auto& other) { return other != *way; });
    text += (text.empty() ? "" : " ") + point_name(way->front());
    for (std::size_t i = 1; i < way->size(); ++i) {
      const bool hits = hit((*way)[i]);
      if (hits || i + 1 == way->size()) text += '/' + point_name((*way)[i]) + (hits ? "*" : "");
    }
    if (next - way > 1) text += '(' + std::to_string(next - way) + ')';
    way = next;
  }
  return text.empty() ? "pass" : text;
}

/// Calls `visit(position, roll, play)` for `turns` turns of games between random players.
template <Game G, class Visit>
void play_randomly(int turns, const Visit& visit) {
  PlayList<G> plays;
  for (std::uint64_t game = 0; turns > 0; ++game) {
    Random dice(7, Purpose::dice, 0, game), choice(7, Purpose::first_agent, 0, game);
    const auto any = [&](Side, const auto&, const auto&, const auto& list) {
      return choice.below(static_cast<std::uint32_t>(list.size()));
    };
    const auto show = [&](Side, const auto& position, const auto& roll, const auto& list, std::size_t chosen) {
      visit(position, roll, list.play(chosen));
    };
    turns -= play_game<G>(G::start(dice), Side::first, dice, plays, turns, any, show).turns;
  }
}

TEST_CASE("A play is written as the rules of notation say, and as long as it is") {
  int wrong = 0;
  std::string example;
  play_randomly<Backgammon>(300'000, [&](const auto& position, Dice roll, const auto& play) {
    const std::string text = Backgammon::format_play(position, roll, play), expected = plain_text(position, play);
    if (text == expected) return;
    ++wrong;
    example = text + " instead of " + expected;
  });
  CAPTURE(example);
  CHECK(wrong == 0);
}

TEST_CASE("The longest plays are written whole") {
  Backgammon::Position position;
  for (const int point : {24, 20, 16, 12}) position.own.put(point, 1);
  for (const int point : {22, 18, 14, 10}) position.their.put(25 - point, 1);
  CHECK(Backgammon::format_play(position, {2, 2}, {{{{24, 22}, {20, 18}, {16, 14}, {12, 10}}}}) ==
        "24/22* 20/18* 16/14* 12/10*");
  position = {};
  position.own.put(25, 1);
  for (const int point : {24, 23, 22, 21}) position.their.put(25 - point, 1);
  CHECK(Backgammon::format_play(position, {1, 1}, {{{{25, 24}, {24, 23}, {23, 22}, {22, 21}}}}) ==
        "bar/24*/23*/22*/21*");
}

template <Game G>
int wrongly_appended() {
  int wrong = 0;
  std::string text;
  play_randomly<G>(3'000, [&](const auto& position, const auto& roll, const auto& play) {
    const std::string expected = text + G::format_play(position, roll, play);
    append_play<G>(text, position, roll, play);
    wrong += text != expected;
    if (text.size() > 1'000) text.clear();
  });
  return wrong;
}

TEST_CASE("A play is appended to what there is") {
  CHECK(wrongly_appended<Backgammon>() == 0);
  CHECK(wrongly_appended<Dvonn>() == 0);
}

}  // namespace
