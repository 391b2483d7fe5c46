// Definitions of AlphaBeta, included where it is instantiated.
#pragma once

#include <atomic>
#include <thread>

#include "search/alphabeta.hpp"
#include "search/alphabeta_clock.hpp"
#include "search/alphabeta_ending.hpp"
#include "search/alphabeta_tree.hpp"

namespace alea {

/// A play of the position that is searched.
template <Game G>
struct RootPlay {
  std::uint16_t index = 0;  ///< in the play list
  int depth = 0;            ///< of the score; the play list's order decides before the first iteration
  Outcome outcome;          ///< exact for the best plays, a bound for others
  PrincipalLine<G> line;    ///< behind the play
};

/// Iterative deepening of one thread.
template <Game G>
class AlphaBetaRoot {
 public:
  using Position = typename G::Position;

  AlphaBetaRoot(AlphaBetaTree<G>& tree, const Position& position, std::size_t best) : tree_(tree) {
    G::plays(position, G::rolls(position)[0].roll, plays_);
    ranked_.resize(plays_.size());
    for (std::size_t i = 0; i < ranked_.size(); ++i) ranked_[i].index = static_cast<std::uint16_t>(i);
    best_ = std::min(std::max<std::size_t>(best, 1), ranked_.size());
  }

  const PlayList<G>& plays() const { return plays_; }
  /// Best first; the scores of `best` plays are exact.
  std::span<const RootPlay<G>> best() const { return std::span(ranked_).first(best_); }
  /// No deeper search would change anything.
  bool solved() const {
    return std::ranges::all_of(ranked_, [](const RootPlay<G>& play) { return play.outcome.solved; });
  }

  /// Searches all plays `depth` deep. False if a limit was reached before the end: then the best play of those searched
  /// so far has become the best if only one is asked for, else all is as it was. Depth 1 has no limit.
  bool iterate(int depth) {
    tree_.reserve(depth);
    if (depth == 1) {
      evaluate_all();
      return true;
    }
    if (best_ > 1) previous_ = ranked_;
    for (done_ = 0; done_ < ranked_.size(); ++done_) {
      const Outcome outcome = search(ranked_[done_], depth);
      if (tree_.stopped()) {
        if (best_ > 1) ranked_.swap(previous_);
        return false;
      }
      ranked_[done_].outcome = outcome;
      ranked_[done_].depth = depth;
      insert(done_);
    }
    return true;
  }

 private:
  void evaluate_all() {
    std::vector<RollerValue<G>> values(plays_.size());
    tree_.evaluate(plays_.positions(), values);
    for (done_ = 0; done_ < ranked_.size(); ++done_) {
      RootPlay<G>& play = ranked_[done_];
      const Position& after = plays_.position(play.index);
      play.outcome = {tree_.score_after(after, values[play.index]), G::finished(after)};
      play.depth = 1;
      play.line.end_with(values[play.index]);
    }
    std::ranges::stable_sort(ranked_, std::ranges::greater(), [](const auto& play) { return play.outcome.score; });
  }

  /// The best plays of this iteration so far stand first, best first. A play has to be better than the last of them.
  Score worst_of_best() const { return done_ < best_ ? -alphabeta_score::infinite : ranked_[best_ - 1].outcome.score; }

  Outcome search(RootPlay<G>& play, int depth) {
    const Position& after = plays_.position(play.index);
    const auto look = [&](Score alpha, Score beta, PrincipalLine<G>* line) {
      return tree_.search_after(after, Side::first, depth - 1, alpha, beta, play.outcome.score, 1, line);
    };
    const Score alpha = worst_of_best();
    if (done_ >= best_) {
      const Outcome better = look(alpha, alpha + 1, nullptr);
      if (tree_.stopped() || better.score <= alpha) return better;
    }
    const Outcome exact = look(alpha, alphabeta_score::infinite, &line_);
    if (!tree_.stopped()) std::swap(play.line, line_);
    return exact;
  }

