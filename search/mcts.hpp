// Monte-Carlo tree search with explicit chance nodes.
//
// A simulation goes down from the root and expands one roll of one position: all plays of that roll are listed and
// evaluated in one batch, which gives their priors and first values at once. Nothing is drawn at random:
//
//     at a play     PUCT: utility + c_puct * prior * sqrt(visits of the roll) / (1 + visits of the play)
//     at a roll     the deficit rule: the greatest probability / (visits + 1)
//
// A node's value is always that of the tree below it as it is: the mean over the rolls, by their probabilities, of the
// best play's value. (Not the mean over simulations: plays are judged before their first visit, so that the best one
// is known from the start, and a visit to another one says nothing of the position.) A roll not tried yet counts the
// static value of its position.
//
// What is exact is proven: finished positions, those of a table, plays that nothing can beat, decisions all of whose
// plays are proven, positions all of whose rolls are. Simulations go elsewhere.
//
// Methods: PUCT with priors, Silver et al., "Mastering the game of Go without human knowledge" (2017); values of chance
// nodes over all rolls, Antonoglou et al., "Planning in stochastic environments with a learned model" (2022);
// progressive widening, Coulom, "Computing Elo ratings of move patterns" (2007); proofs, Winands, Bjornsson, Saito,
// "Monte-Carlo tree search solver" (2008).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/limits.hpp"
#include "search/mcts_root.hpp"
#include "search/mcts_tree.hpp"

namespace alea {

/// The first group changes what a search finds, the second how fast it is.
struct MctsOptions {
  std::int64_t simulations = 800;  ///< of each search, beside its limits; 1 or more
  float c_puct = 1;                ///< utility of exploring, above 0
  float temperature = 0.2F;        ///< priors are exp(static utility / temperature), scaled; above 0
  float widening = 2;              ///< a roll visited n times visits at most 1 + widening * sqrt(n) plays; 0: no limit
  bool halving = false;            ///< sequential halving at the root instead of PUCT

  /// 1 to 65536. One half holds the nodes, about 1 KiB a simulation in backgammon; what is kept for the next turn is
  /// copied to the other. When it is full the search goes on without new ones.
  int arena_mib = 64;
  int threads = 1;  ///< 1 to 1024; more than one are quicker, not repeatable
};

/// One play of the turn, judged.
template <Game G>
struct SearchedPlay {
  std::uint32_t index = 0;  ///< into the play list
  std::uint32_t place = 0;  ///< into the plays of the root
  MoverValue<G> value;
  float utility = 0;
  std::uint32_t visits = 0;
  bool proven = false;
};

/// Told the plays of a turn as they are judged so far.
template <Game G>
using SearchWatch = std::function<void(std::span<const SearchedPlay<G>>)>;

/// One search at a time. Repeatable on one thread; no heap allocation once warm then.
template <Game G>
class Mcts {
 public:
  using Position = typename G::Position;
  using Roll = typename G::Roll;

  /// `table` may be null.
  Mcts(std::unique_ptr<Evaluator<G>> evaluator, const MctsOptions& options, const Utility<G>& utility = {},
       std::shared_ptr<const ExactTable<G>> table = nullptr);

  /// All plays of a turn, best first: those with at least half the visits of the most visited one, by their utility,
  /// and then the others. Goes on from the tree of the last call if `position` and `roll` are what came of the play
  /// that was best there: one turn of the opponent later, or of nobody. The answer is valid until the next call.
  /// `watch`, where there is one, is called about ten times a second with the plays as they are judged then; it must
  /// not ask for lines unless there is one thread.
  std::span<const SearchedPlay<G>> judge(const Position& position, const Roll& roll, const Limits& limits = {},
                                         const SearchWatch<G>& watch = {});

  /// The value of a position to the player about to roll.
  RollerValue<G> value(const Position& position, const Limits& limits = {});

  /// How the game goes on after play k of the last `judge`, as far as the tree knows: of each position the most visited
  /// roll, as an example, and the best play.
  std::vector<std::string> line(std::size_t k) const;

  /// Of the last call. A limit of nodes is kept by one thread, so that it is repeatable.
  std::int64_t nodes() const { return nodes_; }  ///< positions evaluated
  std::int64_t simulations() const { return simulations_; }

  /// Forgets the tree: the next search does not depend on those before it.
  void forget();

 private:
  void begin(const Position& position, const Roll& roll);
  void begin_with(const Position& position);
  void run(const Limits& limits, const SearchWatch<G>& watch = {});
  std::int64_t total_nodes() const;
  void work(MctsTree<G>& tree, LimitClock clock, const SearchWatch<G>& watch);
  void simulate(MctsTree<G>& tree, std::size_t play, std::unique_lock<std::mutex>& lock);
  bool finished(LimitClock& clock, std::int64_t nodes) const;
  std::optional<std::size_t> next_play(bool& last);
  std::optional<std::size_t> next_by_puct() const;
  bool available(std::size_t play) const;
  void list_statically();
  void rank();
  const Decision<G>* find_kept(const Position& position, const Roll& roll) const;
  const Decision<G>* find_roll(const Siblings<G>& siblings, std::size_t i, const Roll& roll) const;
  void make_arenas();
  MctsTree<G>& tree() const { return *trees_.front(); }

  const MctsOptions options_;
  std::vector<std::unique_ptr<MctsTree<G>>> trees_;  ///< one a thread, all working on one tree
  std::array<std::unique_ptr<Arena>, 2> arenas_;     ///< the tree, and where what is kept of it is copied to

  // The root: a turn, or a single "play" that leads to the position to be valued.
  Decision<G> root_;
  bool kept_ = false;  ///< the tree of the last judge is still there
  std::vector<SearchedPlay<G>> judged_;
  SequentialHalving halving_;

  // A search under way. The mutex guards the root, its plays and the rolls just below.
  std::mutex mutex_;
  std::int64_t simulations_ = 0, nodes_ = 0;
  std::int64_t nodes_before_ = 0;
  int under_way_ = 0;
  bool alone_ = true;  ///< on one thread
  bool failed_ = false;
};

}  // namespace alea
