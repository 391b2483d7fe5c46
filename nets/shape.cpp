#include "nets/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/random.hpp"

namespace alea {

namespace {

void draw_uniform(std::vector<float>& numbers, double bound, Random& random) {
  for (float& x : numbers) x = static_cast<float>((2 * random.uniform() - 1) * bound);
}

}  // namespace

std::string shape_error(const NetworkShape& shape) {
  const auto outside = [](int n, int least, int most) { return n < least || n > most; };
  if (outside(shape.inputs, 1, NetworkShape::most_inputs)) return fmt::format("{} inputs", shape.inputs);
  if (shape.hidden.size() > NetworkShape::most_hidden) return fmt::format("{} hidden layers", shape.hidden.size());
  for (const int units : shape.hidden) {
    if (outside(units, 1, NetworkShape::most_units)) return fmt::format("a hidden layer of {} units", units);
  }
  if (outside(shape.outputs, 2, NetworkShape::most_outputs)) return fmt::format("{} outputs", shape.outputs);
  if (outside(shape.probabilities, 2, shape.outputs)) {
    return fmt::format("{} probabilities among {} outputs", shape.probabilities, shape.outputs);
  }
  return {};
}

NetworkWeights zero_weights(const NetworkShape& shape) {
  NetworkWeights weights{shape, {}};
  int in = shape.inputs;
  const auto append = [&](int out) {
    const auto size = static_cast<std::size_t>(in) * static_cast<std::size_t>(out);
    weights.layers.push_back({in, out, std::vector<float>(size), std::vector<float>(static_cast<std::size_t>(out))});
    in = out;
  };
  for (const int units : shape.hidden) append(units);
  append(shape.outputs);
  return weights;
}

NetworkWeights initial_weights(const NetworkShape& shape, std::uint64_t seed) {
  NetworkWeights weights = zero_weights(shape);
  Random random(seed, Purpose::weights);
  for (auto& layer : weights.layers) {
    const double bound = std::sqrt(6.0 / layer.in);
    draw_uniform(layer.weight, &layer == &weights.layers.back() ? bound / 10 : bound, random);
  }
  return weights;
}

}  // namespace alea