  /// Moves ranked_[at] before those that are worse; a play that is not among the best stays where it is.
  void insert(std::size_t at) {
    std::size_t to = std::min(at, best_);
    while (to > 0 && ranked_[to - 1].outcome.score < ranked_[at].outcome.score) --to;
    if (to == best_) return;
    std::rotate(ranked_.begin() + static_cast<std::ptrdiff_t>(to), ranked_.begin() + static_cast<std::ptrdiff_t>(at),
                ranked_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }

  AlphaBetaTree<G>& tree_;
  PlayList<G> plays_;
  std::vector<RootPlay<G>> ranked_, previous_;
  std::size_t best_ = 1;
  std::size_t done_ = 0;
  PrincipalLine<G> line_;
};

/// The threads that help one search: each deepens on its own, on the same table, until the search ends.
/// Method: "lazy SMP", known from Stockfish and its kin.
template <Game G>
class AlphaBetaHelpers {
 public:
  AlphaBetaHelpers(std::span<const std::unique_ptr<AlphaBetaTree<G>>> trees, const typename G::Position& position,
                   std::size_t best, int deepest) {
    for (const auto& tree : trees) {
      threads_.emplace_back([this, &tree = *tree, &position, best, deepest, ahead = threads_.size() % 2] {
        tree.begin(LimitClock({.stop = &stop_}));
        AlphaBetaRoot<G> root(tree, position, best);
        for (int depth = 1; depth <= deepest && !root.solved(); depth = next(depth, static_cast<int>(ahead))) {
          if (!root.iterate(depth)) return;
        }
      });
    }
  }
  ~AlphaBetaHelpers() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  /// Every other helper works on what comes next.
  void main_depth(int depth) { depth_ = depth; }

 private:
  int next(int depth, int ahead) const { return std::max(depth + 1, depth_ + ahead); }

  std::atomic<bool> stop_ = false;
  std::atomic<int> depth_ = 1;
  std::vector<std::thread> threads_;
};

template <Game G>
struct AlphaBeta<G>::Parts {
  AlphaBetaTable table;
  std::vector<std::unique_ptr<AlphaBetaTree<G>>> trees;  ///< one for each thread
  std::optional<ExactEnding<G>> ending;                  ///< unless the options say no
  Watch<G> watch;                                        ///< may be empty

