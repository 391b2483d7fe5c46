// MctsTree<G>, for translation units that instantiate it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "search/mcts_tree.hpp"

namespace alea {

template <Game G>
MctsTree<G>::MctsTree(std::unique_ptr<Evaluator<G>> evaluator, std::shared_ptr<const ExactTable<G>> table,
                      const MctsSettings<G>& settings)
    : settings_(settings),
      best_utility_(best_utility(settings.utility)),
      turn_(std::move(evaluator), std::move(table), settings.utility) {}

/// Of the probabilities one is 1 at best; other expectations have no bound that is known here.
template <Game G>
float MctsTree<G>::best_utility(const Utility<G>& utility) {
  float best = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < G::statistics; ++i) {
    if (i < G::probabilities) best = std::max(best, utility.weights[i]);
    if (i >= G::probabilities && utility.weights[i] != 0) best = std::numeric_limits<float>::infinity();
  }
  return best;
}

template <Game G>
void MctsTree<G>::visit(const RolledPosition<G>& at, Decision<G>& decision) {
  ++decision.visits;
  if (!decision.expanded()) return expand(at, decision);
  if (const auto chosen = select(at, decision)) visit_play(siblings(decision), *chosen);
  update(decision);
}

template <Game G>
void MctsTree<G>::visit_play(const Siblings<G>& siblings, std::size_t i) {
  const auto roll = begin_roll(siblings, i);
  if (!roll) return;
  const Position& position = siblings.positions[i];
  const auto rolls = G::rolls(position);
  Decision<G>& decision = branches(siblings.edges[i], rolls.size()).decisions[*roll];
  const RollerValue<G> before = decision.value;
  visit({position, rolls[*roll].roll}, decision);
  end_roll(siblings, i, *roll, before);
}

template <Game G>
std::optional<std::size_t> MctsTree<G>::begin_roll(const Siblings<G>& siblings, std::size_t i) {
  PlayEdge& edge = siblings.edges[i];
  ++edge.visits;
  if (edge.branches == Arena::nothing && !open(siblings, i)) return {};
  return branches(edge, G::rolls(siblings.positions[i]).size()).most_urgent();
}

/// Makes room for the rolls of a position, each worth as much as the position.
template <Game G>
bool MctsTree<G>::open(const Siblings<G>& siblings, std::size_t i) {
  const auto rolls = G::rolls(siblings.positions[i]);
  const Arena::Index place = arena_->allocate(Branches<G>::bytes(rolls.size()));
  if (place == Arena::nothing) return false;
  const Branches<G> branches(arena_->at(place), rolls.size());
  for (std::size_t r = 0; r < rolls.size(); ++r) {
    branches.decisions[r] = {siblings.values[i]};
    branches.urgencies[r] = static_cast<float>(rolls[r].probability);
  }
  siblings.edges[i].branches = place;
  return true;
}

template <Game G>
void MctsTree<G>::end_roll(const Siblings<G>& siblings, std::size_t i, std::size_t roll, const RollerValue<G>& before) {
  PlayEdge& edge = siblings.edges[i];
  RollerValue<G>& value = siblings.values[i];
  const auto rolls = G::rolls(siblings.positions[i]);
  const Branches<G> branches = this->branches(edge, rolls.size());
  const Decision<G>& decision = branches.decisions[roll];
  const auto probability = static_cast<float>(rolls[roll].probability);
  branches.urgencies[roll] =
      decision.proven ? Branches<G>::never : probability / static_cast<float>(decision.visits + 1);
  if (rolls.size() == 1) {
    value = decision.value;
  } else {
    value.add(probability, decision.value);
    value.add(-probability, before);
  }
  if (std::ranges::find(branches.urgencies, Branches<G>::under_way) == branches.urgencies.end()) {
    if (decision.proven && branches.proven()) edge.proven = 1;
    // The rounding of many small steps must not add up.
    if (edge.proven || edge.visits % 256 == 0) value = mean(rolls, branches);
  }
  edge.utility = settings_.utility(seen_by_mover<G>(siblings.positions[i], value));
}

