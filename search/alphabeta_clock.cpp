#include "search/alphabeta_clock.hpp"

#include <algorithm>

#include "search/alphabeta_ending.hpp"

namespace alea {

namespace {

/// How many plays of its own a player still has to think about in the movement phase, this one not counted, until the
/// rest can be solved: means of games from random set-ups. At first each play takes one stack away; later stacks are
/// cut off, too.
double plays_to_come(int stacks, double seconds) {
  constexpr double part_of_solver = 0.1;
  const double solvable = solvable_stacks(part_of_solver * seconds * solver_nodes_per_second);
  return std::max(0.33 * (stacks - solvable) + 0.17 * std::max(stacks - 39, 0), 0.0);
}

}  // namespace

TurnTime turn_time(const dvonn::Position& position, double left, double total) {
  constexpr double reserve = 0.03;
  const double usable = std::max(left - reserve * total, 0.0);
  if (position.phase() == dvonn::Phase::placement) {
    // A placement is too far from the end to look ahead, and there are two dozen of them.
    constexpr double placement = 0.003;
    return {placement * usable, placement * usable};
  }
  const double planned = usable / (plays_to_come(position.placed(), usable) + 1.5);
  return {planned, std::min(1.7 * planned, 0.7 * usable)};
}

void Conviction::add(std::uint16_t play, Score score) {
  unchanged_ = iterations_ > 0 && play == play_ ? unchanged_ + 1 : 1;
  play_ = play;
  scores_ = {score, scores_[0], scores_[1]};
  ++iterations_;
}

double Conviction::wanted(const TurnTime& time) const { return in_doubt() ? time.at_most : time.planned; }

bool Conviction::goes_on(double seconds, const TurnTime& time) const {
  const double part = settled() ? 0.4 : 0.6;
  return seconds < part * wanted(time);
}

}  // namespace alea
