// Expectimax<G>, for translation units that instantiate it (search/expectimax.cpp).
#pragma once

#include <algorithm>
#include <cassert>
#include <limits>

#include "search/expectimax.hpp"
#include "search/expectimax_crew_impl.hpp"
#include "search/expectimax_tree_impl.hpp"

namespace alea {

namespace expectimax_detail {

template <Game G>
TreeSettings<G> settings(const ExpectimaxOptions& options, const Utility<G>& utility) {
  const bool star2 = options.star2.value_or(options.filters.inner.keeps_all()) && star2_applies<G>(utility);
  return {options.filters.inner, options.prune, star2, utility, options.halves};
}

inline bool limited(const Limits& limits) {
  const Limits none;
  return limits.seconds != none.seconds || limits.nodes != none.nodes || limits.stop != nullptr;
}

}  // namespace expectimax_detail

template <Game G>
Expectimax<G>::Expectimax(std::unique_ptr<Evaluator<G>> evaluator, const ExpectimaxOptions& options,
                          const Utility<G>& utility, std::unique_ptr<Evaluator<G>> pruner)
    : options_(options),
      settings_(expectimax_detail::settings<G>(options, utility)),
      cache_(options.plies > 0 ? static_cast<std::size_t>(options.cache_mib) : 0),
      crew_(std::move(evaluator), std::move(pruner), settings_, options.plies, options.threads, cache_) {}

template <Game G>
RollerValue<G> Expectimax<G>::value(const Position& position, int plies, const Limits& limits) {
  assert(plies <= options_.plies);
  crew_.begin(limits);
  const int most = std::min(plies, limits.plies);
  RollerValue<G> value;
  for (int depth = expectimax_detail::limited(limits) ? 0 : most; depth <= most; ++depth) {
    Root<G> root{&position, {}, false};
    crew_.value({&root, 1}, depth);
    if (depth > 0 && !root.done) break;
    value = root.value;
  }
  return value;
}

template <Game G>
std::int64_t Expectimax<G>::nodes() const {
  return crew_.nodes();
}

template <Game G>
std::span<const JudgedPlay<G>> Expectimax<G>::judge(const PlayList<G>& plays, Judging purpose, const Limits& limits,
                                                    const Deeper<G>& deeper) {
  crew_.begin(limits);
  judge_statically(plays);
  const int most = std::min(options_.plies, limits.plies);
  const bool every_depth = deeper || expectimax_detail::limited(limits);
  std::size_t count = plays.size();
  int reached = 0;
  for (int plies = 1; plies <= most; ++plies) {
    const bool wanted = every_depth || plies == most || !options_.filters.after_plies(plies).keeps_all();
    if (!wanted) continue;
    if (deeper) deeper(judged_);
    count = keep(count, options_.filters.after_plies(reached));
    if (purpose == Judging::choice && count == 1) break;
    const bool best_alone = purpose == Judging::choice && plies == most;  // no filter looks at the others any more
    if (!deepen(plays, count, plies, best_alone)) break;
    reached = plies;
  }
  return judged_;
}

template <Game G>
void Expectimax<G>::judge_statically(const PlayList<G>& plays) {
  if (values_.size() < plays.size()) values_.resize(plays.size());
  crew_.tree().evaluate(plays.positions(), std::span(values_).first(plays.size()));
  judged_.resize(plays.size());
  for (std::uint32_t i = 0; i < plays.size(); ++i) {
    judged_[i].index = i;
    record(judged_[i], {&plays.position(i), values_[i], true}, 0);
  }
  rank(judged_.size());
}

/// Looks at the first `count` judged plays `plies` deep, and ranks them anew; false if a limit ended it. The best one
/// so far comes first: if not even that got done, the others are no better known, and all stays as it was.
template <Game G>
bool Expectimax<G>::deepen(const PlayList<G>& plays, std::size_t count, int plies, bool best_alone) {
  roots_.clear();
  for (std::size_t i = 0; i < count; ++i) roots_.push_back({&plays.position(judged_[i].index), {}, false});
  if (settings_.star2 && best_alone) {
    value_with_windows(roots_, plies);
  } else {
    crew_.value(roots_, plies);
  }
  if (!roots_.front().done) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (roots_[i].done) record(judged_[i], roots_[i], plies);
  }
  rank(count);
  return !crew_.stopped();
}

/// As `crew_.value`, but plays that turn out to be worse than an earlier one are left undone.
template <Game G>
void Expectimax<G>::value_with_windows(std::span<Root<G>> roots, int plies) {
  double best = -std::numeric_limits<double>::infinity();
  for (Root<G>& root : roots) {
    const Bounded<G> found = crew_.tree().search_reply(*root.position, plies, {best - star2_margin, Window().beta});
    if (crew_.stopped()) return;
    root.value = found.value;
    root.done = found.exact;
    best = std::max(best, found.lower);
  }
}

template <Game G>
void Expectimax<G>::record(JudgedPlay<G>& play, const Root<G>& root, int plies) const {
  play.plies = plies;
  play.value = seen_by_mover<G>(*root.position, root.value);
  play.utility = settings_.utility(play.value);
}

/// How many of the first `count` judged plays, which are ranked, pass the filter.
template <Game G>
std::size_t Expectimax<G>::keep(std::size_t count, const MoveFilter& filter) {
  utilities_.resize(count);
  order_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) utilities_[i] = judged_[i].utility, order_[i] = i;
  return filter.select(utilities_, order_);
}

/// The first `count` judged plays, best first: the deepest ones by utility, the first of equals.
template <Game G>
void Expectimax<G>::rank(std::size_t count) {
  const auto better = [](const JudgedPlay<G>& a, const JudgedPlay<G>& b) {
    if (a.plies != b.plies) return a.plies > b.plies;
    if (a.utility != b.utility) return a.utility > b.utility;
    return a.index < b.index;
  };
  std::sort(judged_.begin(), judged_.begin() + static_cast<std::ptrdiff_t>(count), better);
}

}  // namespace alea
