// What a search found, for people and for JSON: the same for every search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.hpp"

namespace alea {

/// One play of the turn, judged.
template <Game G>
struct Candidate {
  typename G::Play play;
  typename G::Position after;
  MoverValue<G> value;      ///< the mover's, after the play
  float utility = 0;        ///< of `value`
  int plies = 0;            ///< GNU Backgammon's count: 0 is the static evaluation of `after`
  std::int64_t visits = 0;  ///< of a tree search; 0 elsewhere
  /// The expected continuation after `play`, as text ("3-1: 8/5 6/5"); may be empty.
  std::vector<std::string> line;
};

/// Candidates best first; never empty for a live position. `nodes` counts evaluated positions.
template <Game G>
struct Report {
  std::vector<Candidate<G>> candidates;
  std::int64_t nodes = 0;
  double seconds = 0;
};

/// Told what a search has found so far.
template <Game G>
using Watch = std::function<void(const Report<G>&)>;

/// Sorts the candidates, best first, and those of one utility as they were. (Not std::stable_sort: libstdc++ 12 gives
/// it memory that is not aligned for positions.)
template <Game G>
void rank(Report<G>& report) {
  std::vector<std::size_t> order(report.candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return report.candidates[i].utility; });
  std::vector<Candidate<G>> ranked;
  ranked.reserve(order.size());
  for (const std::size_t i : order) ranked.push_back(std::move(report.candidates[i]));
  report.candidates = std::move(ranked);
}

/// All plays of a roll as a ranked report. values[i] is the value of plays.position(i) to the player about to roll
/// there, found by looking `plies` ahead; `seconds` is the caller's.
template <Game G>
Report<G> report_plays(const PlayList<G>& plays, std::span<const RollerValue<G>> values, const Utility<G>& utility,
                       int plies) {
  Report<G> report;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    const auto value = seen_by_mover<G>(plays.position(i), values[i]);
    report.candidates.push_back({plays.play(i), plays.position(i), value, utility(value), plies, 0, {}});
  }
  rank(report);
  report.nodes = static_cast<std::int64_t>(plays.size());
  return report;
}

}  // namespace alea
