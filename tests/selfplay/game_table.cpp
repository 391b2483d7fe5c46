#include "selfplay/game_table.hpp"

#include <memory>
#include <string>
#include <vector>

#include "search/random_agent.hpp"
#include "selfplay/player_failure.hpp"
#include "selfplay/scoring.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

template <Game G>
GameTable<G> random_table(const GameOptions& options) {
  return {
      {"the first", std::make_unique<RandomAgent<G>>()}, {"the second", std::make_unique<RandomAgent<G>>()}, options};
}

/// A program from outside that can no longer be told of anything.
class Gone final : public Agent<Backgammon> {
 public:
  std::unique_ptr<Agent<Backgammon>> clone() const override { return std::make_unique<Gone>(); }
  std::size_t choose(const Backgammon::Position&, const Dice&, const PlayList<Backgammon>&, Random&) override {
    return 0;
  }
  void observe(const Backgammon::Position&, const Dice&, const backgammon::Play&) override {
    throw PlayerFailure(Fault::timeout, "does not listen");
  }
};

/// Throws on its third turn.
class Forgetful final : public Agent<Diablo<4>> {
 public:
  std::unique_ptr<Agent<Diablo<4>>> clone() const override { return std::make_unique<Forgetful>(*this); }
  std::size_t choose(const Diablo<4>::Position&, const Dice&, const PlayList<Diablo<4>>&, Random&) override {
    if (++turns_ == 3) throw RuntimeFailure("forgot the rules");
    return 0;
  }

 private:
  int turns_ = 0;
};

TEST_CASE("a game table reports each turn, from its start to its end") {
  auto table = random_table<Backgammon>({.seed = 5});
  for (const std::int64_t number : {0, 1}) {
    auto expected = Backgammon::start();
    int turns = 0;
    const auto& outcome = table.play(number, {.observe = [&](const Turn<Backgammon>& turn) {
                                       CHECK(turn.number == turns);
                                       CHECK((turn.position == expected));
                                       CHECK(turn.side == (turns % 2 == 0 ? Side::first : Side::second));
                                       CHECK(turn.player == ((turns + number) % 2 == 0 ? player_a : player_b));
                                       expected = turn.plays.position(turn.chosen);
                                       ++turns;
                                     }});
    CHECK(outcome.turns == turns);
    CHECK(outcome.plays[player_a] + outcome.plays[player_b] == turns);
    CHECK(outcome.end == GameOutcome::End::finished);
    CHECK_FALSE(outcome.failed);
    CHECK(outcome.seconds[player_a] > 0);
    const auto value = *Backgammon::result(expected);
    const bool a_is_next = (turns + number) % 2 == 0;
    const double to_next = Utility<Backgammon>{}(value);
    CHECK(outcome.score == (a_is_next ? to_next : -to_next));
    CHECK((outcome.score > 0) == (outcome.result < 3));
  }
}

TEST_CASE("a game may start anywhere, with the side to move moving first for A in even games") {
  const auto [position, to_move] = [] {
    const auto situation = Backgammon::parse_position("2wkAAAXkBgAAAA");
    return std::pair{situation.position, Side::second};
  }();
  auto table = random_table<Backgammon>({.seed = 5, .max_turns = 1});
  int doubles = 0;
  for (std::int64_t number = 0; number < 100; ++number) {
    table.play(number,
               {.observe =
                    [&](const Turn<Backgammon>& turn) {
                      CHECK((turn.position == position));
                      CHECK(turn.side == to_move);
                      CHECK(turn.player == (number % 2 == 0 ? player_a : player_b));
                      doubles += turn.roll.is_double();
                    }},
               &position, to_move);
  }
  CHECK(doubles > 0);  // all 21 rolls away from the start
}

TEST_CASE("an adjudicated game has the score that was given, and a result only if that is certain") {
  auto table = random_table<Diablo<4>>({});
  const auto at_turn_4 = [](RollerValue<Diablo<4>> value) {
    return [value, turn = 0](const Diablo<4>::Position&) mutable -> std::optional<RollerValue<Diablo<4>>> {
      if (turn++ == 4) return value;
      return std::nullopt;
    };
  };
  const auto& likely = table.play(0, {.adjudicate = at_turn_4({{0.75f, 0.25f}})});
  CHECK(likely.end == GameOutcome::End::adjudicated);
  CHECK(likely.turns == 4);
  CHECK(likely.score == 0.75);
  CHECK(likely.result == GameOutcome::no_result);

  const auto& certain = table.play(1, {.adjudicate = at_turn_4({{1, 0}})});
  CHECK(certain.score == 0);  // B moved first in game 1 and is next again
  CHECK(certain.result == 1);
}

TEST_CASE("a game that an agent failed tells how far it came and who failed") {
  GameTable<Diablo<4>> table({"one", std::make_unique<RandomAgent<Diablo<4>>>()},
                             {"two", std::make_unique<Forgetful>()}, {});
  CHECK_THROWS_AS(table.play(0), RuntimeFailure);
  CHECK(table.outcome().end == GameOutcome::End::unfinished);
  CHECK(table.outcome().failed == player_b);
  CHECK(table.outcome().turns == 5);
  CHECK(table.outcome().plays == std::array{3, 2});
  CHECK(table.play(1).end == GameOutcome::End::finished);
  CHECK_FALSE(table.outcome().failed);
}

TEST_CASE("a player who fails while the other moves is named, and so is the fault") {
  GameTable<Backgammon> table({"one", std::make_unique<RandomAgent<Backgammon>>()}, {"two", std::make_unique<Gone>()},
                              {.seed = 9});
  try {
    table.play(4);
    FAIL("nothing was thrown");
  } catch (const PlayerFailure& error) {
    CHECK(error.fault() == Fault::timeout);
    CHECK(std::string(error.what()).find("game 5 (seed 9), agent B, two, at 4HPwATDgc/ABMA ") == 0);
  }
  CHECK(table.outcome().failed == player_b);
}

TEST_CASE("a game is stopped before a turn, and blames nobody") {
  auto table = random_table<Dvonn>({});
  int turns = 0;
  CHECK_THROWS_AS(table.play(0, {.stop = [&] { return ++turns > 10; }}), GameStopped);
  CHECK(table.outcome().turns == 10);
  CHECK_FALSE(table.outcome().failed);
}

TEST_CASE("only games that have random starts begin with one") {
  CHECK_THROWS_AS(random_table<Backgammon>({.random_start = true}), InputError);
  CHECK_NOTHROW(random_table<Dvonn>({.random_start = true}));
}

TEST_CASE("scores are points in backgammon, else shares of a win") {
  CHECK(score_of<Backgammon>(-2) == -2);
  CHECK(score_of<Dvonn>(0) == 0.5);
  CHECK(score_of<Diablo<4>>(1) == 1);
  CHECK(score_of<Diablo<4>>(-0.5) == 0.25);
  CHECK(result_names<Backgammon>()[4] == "lose_gammon");
}

}  // namespace
}  // namespace alea
