// Positions to try networks on.
#pragma once

#include <vector>

#include "engine/backgammon/backgammon.hpp"
#include "selfplay/driver.hpp"

namespace alea::tests {

/// Checkers anywhere, bar and off included, blots and towers alike: far more varied than play.
inline backgammon::Position scattered_position(Random& random) {
  backgammon::Position position;
  for (auto* side : {&position.own, &position.their}) {
    const std::uint32_t spread = 1 + random.below(26);  // few places make tall stacks
    for (int n = 0; n < backgammon::checkers; ++n) {
      const std::uint32_t place = (random.below(spread) + 7) % 26;
      if (place < 25) side->add(1U << place);
    }
  }
  return position;
}

/// All plays of each roll of random games: the batches that play and training evaluate.
inline std::vector<std::vector<backgammon::Position>> sibling_batches(std::size_t batches, std::uint64_t seed) {
  std::vector<std::vector<backgammon::Position>> result;
  PlayList<Backgammon> plays;
  for (std::uint64_t game = 0; result.size() < batches; ++game) {
    Random dice(seed, Purpose::dice, 0, game), choice(seed, Purpose::test, 0, game);
    play_game<Backgammon>(
        Backgammon::start(), Side::first, dice, plays, 1000,
        [&](Side, const auto&, const auto&, const auto& list) {
          return choice.below(static_cast<std::uint32_t>(list.size()));
        },
        [&](Side, const auto&, const auto&, const auto& list, std::size_t) {
          if (result.size() < batches) result.emplace_back(list.positions().begin(), list.positions().end());
        });
  }
  return result;
}

}  // namespace alea::tests
