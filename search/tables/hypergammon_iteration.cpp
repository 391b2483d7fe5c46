#include "search/tables/hypergammon_iteration.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/combinable.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace alea::hypergammon {

using backgammon::Checkers;
using backgammon::Position;

namespace {

constexpr auto all = all_rolls<6>();
constexpr std::uint8_t no_blot = 31;

int made_point(const Checkers& side) { return std::bit_width(side.made() & backgammon::board_mask); }

/// The side after the blots of `hit` were sent to the bar.
Checkers after_hits(Checkers side, std::uint32_t hit) {
  side.remove(hit);
  for (; hit != 0; hit &= hit - 1) side.add(backgammon::bar_mask);
  return side;
}

}  // namespace

Iteration::Iteration(int checkers)
    : sides_(sides(checkers)), plays_(checkers), equities_(std::size_t{sides_} * sides_), entries_(equities_.size()) {
  list_opponents();
  list_positions();
  const Utility<Hypergammon> utility;
  const auto set_finished = [&](SideNumber own, SideNumber their) {
    const auto value = *Hypergammon::result({side_of(own), side_of(their)});
    entries_[index(own, their)] = HypergammonTable::encode(value);
    equities_[index(own, their)] = utility(value);
  };
  for (SideNumber number = 1; number < sides_; ++number) set_finished(0, number), set_finished(number, 0);
}

void Iteration::list_opponents() {
  for (SideNumber number = 0; number < sides_; ++number) {
    const Checkers side = side_of(number);
    Opponent opponent{{}, {no_blot, no_blot, no_blot}, {}, side.blots() & backgammon::board_mask};
    opponent.made = static_cast<std::uint8_t>(made_point(side));
    std::size_t blots = 0;
    for (auto left = opponent.blots; left != 0; left &= left - 1) {
      opponent.blot_at[blots++] = static_cast<std::uint8_t>(std::countr_zero(left));
    }
    for (std::uint32_t subset = 0; subset < 1U << blots; ++subset) {
      std::uint32_t hit = 0;
      for (std::size_t i = 0; i < blots; ++i) hit |= (subset >> i & 1) << opponent.blot_at[i];
      opponent.rows[subset] = index(number_of(after_hits(side, hit)), 0);
    }
    opponents_.push_back(opponent);
  }
}

/// The opponent's side changes last within a level, so that the values which its positions read are in the cache.
void Iteration::list_positions() {
  struct Side {
    std::uint32_t occupied;
    int pips;
  };
  std::vector<Side> known;
  for (SideNumber number = 0; number < sides_; ++number) {
    const Checkers side = side_of(number);
    known.push_back({side.occupied(), Position{side, {}}.pips()});
  }
  constexpr int most_pips = 2 * Hypergammon::checkers * backgammon::bar;
  std::vector<std::vector<Index>> by_pips(most_pips + 1);
  for (SideNumber their = 1; their < sides_; ++their) {
    const std::uint32_t taken = backgammon::mirrored(known[their].occupied);
    for (SideNumber own = 1; own < sides_; ++own) {
      if (known[own].occupied & taken) continue;
      by_pips[static_cast<std::size_t>(known[own].pips + known[their].pips)].push_back(index(own, their));
    }
  }
  for (const auto& level : by_pips) {
    levels_.push_back(positions_.size());
    positions_.insert(positions_.end(), level.begin(), level.end());
  }
  levels_.push_back(positions_.size());
}

/// The position to which the best play leads, the one that leaves the opponent least; the first of equals.
Iteration::Index Iteration::best(Index position, std::size_t roll) const {
  const Opponent& opponent = opponents_[position % sides_];
  const PlaysOfSides::Plays plays = plays_.of(opponent.made, position / sides_, roll);
  Index best = 0;
  float least = std::numeric_limits<float>::infinity();
  const auto consider = [&](Index at) {
    const float equity = equities_[at];
    best = equity < least ? at : best;
    least = std::min(least, equity);
  };
  if ((plays.touched_by_any & opponent.blots) == 0) {
    for (const SideNumber after : plays.after) consider(opponent.rows[0] + after);
    return best;
  }
  const auto& [first, second, third] = opponent.blot_at;
  for (std::size_t i = 0; i < plays.after.size(); ++i) {
    const std::uint32_t touched = plays.touched[i];
    const std::size_t hit = (touched >> first & 1) | (touched >> second & 1) << 1 | (touched >> third & 1) << 2;
    consider(opponent.rows[hit] + plays.after[i]);
  }
  return best;
}

float Iteration::equity_of(Index position) const {
  double sum = 0;
  for (std::size_t roll = 0; roll < rolls; ++roll) {
    sum += all[roll].probability * equities_[best(position, roll)];
  }
  return static_cast<float>(-sum);
}

void Iteration::choose_plays() {
  chosen_.resize(positions_.size());
  oneapi::tbb::parallel_for(std::size_t{0}, chosen_.size(), [&](std::size_t place) {
    for (std::size_t roll = 0; roll < rolls; ++roll) chosen_[place][roll] = best(positions_[place], roll);
  });
}

Iteration::Entry Iteration::entry_of(std::size_t place) const {
  std::array<double, Hypergammon::statistics> sum{};
  for (std::size_t roll = 0; roll < rolls; ++roll) {
    const auto opponents = HypergammonTable::decode(entries_[chosen_[place][roll]]);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += all[roll].probability * opponents.of[k];
  }
  RollerValue<Hypergammon> value;
  std::ranges::transform(sum, value.of.begin(), [](double x) { return static_cast<float>(x); });
  return HypergammonTable::encode(flip(value));
}

void Iteration::guess_entries() {
  for (const Index position : positions_) {
    RollerValue<Hypergammon> value;
    value[Hypergammon::win_single] = std::clamp((1 + equities_[position]) / 2, 0.0F, 1.0F);
    value[Hypergammon::lose_single] = 1 - value[Hypergammon::win_single];
    entries_[position] = HypergammonTable::encode(value);
  }
}

template <class T, class Renew, class Settled>
std::int64_t Iteration::pass(std::vector<T>& values, const Stop& stop, const Renew& renew, const Settled& settled) {
  oneapi::tbb::combinable<std::int64_t> count;
  std::vector<T> renewed;  // written when the whole level is there: who is done first must not matter
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
    const std::size_t begin = levels_[level], size = levels_[level + 1] - begin;
    renewed.resize(size);
    oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, size, 256), [&](const auto& range) {
      std::int64_t settled_here = 0;
      for (std::size_t i = range.begin(); i < range.end(); ++i) {
        renewed[i] = renew(begin + i);
        settled_here += settled(renewed[i], values[positions_[begin + i]]);
      }
      count.local() += settled_here;
    });
    for (std::size_t i = 0; i < size; ++i) values[positions_[begin + i]] = renewed[i];
    if (stop()) return -1;
  }
  return count.combine(std::plus());
}

std::int64_t Iteration::improve_equities(float tolerance, const Stop& stop) {
  return pass(
      equities_, stop, [&](std::size_t place) { return equity_of(positions_[place]); },
      [&](float a, float b) { return std::abs(a - b) <= tolerance; });
}

std::int64_t Iteration::improve_entries(float tolerance, const Stop& stop) {
  return pass(
      entries_, stop, [&](std::size_t place) { return entry_of(place); },
      [&](const Entry& a, const Entry& b) {
        return std::ranges::equal(a, b, [&](float x, float y) { return std::abs(x - y) <= tolerance; });
      });
}

}  // namespace alea::hypergammon
