// DVONN positions for the tests of searches.
#pragma once

#include <vector>

#include "engine/dvonn/dvonn.hpp"
#include "tests/models/random_games.hpp"

namespace alea::tests {

/// Live positions of random games, one a game, which `wanted(position)` holds of; movement phase.
template <class Wanted>
std::vector<Dvonn::Position> dvonn_positions(int games, Wanted&& wanted) {
  std::vector<Dvonn::Position> found;
  bool searching = true;
  models::random_games<Dvonn>(
      games,
      [&](Side, const auto& position, const auto&, const auto&, std::size_t) {
        if (!searching || position.phase() == dvonn::Phase::placement || !wanted(position)) return;
        found.push_back(position);
        searching = false;
      },
      [&](const auto&) { searching = true; });
  return found;
}

/// The first position of each game with at most `stacks` stacks.
inline std::vector<Dvonn::Position> small_dvonn_positions(int games, int stacks) {
  return dvonn_positions(games, [&](const auto& position) { return position.placed() <= stacks; });
}

}  // namespace alea::tests
