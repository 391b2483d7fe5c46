// The tree of Mcts: that it is what it says after any number of simulations; rolls by deficit; halving.
#include <cmath>
#include <numeric>

#include "engine/registry.hpp"
#include "search/mcts_root.hpp"
#include "search/mcts_tree_impl.hpp"
#include "tests/catch.hpp"
#include "tests/search/expectimax_models.hpp"

namespace alea {
namespace {

using tests::HashEvaluator;
using tests::TestTurn;

/// A tree below one turn, and everything that should hold in it.
template <Game G>
class Grown {
 public:
  Grown(const TestTurn<G>& turn, int simulations, float widening = 2)
      : arena_(std::size_t{32} << 20),
        tree_(std::make_unique<HashEvaluator<G>>(), nullptr, MctsSettings<G>{0.5F, 0.1F, widening, {}}),
        turn_(turn) {
    tree_.use(arena_);
    for (int i = 0; i < simulations && !root_.proven; ++i) tree_.visit({turn_.position, turn_.roll}, root_);
    check(root_);
  }

  int wrong() const { return wrong_; }
  int decisions() const { return decisions_; }
  float rounding() const { return rounding_; }  ///< greatest difference between a value and what it should be
  double deficit() const { return deficit_; }   ///< greatest number of visits that a roll is behind its share
  const Decision<G>& root() const { return root_; }

 private:
  void check(const Decision<G>& decision) {
    ++decisions_;
    if (decision.stored == 0) return;
    const Siblings<G> siblings = tree_.siblings(decision);
    const std::size_t best = tree_.best(decision);
    const auto best_value = seen_by_mover<G>(siblings.positions[best], siblings.values[best]);
    rounding_ = std::max(rounding_, tests::distance(decision.value, seen_by_roller(best_value)));
    std::uint32_t visits = 1;  // the expansion
    for (std::size_t i = 0; i < decision.stored; ++i) {
      const PlayEdge& edge = siblings.edges[i];
      const auto value = seen_by_mover<G>(siblings.positions[i], siblings.values[i]);
      wrong_ += std::abs(edge.utility - Utility<G>{}(value)) > 1e-5F;  // the compiler may round a sum in another order
      wrong_ += i > 0 && edge.prior > siblings.edges[i - 1].prior;
      wrong_ += G::finished(siblings.positions[i]) && !edge.proven;
      visits += edge.visits;
      if (edge.branches != Arena::nothing) check_rolls(siblings, i);
    }
    wrong_ += visits != decision.visits;
  }

  void check_rolls(const Siblings<G>& siblings, std::size_t i) {
    const PlayEdge& edge = siblings.edges[i];
    const auto rolls = G::rolls(siblings.positions[i]);
    const Branches<G> branches = tree_.branches(edge, rolls.size());
    RollerValue<G> mean;
    std::uint32_t visits = 0;
    bool proven = true, any_proven = false;
    for (std::size_t r = 0; r < rolls.size(); ++r) {
      const Decision<G>& decision = branches.decisions[r];
      mean.add(static_cast<float>(rolls[r].probability), decision.value);
      visits += decision.visits;
      proven = proven && decision.proven;
      any_proven = any_proven || decision.proven;
      wrong_ += decision.expanded() != (decision.visits > 0);
      if (decision.expanded()) check(decision);
    }
    wrong_ += visits != edge.visits || proven != edge.proven;
    for (std::size_t r = 0; r < rolls.size() && !any_proven; ++r) {
      deficit_ = std::max(deficit_, rolls[r].probability * visits - branches.decisions[r].visits);
    }
    rounding_ = std::max(rounding_, tests::distance(mean, siblings.values[i]));
  }

