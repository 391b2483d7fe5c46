// A network asked through a batcher; tests/selfplay/dynamic_batcher.cpp has the threads.
#include "nets/batched_network.hpp"

#include <algorithm>
#include <cmath>

#include "nets/features/dvonn.hpp"
#include "nets/learner.hpp"
#include "nets/network.hpp"
#include "tests/catch.hpp"
#include "tests/models/random_games.hpp"
#include "tests/nets/allocations.hpp"
#include "tests/nets/networks.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

/// What all plays of random games lead to, a batch a turn.
template <Game G>
std::vector<std::vector<typename G::Position>> turns_of_random_games(int games) {
  std::vector<std::vector<typename G::Position>> turns;
  models::random_games<G>(
      games,
      [&](Side, const auto&, const auto&, const PlayList<G>& plays, std::size_t) {
        turns.emplace_back(plays.positions().begin(), plays.positions().end());
      },
      [](const auto&) {});
  return turns;
}

/// The greatest difference from what Network<G> says, exact results of finished positions included; expectations in the
/// network's unit.
template <HasFeatures G>
float greatest_error(const NetworkWeights& weights) {
  const auto learner = make_learner(weights.shape, {});
  learner->set_weights(weights);
  constexpr std::size_t most_rows = 24;  // fewer than many a turn has plays
  DynamicBatcher batcher(
      Features<G>::inputs, G::statistics, most_rows,
      [&](std::span<const float> inputs, std::span<float> outputs) { learner->predict(inputs, outputs); });
  BatchedNetwork<G> batched(batcher);
  Network<G> network(weights);
  float most = 0;
  for (const auto& turn : turns_of_random_games<G>(2)) {
    std::vector<RollerValue<G>> found(turn.size()), expected(turn.size());
    batched.evaluate(turn, found);
    network.evaluate(turn, expected);
    for (std::size_t i = 0; i < turn.size(); ++i) {
      for (std::size_t k = 0; k < G::statistics; ++k) {
        const float unit = k < G::probabilities ? 1.F : expectation_unit<G>;
        most = std::max(most, std::abs(found[i][k] - expected[i][k]) / unit);
      }
    }
  }
  return most;
}

}  // namespace

TEST_CASE("a batched network says what a network says") {
  CHECK(greatest_error<Backgammon>(lively_network({48, 16}, 1)) < 1e-5F);
  CHECK(greatest_error<Dvonn>(lively_network(shape_for<Dvonn>({32}), 2)) < 1e-5F);
}

TEST_CASE("a warm batched network allocates nothing") {
  const auto turns = turns_of_random_games<Backgammon>(1);
  DynamicBatcher batcher(Features<Backgammon>::inputs, Backgammon::statistics, 50,
                         [](std::span<const float>, std::span<float> outputs) { std::ranges::fill(outputs, 0.25F); });
  BatchedNetwork<Backgammon> network(batcher);
  std::vector<RollerValue<Backgammon>> values(2000);
  const auto evaluate = [&] {
    for (const auto& turn : turns) network.evaluate(turn, std::span(values).first(turn.size()));
  };
  evaluate();
  const auto before = allocations();
  evaluate();
  CHECK(allocations() == before);
}
