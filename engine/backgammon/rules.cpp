// Start, rolls and results.
#include <algorithm>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/stake.hpp"

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
  return backgammon::result<Backgammon>(position, checkers);
}

}  // namespace alea
