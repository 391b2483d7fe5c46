// What the tests of Expectimax compare it with, and on.
#pragma once

#include <xxhash.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "search/evaluator.hpp"
#include "tests/models/random_games.hpp"

namespace alea::tests {

/// A value for every position, different from all others, that depends on nothing but its bytes.
template <Game G>
class HashEvaluator final : public Evaluator<G> {
 public:
  explicit HashEvaluator(std::uint64_t seed = 1) : seed_(seed) {}

  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = value(positions[i]);
  }
  std::unique_ptr<Evaluator<G>> clone() const override { return std::make_unique<HashEvaluator>(seed_); }

  RollerValue<G> value(const typename G::Position& position) const {
    if (G::finished(position)) return *G::result(position);
    Random random(XXH3_64bits_withSeed(&position, sizeof position, seed_), Purpose::test);
    RollerValue<G> value;
    float sum = 0;
    for (float& statistic : value.of) statistic = static_cast<float>(random.uniform() + 0.01);
    for (std::size_t i = 0; i < G::probabilities; ++i) sum += value[i];
    for (std::size_t i = 0; i < G::probabilities; ++i) value[i] /= sum;
    return value;
  }

 private:
  std::uint64_t seed_;
};

/// Expectimax as it is defined, and no more.
template <Game G, class Static>
RollerValue<G> plain_expectimax(const typename G::Position& position, int plies, const Static& evaluator) {
  if (G::finished(position)) return *G::result(position);
  if (plies == 0) return evaluator.value(position);
  const Utility<G> utility;
  RollerValue<G> mean;
  for (const auto& [roll, probability] : G::rolls(position)) {
    PlayList<G> plays;
    G::plays(position, roll, plays);
    MoverValue<G> best;
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const auto& after = plays.position(i);
      const auto value = seen_by_mover<G>(after, plain_expectimax<G>(after, plies - 1, evaluator));
      if (i == 0 || utility(value) > utility(best)) best = value;
    }
    mean.add(static_cast<float>(probability), seen_by_roller(best));
  }
  return mean;
}

/// The greatest difference between two values' statistics.
template <Game G, View V>
float distance(const Value<G, V>& a, const Value<G, V>& b) {
  float most = 0;
  for (std::size_t i = 0; i < G::statistics; ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

/// The positions of some texts.
template <Game G>
std::vector<typename G::Position> parsed(const std::vector<std::string>& texts) {
  std::vector<typename G::Position> positions;
  for (const auto& text : texts) positions.push_back(G::parse_position(text).position);
  return positions;
}

/// A turn to be played.
template <Game G>
struct TestTurn {
  typename G::Position position;
  typename G::Roll roll;
};

/// Every `every`-th turn of `games` random games, of those with at most `most` plays.
template <Game G>
std::vector<TestTurn<G>> turns_of_random_games(int games, int every, std::size_t most = 1000) {
  std::vector<TestTurn<G>> turns;
  int n = 0;
  models::random_games<G>(
      games,
      [&](Side, const auto& position, const auto& roll, const auto& plays, std::size_t) {
        if (plays.size() <= most && n++ % every == 0) turns.push_back({position, roll});
      },
      [](const auto&) {});
  return turns;
}

}  // namespace alea::tests