template <Game G>
RollerValue<G> MctsTree<G>::mean(std::span<const Weighted<Roll>> rolls, const Branches<G>& branches) {
  RollerValue<G> mean;
  for (std::size_t r = 0; r < rolls.size(); ++r) {
    mean.add(static_cast<float>(rolls[r].probability), branches.decisions[r].value);
  }
  return mean;
}

/// Plays that may be visited: all of them if the option is 0.
template <Game G>
std::size_t MctsTree<G>::width(const Decision<G>& decision) const {
  if (settings_.widening <= 0) return decision.total;
  const float width = 1 + settings_.widening * std::sqrt(static_cast<float>(decision.visits));
  return width < decision.total ? static_cast<std::size_t>(width) : decision.total;
}

template <Game G>
std::optional<std::size_t> MctsTree<G>::select(const RolledPosition<G>& at, Decision<G>& decision) {
  if (decision.opened == decision.stored && decision.stored < width(decision)) store_more(at, decision);
  const auto any = [](std::size_t) { return true; };
  if (const auto best = best_score(decision, width(decision), any)) return best;
  if (decision.opened == decision.stored && decision.stored < decision.total) store_more(at, decision);
  return best_score(decision, decision.total, any);  // all within the width are proven
}

template <Game G>
void MctsTree<G>::store_more(const RolledPosition<G>& at, Decision<G>& decision) {
  read_turn(at);
  store(decision, std::max(2 * std::size_t{decision.stored}, first_stored));
}

/// PUCT among the opened plays and the next one. Static utilities and priors fall in the order in which plays are
/// stored, so of those never visited the first has the best score: the others need not be looked at.
template <Game G>
template <class Free>
std::optional<std::size_t> MctsTree<G>::best_score(const Decision<G>& decision, std::size_t width,
                                                   const Free& free) const {
  const auto edges = siblings(decision).edges;
  const std::size_t end = std::min<std::size_t>({decision.opened + 1U, decision.stored, width});
  const float exploration = settings_.c_puct * std::sqrt(static_cast<float>(decision.visits));
  std::optional<std::size_t> best;
  float best_score = 0;
  for (std::size_t i = 0; i < end; ++i) {
    if (edges[i].proven || !free(i)) continue;
    const float score = edges[i].utility + exploration * edges[i].prior / static_cast<float>(1 + edges[i].visits);
    if (!best || score > best_score) best = i, best_score = score;
  }
  return best;
}

template <Game G>
std::size_t MctsTree<G>::best(const Decision<G>& decision) const {
  const auto edges = siblings(decision).edges;
  const std::size_t end = std::min<std::size_t>(decision.opened + 1U, decision.stored);
  std::size_t best = 0;
  for (std::size_t i = 1; i < end; ++i) {
    if (edges[i].utility > edges[best].utility) best = i;
  }
  return best;
}

template <Game G>
void MctsTree<G>::update(Decision<G>& decision) const {
  if (decision.stored == 0) return;
  const Siblings<G> siblings = this->siblings(decision);
  const auto looked_at = [](const PlayEdge& edge) { return edge.visits > 0 || edge.proven; };
  while (decision.opened < decision.stored && looked_at(siblings.edges[decision.opened])) ++decision.opened;
  const std::size_t best = this->best(decision);
  decision.value = seen_by_roller(seen_by_mover<G>(siblings.positions[best], siblings.values[best]));
  if (!siblings.edges[best].proven) return;
  const auto proven = [](const PlayEdge& edge) { return edge.proven != 0; };
  decision.proven = siblings.edges[best].utility >= best_utility_ ||
                    (decision.stored == decision.total && std::ranges::all_of(siblings.edges, proven));
}

template <Game G>
void MctsTree<G>::read_turn(const RolledPosition<G>& at) {
  turn_.read(at.position, at.roll);
  nodes_ += static_cast<std::int64_t>(turn_.size());
}

