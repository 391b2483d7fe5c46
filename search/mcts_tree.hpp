// The tree of Mcts (search/mcts.hpp) and what one simulation does to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "search/mcts_node.hpp"
#include "search/mcts_turn.hpp"

namespace alea {

template <Game G>
struct MctsSettings {
  float c_puct;
  float temperature;
  float widening;
  Utility<G> utility;
};

/// Where a simulation stands: somebody has rolled.
template <Game G>
struct RolledPosition {
  const typename G::Position& position;
  const typename G::Roll& roll;
};

/// Grows trees in an arena. The value of everything is always that of the tree as it is:
///
///     position    the mean over all rolls, by probability; one not tried counts the static evaluation
///     roll        the best play's value, among those opened and the next one
///     play        its position's; before the first visit the static evaluation
///
/// One thread; others may work on other decisions of the same arena. No heap allocation once warm.
template <Game G>
class MctsTree {
 public:
  using Position = typename G::Position;
  using Roll = typename G::Roll;

  MctsTree(std::unique_ptr<Evaluator<G>> evaluator, std::shared_ptr<const ExactTable<G>> table,
           const MctsSettings<G>& settings);

  /// Works in `arena` from now on.
  void use(Arena& arena) { arena_ = &arena; }

  /// One simulation at a decision that is not proven: expands it, or something below it, if the arena has room.
  void visit(const RolledPosition<G>& at, Decision<G>& decision);
  /// The same for play i of a decision, which takes note of it at the next `update`.
  void visit_play(const Siblings<G>& siblings, std::size_t i);

  /// The parts of visit_play, for threads that meet at the position: `begin_roll` chooses one; when `visit` was called
  /// for it, `end_roll` brings its value up.
  std::optional<std::size_t> begin_roll(const Siblings<G>& siblings, std::size_t i);
  void end_roll(const Siblings<G>& siblings, std::size_t i, std::size_t roll, const RollerValue<G>& before);

  /// The play that PUCT visits next; nothing if that needs memory that is not there. Stores more of them
  /// when all are opened.
  std::optional<std::size_t> select(const RolledPosition<G>& at, Decision<G>& decision);
  /// Takes value and proof from the plays, and opens those that were visited.
  void update(Decision<G>& decision) const;
  /// The parts of `select`: the greatest score among the first `width` plays that are not proven and that `free` holds
  /// of; plays that the widening lets be visited.
  template <class Free>
  std::optional<std::size_t> best_score(const Decision<G>& decision, std::size_t width, const Free& free) const;
  std::size_t width(const Decision<G>& decision) const;
  /// The play of greatest utility among those opened and the next one. Some must be stored.
  std::size_t best(const Decision<G>& decision) const;

  /// Reads the turn and stores all plays. False if there is no room.
  bool store_all(const RolledPosition<G>& at, Decision<G>& decision);
  /// Makes `decision` one whose only play leads to `position`. There must be room.
  void store_position(const Position& position, Decision<G>& decision);

  Siblings<G> siblings(const Decision<G>& decision) const { return {arena_->at(decision.siblings), decision.stored}; }
  Branches<G> branches(const PlayEdge& edge, std::size_t rolls) const { return {arena_->at(edge.branches), rolls}; }

  /// A copy of what lies below a decision, into an arena no smaller than this one.
  void copy(const Decision<G>& from, Decision<G>& to, Arena& arena) const;

  /// All plays of the turn read last, in the order in which they are stored if all are.
  const EvaluatedTurn<G>& turn() const { return turn_; }

  /// Positions evaluated since the construction.
  std::int64_t nodes() const { return nodes_; }

 private:
  static constexpr std::size_t first_stored = 4;  ///< plays at an expansion; doubled as often as they are all opened
  static constexpr std::size_t most_plays = 65'535;

  void read_turn(const RolledPosition<G>& at);
  void expand(const RolledPosition<G>& at, Decision<G>& decision);
  bool store(Decision<G>& decision, std::size_t count);
  void store_more(const RolledPosition<G>& at, Decision<G>& decision);
  bool open(const Siblings<G>& siblings, std::size_t i);
  static RollerValue<G> mean(std::span<const Weighted<Roll>> rolls, const Branches<G>& branches);
  static float best_utility(const Utility<G>& utility);

  const MctsSettings<G> settings_;
  const float best_utility_;  ///< that any position can have
  EvaluatedTurn<G> turn_;
  Arena* arena_ = nullptr;
  std::int64_t nodes_ = 0;
};

}  // namespace alea
