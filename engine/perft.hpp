// Counting the game tree: the sharpest test of a generator, and its speedometer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/game.hpp"

namespace alea {

namespace perft_detail {

template <Game G>
std::uint64_t count(const typename G::Position& position, std::span<const Weighted<typename G::Roll>> rolls, int depth,
                    std::vector<PlayList<G>>& lists) {
  if (G::finished(position)) return 0;
  std::uint64_t nodes = 0;
  for (const auto& [roll, probability] : rolls) {
    if constexpr (requires { G::count_plays(position, roll); }) {
      if (depth == 1) {
        nodes += G::count_plays(position, roll);
        continue;
      }
    }
    PlayList<G>& list = lists[static_cast<std::size_t>(depth)];
    G::plays(position, roll, list);
    if (depth == 1) {
      nodes += list.size();
      continue;
    }
    for (const auto& after : list.positions()) nodes += count<G>(after, G::rolls(after), depth - 1, lists);
  }
  return nodes;
}

}  // namespace perft_detail

/// Number of sequences of `depth` turns: the sum over all rolls of the plays of each roll, without removing repetitions
/// between rolls or parents. A pass counts as one play, a finished game has none. `first` fixes the first roll.
/// A game that can count its plays without listing them offers `count_plays(position, roll)`.
template <Game G>
std::uint64_t perft(const typename G::Position& position, int depth,
                    std::optional<typename G::Roll> first = std::nullopt) {
  std::vector<PlayList<G>> lists(static_cast<std::size_t>(depth) + 1);
  if (!first) return perft_detail::count<G>(position, G::rolls(position), depth, lists);
  const Weighted<typename G::Roll> only[] = {{*first, 1.0}};
  return perft_detail::count<G>(position, only, depth, lists);
}

}  // namespace alea