  Parts(std::unique_ptr<Evaluator<G>> evaluator, const AlphaBetaOptions& options) : table(options.table_mib << 20) {
    for (int thread = 1; thread < options.threads; ++thread) {
      trees.push_back(std::make_unique<AlphaBetaTree<G>>(evaluator->clone(), table, options.selective, thread));
    }
    if (options.solve_endings) ending.emplace(options.table_mib);
    trees.insert(trees.begin(), std::make_unique<AlphaBetaTree<G>>(std::move(evaluator), table, options.selective, 0));
  }
};

template <Game G>
AlphaBeta<G>::AlphaBeta(std::unique_ptr<Evaluator<G>> evaluator, const AlphaBetaOptions& options)
    : parts_(std::make_unique<Parts>(std::move(evaluator), options)) {}
template <Game G>
AlphaBeta<G>::~AlphaBeta() = default;
template <Game G>
AlphaBeta<G>::AlphaBeta(AlphaBeta&&) noexcept = default;

template <Game G>
void AlphaBeta<G>::forget() {
  parts_->table.clear();
  for (auto& tree : parts_->trees) tree->forget();
  if (parts_->ending) parts_->ending->forget();
}

template <Game G>
void AlphaBeta<G>::prepare() {
  if (parts_->ending) parts_->ending->prepare();
}

template <Game G>
void AlphaBeta<G>::watch(Watch<G> watch) {
  parts_->watch = std::move(watch);
}

namespace alphabeta_detail {

/// A root play for a report: its line as text, and its value carried from the leaf to the root.
template <Game G>
Candidate<G> candidate(const PlayList<G>& plays, const RootPlay<G>& root) {
  typename G::Position position = plays.position(root.index);
  Candidate<G> candidate{plays.play(root.index), position, {}, 0, root.depth - 1, 0, {}};
  Side side = next_side<G>(position, Side::first);
  PlayList<G> list;
  for (const auto& play : root.line.plays) {
    const auto& roll = G::rolls(position)[0].roll;
    candidate.line.push_back(G::format_play(position, roll, play));
    G::plays(position, roll, list);
    const auto at = std::ranges::find(list.plays(), play) - list.plays().begin();
    position = list.position(static_cast<std::size_t>(at));
    side = next_side<G>(position, side);
  }
  candidate.value = {side == Side::first ? root.line.leaf.of : G::flip(root.line.leaf.of)};
  candidate.utility = Utility<G>{}(candidate.value);
  return candidate;
}

template <Game G>
Report<G> report(const AlphaBetaRoot<G>& root, std::int64_t nodes, double seconds) {
  Report<G> report;
  for (const RootPlay<G>& play : root.best()) report.candidates.push_back(candidate(root.plays(), play));
  report.nodes = nodes;
  report.seconds = seconds;
  return report;
}

}  // namespace alphabeta_detail

/// The position by iterative deepening, without the exact solver.
template <Game G>
Report<G> AlphaBeta<G>::deepen(const typename G::Position& position, const Limits& limits, std::size_t best,
                               double planned_seconds) {
  const LimitClock clock(limits);
  auto& trees = parts_->trees;
  parts_->table.new_search();
  for (auto& tree : trees) tree->begin(clock);
  AlphaBetaRoot<G> root(*trees[0], position, best);
  // No game is longer than the limit; a search that reaches its end is solved long before.
  const int deepest = std::min(limits.plies, 999) + 1;
  const TurnTime time{planned_seconds, limits.seconds};
  Conviction conviction;
  {
    AlphaBetaHelpers<G> helpers({trees.begin() + 1, trees.end()}, position, best, deepest);
    for (int depth = 1; depth <= deepest && !root.solved(); ++depth) {
      helpers.main_depth(depth);
      if (planned_seconds < limits.seconds && depth > 1) {
        const double seconds = clock.seconds();
        if (!conviction.goes_on(seconds, time)) break;
        trees[0]->limit(LimitClock({conviction.wanted(time) - seconds, limits.nodes, limits.plies, limits.stop}));
      }
      if (!root.iterate(depth)) break;
      if (parts_->watch) parts_->watch(alphabeta_detail::report(root, trees[0]->nodes(), clock.seconds()));
      conviction.add(root.best().front().index, root.best().front().outcome.score);
    }
  }
  std::int64_t nodes = 0;
  for (const auto& tree : trees) nodes += tree->nodes();
  return alphabeta_detail::report(root, nodes, clock.seconds());
}

template <Game G>
Report<G> AlphaBeta<G>::search(const typename G::Position& position, const Limits& limits, std::size_t best,
                               double planned_seconds) {
  if (!parts_->ending) return deepen(position, limits, best, planned_seconds);
  const LimitClock clock;
  Limits rest = limits;
  rest.seconds = std::min(limits.seconds, planned_seconds);
  if (auto solved = parts_->ending->solve(position, rest, best)) return *std::move(solved);
  rest.seconds = limits.seconds;
  const std::int64_t nodes = parts_->ending->nodes();
  if (limits.nodes < std::numeric_limits<std::int64_t>::max()) rest.nodes -= nodes;
  if (nodes > 0) {
    rest.seconds -= clock.seconds();
    planned_seconds -= clock.seconds();
  }
  Report<G> report = deepen(position, rest, best, planned_seconds);
  report.nodes += nodes;
  report.seconds = clock.seconds();
  return report;
}

}  // namespace alea
