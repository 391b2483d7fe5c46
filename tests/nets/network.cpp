#include "nets/network.hpp"

#include <cmath>
#include <memory>

#include "nets/features/backgammon.hpp"
#include "nets/learner.hpp"
#include "tests/catch.hpp"
#include "tests/nets/networks.hpp"
#include "tests/nets/positions.hpp"

using namespace alea;
using namespace alea::tests;
using Positions = std::vector<backgammon::Position>;
using Values = std::vector<RollerValue<Backgammon>>;

namespace {

/// The network in double precision, from the dense inputs, in the words of nets/shape.hpp.
RollerValue<Backgammon> reference(const NetworkWeights& weights, const backgammon::Position& position) {
  std::vector<float> inputs(static_cast<std::size_t>(weights.shape.inputs));
  write_inputs<Backgammon>(position, inputs);
  std::vector<double> x(inputs.begin(), inputs.end());
  for (const auto& layer : weights.layers) {
    std::vector<double> y(layer.bias.begin(), layer.bias.end());
    for (std::size_t i = 0; i < layer.weight.size(); ++i) y[i / x.size()] += layer.weight[i] * x[i % x.size()];
    if (&layer != &weights.layers.back()) {
      for (double& unit : y) unit = std::max(unit, 0.0);
    }
    x = y;
  }
  double sum = 0;
  for (const double logit : x) sum += std::exp(logit);
  RollerValue<Backgammon> value;
  for (std::size_t k = 0; k < x.size(); ++k) value[k] = static_cast<float>(std::exp(x[k]) / sum);
  return value;
}

float distance(const RollerValue<Backgammon>& a, const RollerValue<Backgammon>& b) {
  float most = 0;
  for (std::size_t k = 0; k < Backgammon::statistics; ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

Values evaluated(Evaluator<Backgammon>& evaluator, const Positions& positions) {
  Values values(positions.size());
  evaluator.evaluate(positions, values);
  return values;
}

float greatest_distance(const Values& a, const Values& b) {
  REQUIRE(a.size() == b.size());
  float most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

Positions scattered(std::size_t n) {
  Random random(17, Purpose::test);
  Positions positions;
  while (positions.size() < n) {
    const auto position = scattered_position(random);
    if (!Backgammon::finished(position)) positions.push_back(position);
  }
  return positions;
}

}  // namespace

TEST_CASE("a network computes what its weights say") {
  const std::vector<int> hidden = GENERATE(std::vector<int>{1}, std::vector<int>{16}, std::vector<int>{100},
                                           std::vector<int>{128}, std::vector<int>{300}, std::vector<int>{80, 33},
                                           std::vector<int>{128, 64, 32}, std::vector<int>{7, 256, 256});
  const NetworkWeights weights = lively_network(hidden, 3);
  Network<Backgammon> network(weights);
  const Positions positions = scattered(200);
  Values expected;
  for (const auto& position : positions) expected.push_back(reference(weights, position));
  CHECK(greatest_distance(evaluated(network, positions), expected) < 1e-5F);
}

TEST_CASE("a network agrees with LibTorch on the plays of real rolls") {
  for (const std::vector<int>& hidden : {std::vector<int>{128}, std::vector<int>{256, 256}}) {
    const NetworkWeights weights = lively_network(hidden, 5);
    Network<Backgammon> network(weights);
    const auto learner = make_learner(weights.shape, {});
    learner->set_weights(weights);
    float most = 0;
    for (const Positions& batch : sibling_batches(300, 5)) {
      std::vector<float> inputs(batch.size() * Features<Backgammon>::inputs);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        write_inputs<Backgammon>(
            batch[i], std::span(inputs).subspan(i * Features<Backgammon>::inputs, Features<Backgammon>::inputs));
      }
      Values expected(batch.size());
      std::vector<float> outputs(batch.size() * Backgammon::statistics);
      learner->predict(inputs, outputs);
      const Values found = evaluated(network, batch);
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto& position = batch[i / Backgammon::statistics];
        if (Backgammon::finished(position)) continue;
        most = std::max(most, std::abs(outputs[i] - found[i / Backgammon::statistics][i % Backgammon::statistics]));
      }
    }
    CHECK(most < 1e-5F);
  }
}
