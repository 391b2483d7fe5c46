// The tree below one position, on one thread: what Expectimax (search/expectimax.hpp) is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "search/evaluation_cache.hpp"
#include "search/evaluator.hpp"
#include "search/half_turns.hpp"
#include "search/limits.hpp"
#include "search/move_filter.hpp"

namespace alea {

/// One roll at a position, and its plays in an Expansion. Rolls that lead to the same positions are one branch.
struct Branch {
  double probability = 0;
  std::uint32_t begin = 0, end = 0;  ///< into the positions of the expansion
  std::uint32_t kept = 0;            ///< order[begin] .. order[begin + kept - 1] are the replies looked at

  // In a search with pruning: bounds on the best reply's utility, and on that of the replies looked at so far.
  double lower = 0, upper = 0, tried_upper = 0;
};

/// A position's plays of all rolls, side by side so that they are evaluated as one batch. Memory that is used again
/// and again.
template <Game G>
struct Expansion {
  std::vector<typename G::Position> afters;
  std::vector<RollerValue<G>> values;  ///< of the position after the play, to who rolls there
  std::vector<float> utilities;        ///< the same to the maker of the play
  std::vector<std::uint32_t> order;    ///< by branch: the kept ones first, best first by static evaluation
  std::vector<Branch> branches;
  std::size_t size = 0;  ///< positions in use

  void clear() {
    size = 0;
    branches.clear();
  }
  void append(std::span<const typename G::Position> positions, double probability);
  std::span<const std::uint32_t> kept(const Branch& branch) const {
    return std::span(order).subspan(branch.begin, branch.kept);
  }
};

/// The utilities that still matter to whoever asks; outside, a bound will do.
struct Window {
  double alpha = -std::numeric_limits<double>::infinity();
  double beta = std::numeric_limits<double>::infinity();
};

/// What a search with a window found, for the player about to roll.
template <Game G>
struct Bounded {
  RollerValue<G> value;  ///< meaningful if exact
  double lower = 0, upper = 0;
  bool exact = false;
};

/// How positions are looked at; the same for all threads of a search.
template <Game G>
struct TreeSettings {
  MoveFilter inner = MoveFilter::best();
  MoveFilter prune = MoveFilter::all();  ///< what the pruning evaluator leaves of each roll's plays
  bool star2 = false;
  Utility<G> utility = {};
  int halves = 0;  ///< what half turns leave of each roll's plays; 0: all
};

/// Values positions n plies deep:
///
///     value(p, 0) = evaluator(p)
///     value(p, n) = sum over rolls of probability * value of the best reply
///     best reply  = among those kept by the inner filter, the one whose value(after, n - 1) is best for its maker
///
/// What it finds depends on (position, plies) and the settings alone, not on what was looked at before, nor on the
/// cache: a batch is always of one position alone. (An Evaluator's answer may depend on the neighbours in a batch.)
template <Game G>
class ExpectimaxTree {
 public:
  using Position = typename G::Position;

  /// Looks at most `most_plies` deep. `pruner` may be null; the cache is shared, and outlives this.
  ExpectimaxTree(std::unique_ptr<Evaluator<G>> evaluator, std::unique_ptr<Evaluator<G>> pruner,
                 const TreeSettings<G>& settings, int most_plies, EvaluationCache<G>& cache);

  /// Forgets that it was stopped, and obeys `clock` from now on.
  void begin(const LimitClock& clock);
  /// A limit was reached: what was returned since is void.
  bool stopped() const { return stopped_; }
  /// Positions evaluated since `begin`.
  std::int64_t nodes() const { return nodes_; }

  RollerValue<G> value(const Position& position, int plies) { return search(position, plies, {}).value; }

  /// The same, exact if its utility lies within the window; only a bound may be told otherwise. Exact for any window
  /// where the settings do not prune.
  Bounded<G> search(const Position& position, int plies, Window window);
  /// The same for a position after a play: window and bounds are those of the play's maker.
  Bounded<G> search_reply(const Position& after, int plies, Window movers);

  /// value(p, n) in steps, for those who share out the middle one among threads: unless it is known, expand; settle
  /// each kept i of each branch with value(afters[i], n - 1) if n > 1; take the mean and remember it.
  bool known(const Position& position, int plies, RollerValue<G>& value) const;
  void expand(const Position& position, int plies, Expansion<G>& expansion);
  void settle(Expansion<G>& expansion, std::uint32_t i, const RollerValue<G>& value) const;
  RollerValue<G> mean(const Expansion<G>& expansion) const;
  void remember(const Position& position, int plies, const RollerValue<G>& value) {
    if (!stopped_) cache_.store(position, plies, value);
  }

  /// Static evaluation of a batch, whatever the limits.
  void evaluate(std::span<const Position> positions, std::span<RollerValue<G>> values);

 private:
  void gather(const Position& position, Expansion<G>& expansion);
  void prune(Expansion<G>& expansion);
  void update_utilities(Expansion<G>& expansion) const;
  Bounded<G> exactly(const RollerValue<G>& value) const;

  // Star2 (search/expectimax_star2.hpp).
  Bounded<G> search_pruned(Expansion<G>& expansion, int plies, Window window);
  void try_replies(Expansion<G>& expansion, Branch& branch, std::size_t first, std::size_t last, int plies,
                   Window needed);

  const std::unique_ptr<Evaluator<G>> evaluator_, pruner_;
  const TreeSettings<G> settings_;
  HalfTurnFilter<G> halves_;
  EvaluationCache<G>& cache_;
  std::vector<Expansion<G>> expansions_;  ///< by plies
  PlayList<G> plays_;
  LimitClock clock_;
  std::int64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace alea
