#include "nets/shape.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"

using namespace alea;

TEST_CASE("initial weights depend on shape and seed alone") {
  const NetworkShape shape{"toy-1", 30, {20, 10}, 4, 3};
  const auto a = initial_weights(shape, 1), b = initial_weights(shape, 1), c = initial_weights(shape, 2);
  CHECK(a.layers[1].weight == b.layers[1].weight);
  CHECK(a.layers[1].weight != c.layers[1].weight);
}

TEST_CASE("initial weights have He's variance, a hundredth of it in the last layer, and no biases") {
  const auto weights = initial_weights({"toy-1", 200, {300, 100}, 60, 60}, 1);
  for (const auto& layer : weights.layers) {
    double squares = 0;
    for (const float w : layer.weight) squares += double{w} * w;
    const double expected = 2.0 / layer.in * (&layer == &weights.layers.back() ? 0.01 : 1);
    CHECK(squares / static_cast<double>(layer.weight.size()) == Approx(expected).epsilon(0.05));
    CHECK(std::ranges::count(layer.bias, 0.F) == layer.out);
  }
}

TEST_CASE("shapes out of range say why") {
  CHECK(shape_error({"toy-1", 5, {6}, 4, 3}).empty());
  CHECK(shape_error({"toy-1", 5, {}, 2, 2}).empty());
  CHECK(shape_error({"toy-1", 0, {6}, 4, 3}) == "0 inputs");
  CHECK(shape_error({"toy-1", 5, {0}, 4, 3}) == "a hidden layer of 0 units");
  CHECK(shape_error({"toy-1", 5, std::vector<int>(9, 1), 4, 3}) == "9 hidden layers");
  CHECK(shape_error({"toy-1", 5, {6}, 1, 1}) == "1 outputs");
  CHECK(shape_error({"toy-1", 5, {6}, 4, 5}) == "5 probabilities among 4 outputs");
}
