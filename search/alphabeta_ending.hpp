// What alpha-beta does near the end of a game: see whether the rest can be solved exactly.
#pragma once

#include <cstdint>
#include <optional>

#include "search/dvonn_solver.hpp"
#include "search/report.hpp"

namespace alea {

/// How many stacks a DVONN ending may have that so many nodes of the solver can be expected to solve.
double solvable_stacks(double nodes);
inline constexpr double solver_nodes_per_second = 1e6;

/// The exact solver of a game's endings; a game without one never has an answer.
template <Game G>
class ExactEnding {
 public:
  explicit ExactEnding(std::size_t) {}

  /// The `best` best plays with exact values and lines to the end of the game, if there is hope to prove them in a part
  /// of the limits and that turns out true. Repeatable where no time limit is set.
  std::optional<Report<G>> solve(const typename G::Position&, const Limits&, std::size_t) { return std::nullopt; }
  std::int64_t nodes() const { return 0; }  ///< of the last attempt, successful or not
  void prepare() {}
  void forget() {}
};

template <>
class ExactEnding<Dvonn> {
 public:
  explicit ExactEnding(std::size_t table_mib) : table_mib_(table_mib) {}

  std::optional<Report<Dvonn>> solve(const dvonn::Position& position, const Limits& limits, std::size_t best);
  /// The same with all of the limits, however far the end seems; the movement phase alone.
  std::optional<Report<Dvonn>> prove(const dvonn::Position& position, const Limits& limits, std::size_t best);
  std::int64_t nodes() const { return nodes_; }
  void prepare() {
    if (!solver_) solver_.emplace(table_mib_);
  }
  void forget() {
    if (solver_) solver_->forget();
  }

 private:
  std::size_t table_mib_;
  std::optional<DvonnSolver> solver_;  ///< made when it is first needed: its table is large
  std::int64_t nodes_ = 0;
};

}  // namespace alea