  Arena arena_;
  MctsTree<G> tree_;
  TestTurn<G> turn_;
  Decision<G> root_;
  int wrong_ = 0, decisions_ = 0;
  float rounding_ = 0;
  double deficit_ = 0;
};

template <Game G>
void check_trees(const std::vector<TestTurn<G>>& turns) {
  int decisions = 0;
  for (const float widening : {0.0F, 1.0F}) {
    for (const auto& turn : turns) {
      const Grown<G> grown(turn, 1000, widening);
      CHECK(grown.wrong() == 0);
      CHECK(grown.rounding() < 1e-4F);
      CHECK(grown.deficit() < 1.5);
      decisions += grown.decisions();
    }
  }
  CHECK(decisions > 1000);
}

TEST_CASE("A tree's values are the means of its rolls and the best of its plays, its visits add up") {
  check_trees(tests::turns_of_random_games<Backgammon>(1, 20));
  check_trees(tests::turns_of_random_games<Dvonn>(1, 11));
  check_trees(tests::turns_of_random_games<Diablo<4>>(1, 5));
}

TEST_CASE("With one reply to each roll a tree is expectimax") {
  // A widening of nearly 0 visits the best reply alone; with 36 visits the deficit rule tries all rolls.
  const HashEvaluator<Backgammon> evaluator;
  float most = 0;
  for (const auto& turn : tests::turns_of_random_games<Backgammon>(1, 9)) {
    Arena arena(1 << 20);
    MctsTree<Backgammon> tree(evaluator.clone(), nullptr, {0.5F, 0.1F, 1e-6F, {}});
    tree.use(arena);
    Decision<Backgammon> root;
    tree.store_position(turn.position, root);
    const Siblings<Backgammon> one = tree.siblings(root);
    const auto decisions = [&] { return tree.branches(one.edges[0], 21).decisions; };
    do tree.visit_play(one, 0);
    while (!std::ranges::all_of(decisions(), &Decision<Backgammon>::expanded));
    CHECK(one.edges[0].visits <= 36);
    for (std::size_t r = 0; r < 21; ++r) {
      if (decisions()[r].visits > 1) continue;  // a second visit looks deeper
      PlayList<Backgammon> plays;
      Backgammon::plays(turn.position, Backgammon::rolls(turn.position)[r].roll, plays);
      float best = -9;
      for (const auto& after : plays.positions()) {
        best = std::max(best, Utility<Backgammon>{}(seen_by_mover<Backgammon>(after, evaluator.value(after))));
      }
      most = std::max(most, std::abs(best - Utility<Backgammon>{}(decisions()[r].value)));
    }
  }
  CHECK(most < 1e-5F);
}

TEST_CASE("A copied tree grows on its own, as the one it was copied from does") {
  const auto turns = tests::turns_of_random_games<Backgammon>(1, 30);
  Arena arena(16 << 20), other(16 << 20);
  MctsTree<Backgammon> tree(std::make_unique<HashEvaluator<Backgammon>>(), nullptr, {0.5F, 0.1F, 2, {}});
  for (const auto& turn : turns) {
    arena.clear(), other.clear();
    tree.use(arena);
    Decision<Backgammon> root, copy;
    for (int i = 0; i < 500; ++i) tree.visit({turn.position, turn.roll}, root);
    tree.copy(root, copy, other);
    for (int i = 0; i < 500; ++i) tree.visit({turn.position, turn.roll}, root);
    CHECK(copy.visits == 500);
    CHECK(root.visits == 1000);
    tree.use(other);
    const auto copied = tree.siblings(copy);
    std::uint32_t visits = 1;
    for (const auto& edge : copied.edges) visits += edge.visits;
    CHECK(visits == 500);  // not those that came later
    for (int i = 0; i < 500; ++i) tree.visit({turn.position, turn.roll}, copy);
    CHECK(copy.value == root.value);
  }
}

TEST_CASE("Sequential halving gives all candidates of a round the same, and the better half more") {
  std::vector<PlayEdge> edges(30);
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i].utility = i % 2 == 1 ? 1 - 0.01F * static_cast<float>(i) : 0;
  SequentialHalving halving;
  const auto any = [](std::size_t) { return true; };
  std::vector<int> given(edges.size());
  halving.start(edges.size(), 800, 5);
  do {
    while (const auto play = halving.next(any)) ++given[*play];
  } while (halving.end_round(edges));
  CHECK(std::accumulate(given.begin(), given.end(), 0) >= 799);
  CHECK(given[0] == 12);   // 800 / (4 rounds * 16 candidates)
  CHECK(given[16] == 0);   // no candidate
  CHECK(given[15] == 37);  // the worst of the better half: 12 and 608 / (3 * 8)
  CHECK(given[1] == given[3]);
  CHECK(given[1] == 190);

  halving.start(edges.size(), 40, 11);  // too few for many candidates
  int candidates = 0;
  given.assign(edges.size(), 0);
  do {
    while (const auto play = halving.next(any)) ++given[*play];
  } while (halving.end_round(edges));
  for (const int n : given) candidates += n > 0;
  CHECK(candidates == 2);
}

}  // namespace
}  // namespace alea
