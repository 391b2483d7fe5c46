// Networks with random weights.
#pragma once

#include <string>
#include <vector>

#include "nets/features/backgammon.hpp"
#include "nets/shape.hpp"

namespace alea::tests {

template <HasFeatures G>
NetworkShape shape_for(std::vector<int> hidden) {
  using F = Features<G>;
  return {std::string(F::name), F::inputs, std::move(hidden), G::statistics, G::probabilities};
}

inline NetworkShape backgammon_shape(std::vector<int> hidden) { return shape_for<Backgammon>(std::move(hidden)); }

/// A network whose answers differ visibly from position to position: initial weights, with the output layer and the
/// biases as large as a trained network's.
inline NetworkWeights lively_network(const NetworkShape& shape, std::uint64_t seed) {
  NetworkWeights weights = initial_weights(shape, seed);
  Random random(seed, Purpose::test);
  for (float& w : weights.layers.back().weight) w *= 10;
  for (auto& layer : weights.layers) {
    for (float& b : layer.bias) b = static_cast<float>(random.uniform() - 0.5);
  }
  return weights;
}

inline NetworkWeights lively_network(std::vector<int> hidden, std::uint64_t seed) {
  return lively_network(backgammon_shape(std::move(hidden)), seed);
}

}  // namespace alea::tests