template <Game G>
void MctsTree<G>::expand(const RolledPosition<G>& at, Decision<G>& decision) {
  read_turn(at);
  decision.total = static_cast<std::uint16_t>(std::min(turn_.size(), most_plays));
  if (store(decision, first_stored)) return update(decision);
  turn_.sort(1);
  decision.value = seen_by_roller(seen_by_mover<G>(turn_.position(0), turn_.value(0)));
}

/// Makes the `count` best plays of the turn read last those that are stored, more if these are all proven; what is
/// known of those stored before stays. False if there is no room.
template <Game G>
bool MctsTree<G>::store(Decision<G>& decision, std::size_t count) {
  count = std::min<std::size_t>(count, decision.total);
  const Arena::Index place = arena_->allocate(Siblings<G>::bytes(count));
  if (place == Arena::nothing) return false;
  turn_.sort(count);
  const Siblings<G> to(arena_->at(place), count);
  const std::size_t kept = decision.stored;
  if (kept > 0) {
    const Siblings<G> from = siblings(decision);
    std::ranges::copy(from.positions, to.positions.begin());
    std::ranges::copy(from.values, to.values.begin());
    std::ranges::copy(from.edges, to.edges.begin());
  }
  const float best = turn_.utility(0);
  const float scale = 1 / turn_.total_prior(best, settings_.temperature);
  bool proven = kept == decision.opened;
  for (std::size_t k = kept; k < count; ++k) {
    const float prior = scale * std::exp((turn_.utility(k) - best) / settings_.temperature);
    to.positions[k] = turn_.position(k);
    to.values[k] = turn_.value(k);
    to.edges[k] = {turn_.utility(k), prior, 0, turn_.proven(k), Arena::nothing};
    proven = proven && turn_.proven(k);
  }
  decision.siblings = place;
  decision.stored = static_cast<std::uint16_t>(count);
  if (proven) decision.opened = decision.stored;
  return !proven || count == decision.total || store(decision, 4 * count);
}

template <Game G>
bool MctsTree<G>::store_all(const RolledPosition<G>& at, Decision<G>& decision) {
  read_turn(at);
  decision.total = static_cast<std::uint16_t>(std::min(turn_.size(), most_plays));
  turn_.sort(decision.total);
  return decision.stored == decision.total || store(decision, decision.total);
}

template <Game G>
void MctsTree<G>::store_position(const Position& position, Decision<G>& decision) {
  decision.siblings = arena_->allocate(Siblings<G>::bytes(1));
  assert(decision.siblings != Arena::nothing);
  decision.total = decision.stored = decision.opened = 1;
  const Siblings<G> one = siblings(decision);
  one.positions[0] = position;
  one.edges[0] = {0, 1, 0, turn_.evaluate(position, one.values[0]), Arena::nothing};
  one.edges[0].utility = settings_.utility(seen_by_mover<G>(position, one.values[0]));
  ++nodes_;
  update(decision);
}

template <Game G>
void MctsTree<G>::copy(const Decision<G>& from, Decision<G>& to, Arena& arena) const {
  to = from;
  if (from.stored == 0) return;
  to.siblings = arena.allocate(Siblings<G>::bytes(from.stored));
  assert(to.siblings != Arena::nothing);
  const Siblings<G> source = siblings(from), target(arena.at(to.siblings), from.stored);
  std::ranges::copy(source.positions, target.positions.begin());
  std::ranges::copy(source.values, target.values.begin());
  std::ranges::copy(source.edges, target.edges.begin());
  for (std::size_t i = 0; i < from.stored; ++i) {
    if (source.edges[i].branches == Arena::nothing) continue;
    const std::size_t rolls = G::rolls(source.positions[i]).size();
    target.edges[i].branches = arena.allocate(Branches<G>::bytes(rolls));
    const Branches<G> old = branches(source.edges[i], rolls), now(arena.at(target.edges[i].branches), rolls);
    std::ranges::copy(old.urgencies, now.urgencies.begin());
    for (std::size_t r = 0; r < rolls; ++r) copy(old.decisions[r], now.decisions[r], arena);
  }
}

}  // namespace alea
