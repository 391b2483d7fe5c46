// What a search found, for people and for JSON: the same for every search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
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

}  // namespace alea
