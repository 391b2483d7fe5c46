// ExpectimaxTree<G>, for translation units that instantiate it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstring>
#include <numeric>

#include "search/expectimax_star2.hpp"
#include "search/expectimax_tree.hpp"

namespace alea {

template <Game G>
void Expansion<G>::append(std::span<const typename G::Position> positions, double probability) {
  // Dances, the last checkers of a race: the same positions in the same order. Most rolls differ in number already.
  for (Branch& branch : branches) {
    if (branch.end - branch.begin != positions.size()) continue;
    if (std::memcmp(&afters[branch.begin], positions.data(), positions.size_bytes()) != 0) continue;
    branch.probability += probability;
    return;
  }
  const std::size_t end = size + positions.size();
  if (afters.size() < end) {
    afters.resize(2 * end);
    values.resize(2 * end);
    utilities.resize(2 * end);
    order.resize(2 * end);
  }
  std::ranges::copy(positions, afters.begin() + static_cast<std::ptrdiff_t>(size));
  branches.push_back({probability, static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(end)});
  size = end;
}

template <Game G>
ExpectimaxTree<G>::ExpectimaxTree(std::unique_ptr<Evaluator<G>> evaluator, std::unique_ptr<Evaluator<G>> pruner,
                                  const TreeSettings<G>& settings, int most_plies, EvaluationCache<G>& cache)
    : evaluator_(std::move(evaluator)),
      pruner_(std::move(pruner)),
      settings_(settings),
      halves_(settings.halves, settings.utility, *evaluator_),
      cache_(cache),
      expansions_(static_cast<std::size_t>(most_plies) + 1) {}

template <Game G>
void ExpectimaxTree<G>::begin(const LimitClock& clock) {
  clock_ = clock;
  nodes_ = 0;
  stopped_ = false;
}

template <Game G>
Bounded<G> ExpectimaxTree<G>::search(const Position& position, int plies, Window window) {
  RollerValue<G> value;
  if (known(position, plies, value)) return exactly(value);
  if (plies == 0) {
    evaluate({&position, 1}, {&value, 1});
    return exactly(value);
  }
  Expansion<G>& expansion = expansions_[static_cast<std::size_t>(plies)];
  expand(position, plies, expansion);
  if (plies > 1) {
    if (settings_.star2) {
      const Bounded<G> found = search_pruned(expansion, plies, window);
      if (found.exact) remember(position, plies, found.value);
      return found;
    }
    for (const Branch& branch : expansion.branches) {
      for (const auto i : expansion.kept(branch)) {
        if (stopped_) return {};
        settle(expansion, i, this->value(expansion.afters[i], plies - 1));
      }
    }
  }
  value = mean(expansion);
  remember(position, plies, value);
  return exactly(value);
}

template <Game G>
bool ExpectimaxTree<G>::known(const Position& position, int plies, RollerValue<G>& value) const {
  if (G::finished(position)) {
    value = *G::result(position);
    return true;
  }
  return plies > 0 && cache_.find(position, plies, value);
}

template <Game G>
void ExpectimaxTree<G>::expand(const Position& position, int plies, Expansion<G>& expansion) {
  expansion.clear();
  stopped_ = stopped_ || clock_.reached(nodes_);
  if (stopped_) return;
  gather(position, expansion);
  if (pruner_ != nullptr) prune(expansion);
  evaluate(std::span(expansion.afters).first(expansion.size), std::span(expansion.values).first(expansion.size));
  update_utilities(expansion);
  const MoveFilter filter = plies == 1 ? MoveFilter::best() : settings_.inner;
  for (Branch& branch : expansion.branches) {
    const auto order = std::span(expansion.order).subspan(branch.begin, branch.end - branch.begin);
    std::iota(order.begin(), order.end(), branch.begin);
    branch.kept = static_cast<std::uint32_t>(filter.select(expansion.utilities, order));
  }
}

template <Game G>
void ExpectimaxTree<G>::gather(const Position& position, Expansion<G>& expansion) {
  halves_.begin(position);
  for (const auto& [roll, probability] : G::rolls(position)) {
    G::plays(position, roll, plays_);
    expansion.append(halves_.choose(plays_), probability);
  }
  nodes_ += static_cast<std::int64_t>(halves_.evaluated());
}

/// Leaves each branch with the plays that the pruning evaluator likes, in the order in which they were listed.
template <Game G>
void ExpectimaxTree<G>::prune(Expansion<G>& expansion) {
  const auto size = static_cast<std::uint32_t>(expansion.size);
  pruner_->evaluate(std::span(expansion.afters).first(size), std::span(expansion.values).first(size));
  nodes_ += size;
  update_utilities(expansion);
  std::uint32_t n = 0;
  for (Branch& branch : expansion.branches) {
    const auto order = std::span(expansion.order).subspan(branch.begin, branch.end - branch.begin);
    std::iota(order.begin(), order.end(), branch.begin);
    const auto kept = order.first(settings_.prune.select(expansion.utilities, order));
    std::ranges::sort(kept);
    branch.begin = n;
    for (const auto i : kept) expansion.afters[n++] = expansion.afters[i];
    branch.end = n;
  }
  expansion.size = n;
}

template <Game G>
void ExpectimaxTree<G>::evaluate(std::span<const Position> positions, std::span<RollerValue<G>> values) {
  evaluator_->evaluate(positions, values);
  nodes_ += static_cast<std::int64_t>(positions.size());
}

template <Game G>
void ExpectimaxTree<G>::update_utilities(Expansion<G>& expansion) const {
  for (std::size_t i = 0; i < expansion.size; ++i) {
    expansion.utilities[i] = settings_.utility(seen_by_mover<G>(expansion.afters[i], expansion.values[i]));
  }
}

template <Game G>
void ExpectimaxTree<G>::settle(Expansion<G>& expansion, std::uint32_t i, const RollerValue<G>& value) const {
  expansion.values[i] = value;
  expansion.utilities[i] = settings_.utility(seen_by_mover<G>(expansion.afters[i], value));
}

/// The mean over the branches of the best kept reply, the first of equals.
template <Game G>
RollerValue<G> ExpectimaxTree<G>::mean(const Expansion<G>& expansion) const {
  const std::vector<float>& utilities = expansion.utilities;
  RollerValue<G> mean;
  for (const Branch& branch : expansion.branches) {
    const auto kept = expansion.kept(branch);
    std::uint32_t best = kept.front();
    for (const auto i : kept) {
      if (utilities[i] > utilities[best] || (utilities[i] == utilities[best] && i < best)) best = i;
    }
    const MoverValue<G> value = seen_by_mover<G>(expansion.afters[best], expansion.values[best]);
    mean.add(static_cast<float>(branch.probability), seen_by_roller(value));
  }
  return mean;
}

template <Game G>
Bounded<G> ExpectimaxTree<G>::exactly(const RollerValue<G>& value) const {
  const double utility = settings_.utility(value);
  return {value, utility, utility, true};
}

}  // namespace alea
