// The rules one by one, on boards small enough to check by eye.
#include "tests/catch.hpp"
#include "tests/engine/diablo/sizes.hpp"

namespace alea::tests {
namespace {

using Results = std::vector<std::string>;

template <int N>
Results results(const std::string& position, const std::string& dice) {
  using G = Diablo<N>;
  return results_of(G::parse_position(position), G::parse_roll(dice));
}

TEST_CASE("The first turn is one action with either die: 2N(N-d) moves for a die d") {
  const auto check = []<class G>() {
    for (const auto& [dice, probability] : G::rolls(G::start())) {
      const int n = G::size;
      const int expected = 2 * n * (n - dice.high) + (dice.is_double() ? 0 : 2 * n * (n - dice.low));
      CHECK(plays_of<G>(G::start(), dice).size() == static_cast<std::size_t>(expected));
    }
  };
  check.template operator()<Diablo<2>>();
  check.template operator()<Diablo<4>>();
  check.template operator()<Diablo<6>>();
  check.template operator()<Diablo<8>>();
  check.template operator()<Diablo<10>>();
  check.template operator()<Diablo<12>>();
  check.template operator()<Diablo<14>>();
  check.template operator()<Diablo<16>>();
}

TEST_CASE("The balancing rule belongs to Black, on a board of single checkers") {
  using G = Diablo<4>;
  CHECK(G::start().first_turn == 1);
  CHECK(G::parse_position("gbgb/bgbg/gbgb/bgbg b").position == G::start());
  CHECK(G::parse_position("gbgb/bgbg/gbgb/bgbg b").to_move == Side::first);
  CHECK(G::parse_position("gbgb/bgbg/gbgb/bgbg g").position.first_turn == 0);
  CHECK(G::parse_position("gbgb/bgbg/gbgb/bg.g b").position.first_turn == 0);
  CHECK(G::parse_position("gggg/gggg/bbbb/bbbb b").position.first_turn == 1);
  const PlayList<G> list = plays_of<G>(G::start(), {1, 1});
  for (const auto& after : list.positions()) CHECK(after.first_turn == 0);
}

TEST_CASE("With no move at all two checkers are removed, from one stack or two") {
  // At distance 1 there are only taller enemies.
  CHECK(results<6>("....g3b2/.....g3/....../....../g3...../b2g3.... b", "1-1") ==
        Results{"....g3./.....g3/....../....../g3...../b2g3.... g", "....g3b/.....g3/....../....../g3...../bg3.... g",
                "....g3b2/.....g3/....../....../g3...../.g3.... g"});
  CHECK(results<4>("..g2b/...g2/g2.../bg2.. b", "1-1") == Results{"..g2./...g2/g2.../.g2.. g"});
}

TEST_CASE("A lone last checker that must be removed ends the turn after one removal") {
  using G = Diablo<4>;
  const auto situation = G::parse_position("..../..../g2.../bg2.. b");
  const PlayList<G> list = plays_of<G>(situation.position, {1, 1});
  REQUIRE(list.size() == 1);
  CHECK(G::format_play(situation.position, {1, 1}, list.play(0)) == "A1-off");
  CHECK(G::result(list.position(0)) == RollerValue<G>{{1, 0}});
}

TEST_CASE("Capturing the last enemy stack ends the turn at once, though the other die could be played first") {
  // A1xB1 ends the game; C4 may move first, to an empty square, and then A1 may capture.
  const auto found = results<4>("..b./..../..../bg.. b", "2-1");
  const auto has = [&](const std::string& text) { return std::find(found.begin(), found.end(), text) != found.end(); };
  CHECK(has("..b./..../..../.b.. g"));
  CHECK(has("b.../..../..../.b.. g"));
  CHECK_FALSE(has("..b./..../..../...b g"));
}

TEST_CASE("A square left in this turn is unoccupied: a stack may go back to it, or another one follow") {
  const auto found = results<4>("..../..../b2.../bb.g b", "1-1");
  const auto has = [&](const std::string& text) { return std::find(found.begin(), found.end(), text) != found.end(); };
  CHECK(has("..../..../..../b3b.g g"));  // A1+A2 A2-A1
  CHECK(has("..../..../b3.../b..g g"));  // A1+A2 B1-A1
}

TEST_CASE("Two stacks of one height that can fill the same corners in two ways give one result") {
  const auto found = results<4>("..../..../gb../bg.. b", "1-1");
  CHECK(std::count(found.begin(), found.end(), "..../..../b.../.b.. g") == 1);
  CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
}

TEST_CASE("A side without checkers has lost, and if both are without, the player about to roll has") {
  using G = Diablo<4>;
  const auto result = [](const std::string& text) { return G::result(G::parse_position(text).position); };
  CHECK(result("..../..../..../g... b") == RollerValue<G>{{0, 1}});
  CHECK(result("..../..../..../g... g") == RollerValue<G>{{1, 0}});
  CHECK(result("..../..../..../.... b") == RollerValue<G>{{0, 1}});
  CHECK(result("..../..../..../gb.. b") == std::nullopt);
}

TEST_CASE("A stack of all checkers fits on the largest board") {
  using G = Diablo<16>;
  std::string rows = "b128g128";
  for (int square = 2; square < 256; ++square) rows += square % 16 == 0 ? "/." : ".";
  const auto situation = G::parse_position(rows + " g");
  CHECK(situation.position.own.count() == 128);
  CHECK(G::format_position(situation.position, Side::second) == rows + " g");
  const PlayList<G> list = plays_of<G>(situation.position, {1, 1});
  CHECK(std::any_of(list.positions().begin(), list.positions().end(), [](const auto& p) { return G::finished(p); }));
}

}  // namespace
}  // namespace alea::tests
