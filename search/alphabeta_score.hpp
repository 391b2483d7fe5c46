// The numbers that alpha-beta compares: values of positions on one whole-numbered scale.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "engine/game.hpp"

namespace alea {

/// A value as one number for the player about to move, in millionths of utility (win - lose):
///
///     proven lost      estimates and draws      proven won
///     about -2 units   -1 unit .. +1 unit       about +2 units
///
/// A proof, a finished position at the end of best play, orders above any estimate of the same sign. In a game that has
/// a margin each point of it weighs ten millionths: between equal chances, and between proven results, the margin
/// decides, and nowhere else. Whole numbers make null windows exact and flip without rounding.
using Score = std::int32_t;

namespace alphabeta_score {

inline constexpr Score unit = 1'000'000;  ///< one of utility
inline constexpr Score margin_point = 10;
inline constexpr Score infinite = 1'000'000'000;  ///< beyond every score

}  // namespace alphabeta_score

/// The score of an estimate; |utility| is at most 1.
template <Game G>
Score estimated_score(const RollerValue<G>& value) {
  float utility = 0;
  for (std::size_t i = 0; i < G::statistics; ++i) utility += G::utility_weights[i] * value[i];
  float score = utility * static_cast<float>(alphabeta_score::unit);
  if constexpr (requires { G::margin; }) score += value[G::margin] * static_cast<float>(alphabeta_score::margin_point);
  return static_cast<Score>(std::lrint(score));
}

/// The score of a finished position's exact value.
template <Game G>
Score proven_score(const RollerValue<G>& value) {
  const float utility = Utility<G>{}(value);
  const Score bonus = utility > 0 ? alphabeta_score::unit : utility < 0 ? -alphabeta_score::unit : 0;
  return estimated_score<G>(value) + bonus;
}

/// What an estimate of a position is to be raised by for its mover, lest depths of different parity disagree:
/// evaluators that learned from play hold the position after a player's best play for a little better than the one
/// before it, DVONN's networks by some 0.1 of utility, as far as there is something left to decide.
inline Score tempo_bonus(Score estimate) {
  constexpr float tempo = 0.05F;
  const float utility = std::clamp(static_cast<float>(estimate) / static_cast<float>(alphabeta_score::unit), -1.F, 1.F);
  return static_cast<Score>(tempo * static_cast<float>(alphabeta_score::unit) * (1 - utility * utility));
}

/// The score of an evaluated position, an estimate `with_tempo` or without. Only a value that is certain is worth
/// asking whether the game is over.
template <Game G>
Score evaluated_score(const typename G::Position& position, const RollerValue<G>& value, bool with_tempo) {
  for (std::size_t i = 0; i < G::probabilities; ++i) {
    if (value[i] == 1.F && G::finished(position)) return proven_score<G>(value);
  }
  const Score estimate = estimated_score<G>(value);
  return with_tempo ? estimate + tempo_bonus(estimate) : estimate;
}

/// Won or lost for certain.
inline bool is_decided(Score score) { return std::abs(score) > alphabeta_score::unit * 3 / 2; }

}  // namespace alea
