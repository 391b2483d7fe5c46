// What a finished game counts: the names of results, and scores.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "engine/game.hpp"
#include "selfplay/statistics.hpp"

namespace alea {

/// The results of a game, in the order of a value's exclusive probabilities.
template <Game G>
constexpr std::array<std::string_view, G::probabilities> result_names() {
  if constexpr (G::probabilities == 6) {
    return {"win_single", "win_gammon", "win_backgammon", "lose_single", "lose_gammon", "lose_backgammon"};
  } else if constexpr (G::probabilities == 3) {
    return {"win", "draw", "lose"};
  } else {
    return {"win", "lose"};
  }
}

/// Whether one win can be worth more than another: then games are scored in points.
template <Game G>
constexpr bool has_points() {
  return std::ranges::any_of(std::span(G::utility_weights).first(G::probabilities),
                             [](float weight) { return weight > 1 || weight < -1; });
}

template <Game G>
constexpr ScoreUnit score_unit() {
  return has_points<G>() ? ScoreUnit::points : ScoreUnit::elo;
}

/// The score of a game of that utility: points where the game has them, else 1, 0.5 or 0 for a win, a draw, a loss, and
/// in between for expectations.
template <Game G>
constexpr double score_of(double utility) {
  return has_points<G>() ? utility : (1 + utility) / 2;
}

}  // namespace alea
