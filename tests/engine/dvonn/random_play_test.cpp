// Random plays drawn without a list, against the list.
#include "engine/dvonn/random_play.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "tests/engine/dvonn/helpers.hpp"

using namespace alea;

namespace {

/// How often each following position is drawn.
using Draws = std::map<std::array<dvonn::Bits, dvonn::Position::planes>, int>;

Draws draw(const Dvonn::Position& position, Random& random, int draws) {
  Draws drawn;
  for (int i = 0; i < draws; ++i) {
    Dvonn::Position after = position;
    if (dvonn::make_random_play(after, random)) ++drawn[after.plane];
  }
  return drawn;
}

}  // namespace

TEST_CASE("A random DVONN play is any legal play, each as often as the others") {
  // Pearson's statistic of a position has mean n - 1 and variance 2 (n - 1), about; so has the sum over positions.
  constexpr int draws_a_play = 20;
  double statistic = 0, freedom = 0;
  int illegal = 0, positions = 0;
  Random random(3, Purpose::test);
  PlayList<Dvonn> list;
  tests::random_games(20, true, [&](const Dvonn::Position& position, Side) {
    if (Dvonn::finished(position)) return;
    Dvonn::plays(position, {}, list);
    Draws expected;
    for (const auto& after : list.positions()) expected[after.plane] += draws_a_play;
    const Draws drawn = draw(position, random, draws_a_play * static_cast<int>(list.size()));
    for (const auto& [after, times] : drawn) illegal += expected.contains(after) ? 0 : times;
    for (const auto& [after, times] : expected) {
      const auto found = drawn.find(after);
      const double difference = (found == drawn.end() ? 0 : found->second) - times;
      statistic += difference * difference / times;
    }
    freedom += static_cast<double>(expected.size()) - 1;
    ++positions;
  });
  CHECK(positions > 500);
  CHECK(illegal == 0);
  CAPTURE(statistic, freedom);
  CHECK(std::abs(statistic - freedom) < 4 * std::sqrt(2 * freedom));
}

TEST_CASE("Random play ends where the game ends, and a pass draws no number") {
  int wrong = 0, passes = 0;
  PlayList<Dvonn> list;
  tests::random_games(100, true, [&](const Dvonn::Position& position, Side) {
    Random random(5, Purpose::test), untouched = random;
    Dvonn::Position after = position;
    const bool played = dvonn::make_random_play(after, random);
    wrong += played == Dvonn::finished(position) || (!played && after != position);
    if (!played) return;
    Dvonn::plays(position, {}, list);
    if (!list.play(0).is_pass()) return;
    ++passes;
    wrong += after != position.flipped() || random() != untouched();
  });
  CHECK(wrong == 0);
  CHECK(passes > 50);
}

TEST_CASE("The same seed plays the same random game") {
  const auto end = [](std::uint64_t seed) {
    Random random(seed, Purpose::test);
    Dvonn::Position position = Dvonn::random_start(random);
    while (dvonn::make_random_play(position, random)) continue;
    return position;
  };
  CHECK(end(1) == end(1));
  CHECK(end(1) != end(2));
}
