// Games of random plays: where the properties of games are looked for.
#pragma once

#include <cstdint>

#include "selfplay/driver.hpp"

namespace alea::models {

/// Plays `games` games from the game's own start. `look(side, position, roll, plays, chosen)` sees every turn before it
/// is made, `end(GameEnd)` the end of each game. The same games on every machine.
template <Game G, class Look, class End>
void random_games(int games, Look&& look, End&& end) {
  PlayList<G> plays;
  for (int game = 0; game < games; ++game) {
    Random dice(1, Purpose::test, 0, static_cast<std::uint64_t>(game));
    Random choices(1, Purpose::test, 1, static_cast<std::uint64_t>(game));
    const auto choose = [&](Side, const auto&, const auto&, const PlayList<G>& list) {
      return static_cast<std::size_t>(choices.below(static_cast<std::uint32_t>(list.size())));
    };
    end(play_game<G>(G::start(dice), Side::first, dice, plays, 10000, choose, look));
  }
}

}  // namespace alea::models
