// The value of positions n plies deep, against plain recursion and brute force.
#include "engine/registry.hpp"
#include "search/expectimax_impl.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/race_model.hpp"
#include "tests/search/expectimax_models.hpp"

namespace alea {
namespace {

using models::BruteForce;
using models::RaceModel;
using tests::HashEvaluator;

struct Variant {
  int threads;
  int cache_mib;
  bool star2;
};
constexpr Variant variants[] = {{1, 0, false}, {1, 1, false}, {1, 0, true}, {1, 1, true}, {2, 1, false}, {2, 0, true}};

ExpectimaxOptions full_width(int plies, const Variant& variant = variants[0]) {
  ExpectimaxOptions options;
  options.plies = plies;
  options.filters = find_move_filters("none");
  options.threads = variant.threads;
  options.cache_mib = variant.cache_mib;
  options.star2 = variant.star2;
  return options;
}

/// The greatest distance from plain recursion in `turns`, over all variants.
template <Game G>
float error_against_recursion(const std::vector<tests::TestTurn<G>>& turns, int plies) {
  const HashEvaluator<G> evaluator;
  float most = 0;
  std::vector<std::unique_ptr<Expectimax<G>>> searches;
  for (const Variant& variant : variants) {
    searches.push_back(std::make_unique<Expectimax<G>>(evaluator.clone(), full_width(plies, variant)));
  }
  for (const auto& turn : turns) {
    const auto expected = tests::plain_expectimax<G>(turn.position, plies, evaluator);
    for (const auto& search : searches)
      most = std::max(most, tests::distance(expected, search->value(turn.position, plies)));
  }
  return most;
}

/// The same against the true value, looking to the end of the game.
template <Game G>
float error_against_brute_force(const std::vector<typename G::Position>& positions, int plies) {
  BruteForce<G> exact;
  float most = 0;
  for (const Variant& variant : variants) {
    Expectimax<G> search(std::make_unique<HashEvaluator<G>>(), full_width(plies, variant));
    for (const auto& position : positions) {
      most = std::max(most, tests::distance(exact(position), search.value(position, plies)));
    }
  }
  return most;
}

TEST_CASE("Expectimax equals plain recursion with and without cache, pruning and threads") {
  CHECK(error_against_recursion(tests::turns_of_random_games<Backgammon>(2, 15), 0) == 0);
  CHECK(error_against_recursion(tests::turns_of_random_games<Backgammon>(2, 5), 1) < 1e-5F);
  CHECK(error_against_recursion(tests::turns_of_random_games<Backgammon>(3, 50, 12), 2) < 1e-5F);
  CHECK(error_against_recursion(tests::turns_of_random_games<Dvonn>(2, 3), 1) < 1e-5F);
  CHECK(error_against_recursion(tests::turns_of_random_games<Dvonn>(2, 12), 2) < 1e-5F);
  CHECK(error_against_recursion(tests::turns_of_random_games<Dvonn>(4, 17, 12), 3) < 1e-5F);
  CHECK(error_against_recursion(tests::turns_of_random_games<Diablo<2>>(20, 1), 3) < 1e-5F);
  CHECK(error_against_recursion(tests::turns_of_random_games<Diablo<4>>(4, 2), 1) < 1e-5F);
  CHECK(error_against_recursion(tests::turns_of_random_games<Diablo<4>>(6, 7, 40), 2) < 1e-5F);
}

TEST_CASE("Expectimax that sees the end of the game equals brute force, whatever the evaluator") {
  std::vector<RaceModel::Position> races;
  for (const auto& turn : tests::turns_of_random_games<RaceModel>(20, 1)) races.push_back(turn.position);
  CHECK(error_against_brute_force<RaceModel>(races, 6) < 1e-5F);

  std::vector<Diablo<2>::Position> squares;
  for (const auto& turn : tests::turns_of_random_games<Diablo<2>>(20, 1)) squares.push_back(turn.position);
  CHECK(error_against_brute_force<Diablo<2>>(squares, 4) < 1e-5F);

  backgammon::Position bearoff;
  bearoff.own.put(1, 3), bearoff.own.put(2, 1), bearoff.their.put(1, 2), bearoff.their.put(5, 1);
  CHECK(error_against_brute_force<Backgammon>({bearoff, bearoff.flipped()}, 4) < 1e-5F);
}

TEST_CASE("A finished position has its result at any depth") {
  backgammon::Position gone;  // the opponent is off, the roller has borne off none: a gammon
  gone.own.put(3, 15);
  const auto result = *Backgammon::result(gone);
  Expectimax<Backgammon> search(std::make_unique<HashEvaluator<Backgammon>>(), full_width(2, {1, 1, true}));
  for (const int plies : {0, 1, 2}) CHECK(search.value(gone, plies) == result);
}

TEST_CASE("The value of a position is seen by its roller, also where the same player moves again") {
  // White's 49th placement leads to White's first move: there nothing is flipped.
  const HashEvaluator<Dvonn> evaluator;
  Expectimax<Dvonn> search(evaluator.clone(), full_width(2));
  int same = 0;
  float most = 0;
  for (const auto& turn : tests::turns_of_random_games<Dvonn>(2, 1)) {
    const int placed = turn.position.placed();
    if (turn.position.phase() != dvonn::Phase::placement || placed < 47) continue;
    same += placed == 48;
    most = std::max(most, tests::distance(tests::plain_expectimax<Dvonn>(turn.position, 2, evaluator),
                                          search.value(turn.position, 2)));
  }
  CHECK(same == 2);
  CHECK(most < 1e-5F);
}

TEST_CASE("Rolls that lead to the same positions are one branch with their joint probability") {
  backgammon::Position closed_out;  // on the bar against a closed board: all rolls are the pass
  closed_out.own.put(backgammon::bar, 1), closed_out.own.put(6, 14);
  for (int point = 1; point <= 6; ++point) closed_out.their.put(point, 2);
  EvaluationCache<Backgammon> cache(0);
  ExpectimaxTree<Backgammon> tree(std::make_unique<HashEvaluator<Backgammon>>(), nullptr, {}, 1, cache);
  Expansion<Backgammon> expansion;
  tree.expand(closed_out, 1, expansion);
  REQUIRE(expansion.branches.size() == 1);
  CHECK(expansion.branches[0].probability == Approx(1));
  CHECK(tree.nodes() == 1);
}

}  // namespace
}  // namespace alea
