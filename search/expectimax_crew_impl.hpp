// ExpectimaxCrew<G>, for translation units that instantiate it.
#pragma once

#include <algorithm>
#include <atomic>

#include "search/expectimax_crew.hpp"
#include "search/threads.hpp"

namespace alea {

template <Game G>
ExpectimaxCrew<G>::ExpectimaxCrew(std::unique_ptr<Evaluator<G>> evaluator, std::unique_ptr<Evaluator<G>> pruner,
                                  const TreeSettings<G>& settings, int most_plies, int threads,
                                  EvaluationCache<G>& cache)
    : cache_(cache), works_(threads > 1 ? std::make_unique<RootWork[]>(chunk) : nullptr) {
  for (int i = 1; i < threads; ++i) {
    trees_.push_back(std::make_unique<ExpectimaxTree<G>>(
        evaluator->clone(), pruner == nullptr ? nullptr : pruner->clone(), settings, most_plies, cache));
  }
  trees_.insert(trees_.begin(), std::make_unique<ExpectimaxTree<G>>(std::move(evaluator), std::move(pruner), settings,
                                                                    most_plies, cache));
}

template <Game G>
void ExpectimaxCrew<G>::begin(const Limits& limits) {
  in_turn_ = trees_.size() == 1 || limits.nodes != Limits().nodes;
  const LimitClock clock(limits, 1);  // asked once a batch
  for (const auto& tree : trees_) tree->begin(clock);
}

template <Game G>
bool ExpectimaxCrew<G>::stopped() const {
  return std::ranges::any_of(trees_, [](const auto& tree) { return tree->stopped(); });
}

template <Game G>
std::int64_t ExpectimaxCrew<G>::nodes() const {
  std::int64_t sum = 0;
  for (const auto& tree : trees_) sum += tree->nodes();
  return sum;
}

template <Game G>
void ExpectimaxCrew<G>::value(std::span<Root<G>> roots, int plies) {
  if (in_turn_ || plies == 0) return value_in_turn(roots, plies);
  for (std::size_t i = 0; i < roots.size() && !stopped(); i += chunk) {
    value_side_by_side(roots.subspan(i, std::min(chunk, roots.size() - i)), plies);
  }
}

template <Game G>
void ExpectimaxCrew<G>::value_in_turn(std::span<Root<G>> roots, int plies) {
  for (Root<G>& root : roots) {
    root.value = tree().value(*root.position, plies);
    root.done = !tree().stopped();
    if (!root.done) return;
  }
}

template <Game G>
void ExpectimaxCrew<G>::value_side_by_side(std::span<Root<G>> roots, int plies) {
  share(roots.size(), [&](ExpectimaxTree<G>& tree, std::size_t i) {
    Root<G>& root = roots[i];
    root.done = tree.known(*root.position, plies, root.value);
    if (!root.done) tree.expand(*root.position, plies, works_[i].expansion);
    works_[i].complete = !tree.stopped();
  });
  if (plies > 1) {
    list_jobs(roots);
    share(jobs_.size(), [&](ExpectimaxTree<G>& tree, std::size_t j) {
      const Job job = jobs_[j];
      Expansion<G>& expansion = works_[job.root].expansion;
      tree.settle(expansion, job.reply, tree.value(expansion.afters[job.reply], plies - 1));
      if (tree.stopped()) works_[job.root].complete = false;
    });
  }
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (roots[i].done || !works_[i].complete) continue;
    roots[i].value = tree().mean(works_[i].expansion);
    roots[i].done = true;
    cache_.store(*roots[i].position, plies, roots[i].value);
  }
}

template <Game G>
void ExpectimaxCrew<G>::list_jobs(std::span<const Root<G>> roots) {
  jobs_.clear();
  for (std::uint32_t i = 0; i < roots.size(); ++i) {
    if (roots[i].done || !works_[i].complete) continue;
    const Expansion<G>& expansion = works_[i].expansion;
    for (const Branch& branch : expansion.branches) {
      for (const auto reply : expansion.kept(branch)) jobs_.push_back({i, reply});
    }
  }
}

/// Calls work(tree, i) for i = 0 .. count - 1, begun in this order, each on the thread whose tree it is given.
template <Game G>
template <class Work>
void ExpectimaxCrew<G>::share(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  on_threads(static_cast<int>(trees_.size()), [&](int thread) {
    ExpectimaxTree<G>& tree = *trees_[static_cast<std::size_t>(thread)];
    for (std::size_t i = next++; i < count; i = next++) work(tree, i);
  });
}

}  // namespace alea
