#include "search/alphabeta_ending.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/dvonn/moves.hpp"

namespace alea {

namespace {

/// The part of a search's limits that a solution may take. Where nothing but the depth is limited, it is given about
/// as many nodes as such a search takes itself.
Limits part_of(const Limits& limits) {
  constexpr double part = 0.4;
  constexpr std::int64_t without_limit = 50'000;
  const bool timed = limits.seconds < std::numeric_limits<double>::infinity();
  const bool counted = limits.nodes < std::numeric_limits<std::int64_t>::max();
  Limits solver = limits;
  solver.seconds = part * limits.seconds;
  if (counted) solver.nodes = static_cast<std::int64_t>(part * static_cast<double>(limits.nodes));
  if (!timed && !counted) solver.nodes = without_limit;
  return solver;
}

bool hopeful(const dvonn::Position& position, const Limits& limits) {
  const double nodes = std::min(static_cast<double>(limits.nodes), limits.seconds * solver_nodes_per_second);
  return position.placed() <= solvable_stacks(nodes);
}

Candidate<Dvonn> candidate(const dvonn::Position& position, const SolvedPlay& play) {
  Candidate<Dvonn> candidate{play.play, dvonn::after(position, play.play), {}, 0, static_cast<int>(play.line.size()), 0,
                             {}};
  candidate.value[play.margin > 0 ? Dvonn::win : play.margin < 0 ? Dvonn::lose : Dvonn::draw] = 1;
  candidate.value[Dvonn::margin] = static_cast<float>(play.margin);
  candidate.utility = Utility<Dvonn>{}(candidate.value);
  dvonn::Position at = candidate.after;
  for (const dvonn::Play& next : play.line) {
    candidate.line.push_back(Dvonn::format_play(at, {}, next));
    at = dvonn::after(at, next);
  }
  return candidate;
}

}  // namespace

/// Endings of archived games with up to 16 stacks take some 5,000 nodes, and twice as many with each stack more.
double solvable_stacks(double nodes) {
  constexpr double nodes_of_easy = 5000, stacks_of_easy = 16;
  return stacks_of_easy + std::log2(std::max(nodes / nodes_of_easy, 0.1));
}

std::optional<Report<Dvonn>> ExactEnding<Dvonn>::solve(const dvonn::Position& position, const Limits& limits,
                                                       std::size_t best) {
  nodes_ = 0;
  const Limits part = part_of(limits);
  if (position.phase() == dvonn::Phase::placement || !hopeful(position, part)) return std::nullopt;
  return prove(position, part, best);
}

std::optional<Report<Dvonn>> ExactEnding<Dvonn>::prove(const dvonn::Position& position, const Limits& limits,
                                                       std::size_t best) {
  prepare();
  const LimitClock clock;
  const auto solved = solver_->solve(position, limits, best);
  nodes_ = solver_->nodes();
  if (!solved) return std::nullopt;
  Report<Dvonn> report;
  for (const SolvedPlay& play : *solved) report.candidates.push_back(candidate(position, play));
  report.nodes = nodes_;
  report.seconds = clock.seconds();
  return report;
}

}  // namespace alea
