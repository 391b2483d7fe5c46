// Start, rolls and results.
#include <algorithm>

#include "engine/backgammon/backgammon.hpp"

namespace alea {
namespace {

using namespace backgammon;

constexpr auto turn_rolls = all_rolls<6>();

/// Each player throws one die and equal dice are thrown again, so the first roll is no double.
constexpr auto first_rolls = [] {
  std::array<Weighted<Dice>, 15> rolls{};
  std::size_t n = 0;
  for (const auto& [roll, probability] : turn_rolls) {
    if (!roll.is_double()) rolls[n++] = {roll, 1.0 / 15};
  }
  return rolls;
}();

/// How many points `loser` loses to an opponent without checkers: 1, a gammon 2 (nothing borne off), a backgammon 3
/// (and still a checker on the bar or in the winner's home board).
int stake(const Checkers& loser) {
  if (loser.off() > 0) return 1;
  constexpr std::uint32_t winners_home_and_bar = bar_mask | home_mask << 18;
  return loser.occupied() & winners_home_and_bar ? 3 : 2;
}

}  // namespace

Backgammon::Position Backgammon::start() {
  Checkers side;
  for (const auto& [point, count] : {std::pair{24, 2}, {13, 5}, {8, 3}, {6, 5}}) side.put(point, count);
  return {side, side};
}

std::span<const Weighted<Dice>> Backgammon::rolls(const Position&) { return turn_rolls; }
std::span<const Weighted<Dice>> Backgammon::opening_rolls(const Position& position) {
  if (position == start()) return first_rolls;
  return turn_rolls;
}

bool Backgammon::finished(const Position& position) { return !position.their.occupied() || !position.own.occupied(); }

std::optional<RollerValue<Backgammon>> Backgammon::result(const Position& position) {
  const bool won = !position.own.occupied(), lost = !position.their.occupied();
  if (!won && !lost) return std::nullopt;
  RollerValue<Backgammon> value;
  const auto points = static_cast<std::size_t>(stake(won ? position.their : position.own));
  value[(won ? win_single : lose_single) + points - 1] = 1;
  return value;
}

}  // namespace alea
