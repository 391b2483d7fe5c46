// Mcts<G>, for translation units that instantiate it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <thread>
#include <utility>

#include "search/mcts.hpp"
#include "search/mcts_tree_impl.hpp"
#include "search/threads.hpp"

namespace alea {

namespace mcts_detail {

/// How many simulations a thread makes below a roll of the root, visited so often before, after the first and before it
/// looks at the root again. Where there were many, a few more in a row change little, and threads meet less often: at
/// the root and in the nodes below, which stay in one processor's cache.
inline std::uint32_t more_in_a_row(std::uint32_t visits, std::int64_t left) {
  return static_cast<std::uint32_t>(std::min<std::int64_t>(left, std::min(visits / 32, 15U)));
}

constexpr double seconds_between_reports = 0.1;

}  // namespace mcts_detail

template <Game G>
Mcts<G>::Mcts(std::unique_ptr<Evaluator<G>> evaluator, const MctsOptions& options, const Utility<G>& utility,
              std::shared_ptr<const ExactTable<G>> table)
    : options_(options) {
  const MctsSettings<G> settings{options.c_puct, options.temperature, options.widening, utility};
  for (int i = 1; i < options.threads; ++i) {
    trees_.push_back(std::make_unique<MctsTree<G>>(evaluator->clone(), table, settings));
  }
  trees_.push_back(std::make_unique<MctsTree<G>>(std::move(evaluator), std::move(table), settings));
}

template <Game G>
void Mcts<G>::forget() {
  kept_ = false;
}

template <Game G>
std::span<const SearchedPlay<G>> Mcts<G>::judge(const Position& position, const Roll& roll, const Limits& limits,
                                                const SearchWatch<G>& watch) {
  begin(position, roll);
  list_statically();
  if (options_.halving && root_.stored > 0) {
    const auto rolls = static_cast<std::int64_t>(G::rolls(position).size());
    halving_.start(root_.stored, options_.simulations, (rolls + 1) / 2);
  }
  run(limits, watch);
  rank();
  kept_ = root_.stored > 0;
  return judged_;
}

template <Game G>
RollerValue<G> Mcts<G>::value(const Position& position, const Limits& limits) {
  forget();
  begin_with(position);
  if (options_.halving) halving_.start(1, options_.simulations, 1);
  run(limits);
  return tree().siblings(root_).values[0];
}

template <Game G>
void Mcts<G>::make_arenas() {
  if (arenas_[0] != nullptr) return;
  for (auto& arena : arenas_) arena = std::make_unique<Arena>(static_cast<std::size_t>(options_.arena_mib) << 19);
}

/// The turn becomes the root, with what the tree knows of it. All its plays are stored, if there is room.
template <Game G>
void Mcts<G>::begin(const Position& position, const Roll& roll) {
  make_arenas();
  arenas_[1]->clear();
  if (const Decision<G>* const known = find_kept(position, roll)) {
    Decision<G> root;
    tree().copy(*known, root, *arenas_[1]);
    root_ = root;
  } else {
    root_ = {};
  }
  kept_ = false;
  std::swap(arenas_[0], arenas_[1]);
  for (const auto& tree : trees_) tree->use(*arenas_[0]);
  nodes_before_ = total_nodes();
  tree().store_all({position, roll}, root_);
  root_.opened = root_.stored;
  tree().update(root_);
}

/// A root whose only play leads to `position`.
template <Game G>
void Mcts<G>::begin_with(const Position& position) {
  make_arenas();
  arenas_[0]->clear();
  for (const auto& tree : trees_) tree->use(*arenas_[0]);
  nodes_before_ = total_nodes();
  root_ = {};
  tree().store_position(position, root_);
}

template <Game G>
const Decision<G>* Mcts<G>::find_kept(const Position& position, const Roll& roll) const {
  if (!kept_) return nullptr;
  const Siblings<G> own = tree().siblings(root_);
  const std::size_t chosen = judged_.front().place;
  if (chosen >= own.edges.size() || own.edges[chosen].branches == Arena::nothing) return nullptr;
  if (own.positions[chosen] == position) return find_roll(own, chosen, roll);
  const std::size_t rolls = G::rolls(own.positions[chosen]).size();
  for (const Decision<G>& decision : tree().branches(own.edges[chosen], rolls).decisions) {
    if (decision.stored == 0) continue;
    const Siblings<G> replies = tree().siblings(decision);
    const auto found = std::ranges::find(replies.positions, position);
    const auto i = static_cast<std::size_t>(found - replies.positions.begin());
    if (i == replies.positions.size() || replies.edges[i].branches == Arena::nothing) continue;
    return find_roll(replies, i, roll);
  }
  return nullptr;
}

template <Game G>
const Decision<G>* Mcts<G>::find_roll(const Siblings<G>& siblings, std::size_t i, const Roll& roll) const {
  const auto rolls = G::rolls(siblings.positions[i]);
  for (std::size_t r = 0; r < rolls.size(); ++r) {
    const Decision<G>& decision = tree().branches(siblings.edges[i], rolls.size()).decisions[r];
    if (rolls[r].roll == roll) return decision.stored > 0 ? &decision : nullptr;
  }
  return nullptr;
}

template <Game G>
void Mcts<G>::run(const Limits& limits, const SearchWatch<G>& watch) {
  simulations_ = 0;
  under_way_ = 0;
  failed_ = false;
  nodes_ = total_nodes() - nodes_before_;  // of the root
  if (root_.stored == 0) return;           // no room even for the plays of the root: they keep their static values
  const LimitClock clock(limits);
  alone_ = trees_.size() == 1 || limits.nodes != Limits{}.nodes;
  if (alone_) {
    work(tree(), clock, watch);
  } else {
    on_threads(static_cast<int>(trees_.size()),
               [&](int i) { work(*trees_[static_cast<std::size_t>(i)], clock, i == 0 ? watch : SearchWatch<G>()); });
  }
  nodes_ = total_nodes() - nodes_before_;
}

template <Game G>
std::int64_t Mcts<G>::total_nodes() const {
  std::int64_t nodes = 0;
  for (const auto& tree : trees_) nodes += tree->nodes();
  return nodes;
}

/// What each thread does: chooses under the lock a play and one of the next rolls, and grows the tree below those
/// without it; meanwhile nobody else chooses that roll.
template <Game G>
void Mcts<G>::work(MctsTree<G>& tree, LimitClock clock, const SearchWatch<G>& watch) {
  std::unique_lock lock(mutex_);
  const std::int64_t before = tree.nodes() - nodes_;
  const Limits between_reports{.seconds = mcts_detail::seconds_between_reports};
  LimitClock due(between_reports);
  while (!finished(clock, tree.nodes() - before)) {
    if (watch && due.reached(0)) {
      rank();
      watch(judged_);
      due = LimitClock(between_reports);
    }
    bool last = false;
    if (const auto play = next_play(last)) {
      simulate(tree, *play, lock);
    } else if (last) {
      return;
    } else {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
  }
}

template <Game G>
bool Mcts<G>::finished(LimitClock& clock, std::int64_t nodes) const {
  return failed_ || root_.proven || simulations_ >= options_.simulations || clock.reached(nodes);
}

template <Game G>
void Mcts<G>::simulate(MctsTree<G>& tree, std::size_t play, std::unique_lock<std::mutex>& lock) {
  ++simulations_;
  ++root_.visits;
  const Siblings<G> plays = tree.siblings(root_);
  const Position& position = plays.positions[play];
  const auto chosen = tree.begin_roll(plays, play);
  if (!chosen) return;
  const auto rolls = G::rolls(position);
  const Branches<G> branches = tree.branches(plays.edges[play], rolls.size());
  Decision<G>& decision = branches.decisions[*chosen];
  const RollerValue<G> before = decision.value;
  const bool one_by_one = alone_ || options_.halving;
  const auto more = one_by_one ? 0 : mcts_detail::more_in_a_row(decision.visits, options_.simulations - simulations_);
  simulations_ += more;
  root_.visits += more;
  plays.edges[play].visits += more;
  branches.urgencies[*chosen] = Branches<G>::under_way;
  ++under_way_;
  lock.unlock();
  try {
    for (std::uint32_t n = 0; n <= more && !decision.proven; ++n) {
      tree.visit({position, rolls[*chosen].roll}, decision);
    }
  } catch (...) {
    lock.lock();
    failed_ = true;
    throw;
  }
  lock.lock();
  --under_way_;
  tree.end_roll(plays, play, *chosen, before);
  tree.update(root_);
}

/// The play whose turn it is, of those that have a roll to offer. `last` if there will never be one.
template <Game G>
std::optional<std::size_t> Mcts<G>::next_play(bool& last) {
  if (!options_.halving) {
    const auto play = next_by_puct();
    last = !play && under_way_ == 0;
    return play;
  }
  for (;;) {
    if (const auto play = halving_.next([&](std::size_t i) { return available(i); })) return play;
    if (under_way_ > 0) return {};
    if (!halving_.end_round(tree().siblings(root_).edges)) {
      last = true;
      return {};
    }
  }
}

template <Game G>
bool Mcts<G>::available(std::size_t play) const {
  const Siblings<G> plays = tree().siblings(root_);
  const PlayEdge& edge = plays.edges[play];
  if (edge.proven) return false;
  if (under_way_ == 0 || edge.branches == Arena::nothing) return true;
  const Branches<G> branches = tree().branches(edge, G::rolls(plays.positions[play]).size());
  return branches.urgencies[branches.most_urgent()] > 0;
}

template <Game G>
std::optional<std::size_t> Mcts<G>::next_by_puct() const {
  const auto free = [&](std::size_t i) { return available(i); };
  if (const auto best = tree().best_score(root_, tree().width(root_), free)) return best;
  return tree().best_score(root_, root_.total, free);
}

/// The plays as the turn read last has them. Those that are stored are at the same places.
template <Game G>
void Mcts<G>::list_statically() {
  const EvaluatedTurn<G>& turn = tree().turn();
  judged_.resize(turn.size());
  for (std::size_t k = 0; k < turn.size(); ++k) {
    const auto value = seen_by_mover<G>(turn.position(k), turn.value(k));
    judged_[k] = {turn.index(k), static_cast<std::uint32_t>(k), value, turn.utility(k), 0, turn.proven(k)};
  }
}

template <Game G>
void Mcts<G>::rank() {
  const Siblings<G> plays = tree().siblings(root_);
  std::uint32_t most = 0;
  for (SearchedPlay<G>& play : judged_) {
    if (play.place >= root_.stored) continue;
    const PlayEdge& edge = plays.edges[play.place];
    play.value = seen_by_mover<G>(plays.positions[play.place], plays.values[play.place]);
    play.utility = edge.utility;
    play.visits = edge.visits;
    play.proven = edge.proven;
    most = std::max<std::uint32_t>(most, edge.visits);
  }
  const auto settled = [&](const SearchedPlay<G>& play) { return play.proven || 2 * play.visits >= most; };
  std::ranges::sort(judged_, [&](const SearchedPlay<G>& a, const SearchedPlay<G>& b) {
    if (settled(a) != settled(b)) return settled(a);
    return a.utility != b.utility ? a.utility > b.utility : a.place < b.place;
  });
}

template <Game G>
std::vector<std::string> Mcts<G>::line(std::size_t k) const {
  constexpr std::size_t longest = 12;
  std::vector<std::string> line;
  PlayList<G> list;
  Siblings<G> siblings = tree().siblings(root_);
  std::size_t play = judged_[k].place;
  while (play < siblings.edges.size() && siblings.edges[play].branches != Arena::nothing && line.size() < longest) {
    const Position& position = siblings.positions[play];
    const auto rolls = G::rolls(position);
    const auto decisions = tree().branches(siblings.edges[play], rolls.size()).decisions;
    const auto decision = std::ranges::max_element(decisions, {}, &Decision<G>::visits);
    if (decision->stored == 0) break;
    const Roll& roll = rolls[static_cast<std::size_t>(decision - decisions.begin())].roll;
    siblings = tree().siblings(*decision);
    play = tree().best(*decision);
    G::plays(position, roll, list);
    const auto found = std::ranges::find(list.positions(), siblings.positions[play]);
    const auto index = static_cast<std::size_t>(found - list.positions().begin());
    const std::string text = G::format_roll(roll);
    line.push_back((text.empty() ? text : text + ": ") + G::format_play(position, roll, list.play(index)));
  }
  return line;
}

}  // namespace alea
