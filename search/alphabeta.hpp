// Alpha-beta for games without dice.
//
// Principal variation search with iterative deepening. The value of depth d is the minimax value over all lines of d
// plays (fewer where the game ends), whatever the order of plays, the size of the table or the number of threads: the
// table answers only for equal depths or with proofs. A selective search gives that up for depth. Frontier nodes have
// their plays evaluated in batches.
// Methods: Knuth, Moore, "An analysis of alpha-beta pruning" (1975); Marsland, Campbell, "Parallel search of strongly
// ordered game trees" (1982: principal variation search); the history heuristic, Schaeffer (1989); late move
// reductions, as known from Fruit (Letouzey, 2005) and its kin; futility pruning, Heinz, "Extended futility pruning"
// (1998); Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm" (1995).
#pragma once

#include <cstddef>
#include <limits>
#include <memory>

#include "engine/registry.hpp"
#include "search/evaluator.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"

namespace alea {

struct AlphaBetaOptions {
  // Behaviour.
  bool solve_endings = true;  ///< try to solve what looks near enough to the end, with a part of the limits
  /// Looks at plays that the evaluation ranks low less deeply first, and deeper only if they surprise; leaves positions
  /// near the leaves that look decided by their evaluation, and others that do by a shallower search; what a deeper
  /// search of a position found serves shallower ones. Deeper in the same time, but the value of a depth is then no
  /// longer the minimax value of all its lines, and estimates are compared with the mover's tempo added (tempo_bonus).
  /// Proofs stay proofs.
  bool selective = false;

  // Speed.
  std::size_t table_mib =
      64;           ///< memory of the transposition table, 1 to 65536; as much again where endings are solved
  int threads = 1;  ///< 1 to 1024; more than one are quicker, not repeatable in which of equal plays is best
};

/// One search at a time. Keeps its table from search to search, so that the next turn of a game begins where the last
/// one ended; `forget` makes it answer as if new.
template <Game G>
class AlphaBeta {
 public:
  explicit AlphaBeta(std::unique_ptr<Evaluator<G>> evaluator, const AlphaBetaOptions& options = {});
  ~AlphaBeta();
  AlphaBeta(AlphaBeta&&) noexcept;

  /// The `best` best plays of a live position, best first, with exact values of one depth: those of the principal
  /// leaves, and `line` leads there. Endings that can be solved exactly are. Elsewhere the depth is that of the last
  /// iteration that was finished, and depth 1 (plies 0) always is; of the one that a limit ended, the best play so far
  /// is taken if only one is asked for. Ends when a limit is reached or nothing is left to be found.
  ///
  /// With `planned_seconds`, below the limit, the search makes up its own mind when to end: about then, before if its
  /// best play stays the same, and up to the limit if it does not or its value falls.
  Report<G> search(const typename G::Position& position, const Limits& limits, std::size_t best = 1,
                   double planned_seconds = std::numeric_limits<double>::infinity());

  void forget();
  /// Takes all the memory that searches will need, lest the first of them lose time by it.
  void prepare();
  /// From now on `watch` is told whenever a depth is finished, on the thread that called `search`; of several threads
  /// it hears the nodes of that one alone. Empty: nobody is.
  void watch(Watch<G> watch);

 private:
  Report<G> deepen(const typename G::Position& position, const Limits& limits, std::size_t best,
                   double planned_seconds);

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

extern template class AlphaBeta<Dvonn>;

}  // namespace alea
