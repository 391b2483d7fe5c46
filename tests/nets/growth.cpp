#include "nets/growth.hpp"

#include "engine/error.hpp"
#include "nets/learner.hpp"
#include "nets/network.hpp"
#include "tests/catch.hpp"
#include "tests/nets/networks.hpp"
#include "tests/nets/positions.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

std::vector<backgammon::Position> scattered_positions(std::size_t count) {
  Random random(11, Purpose::test);
  std::vector<backgammon::Position> positions;
  for (std::size_t i = 0; i < count; ++i) positions.push_back(scattered_position(random));
  return positions;
}

std::vector<RollerValue<Backgammon>> answers(const NetworkWeights& weights,
                                             const std::vector<backgammon::Position>& positions) {
  Network<Backgammon> net(weights);
  std::vector<RollerValue<Backgammon>> values(positions.size());
  net.evaluate(positions, values);
  return values;
}

double largest_difference(const NetworkWeights& a, const NetworkWeights& b) {
  const auto positions = scattered_positions(300);
  const auto one = answers(a, positions), other = answers(b, positions);
  double largest = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t k = 0; k < Backgammon::statistics; ++k) {
      largest = std::max(largest, static_cast<double>(std::abs(one[i][k] - other[i][k])));
    }
  }
  return largest;
}

/// Some steps towards random targets.
NetworkWeights trained(const NetworkWeights& weights, int steps) {
  const auto learner = make_learner(weights.shape, {});
  learner->set_weights(weights);
  const auto positions = scattered_positions(64);
  std::vector<float> inputs(positions.size() * static_cast<std::size_t>(weights.shape.inputs));
  std::vector<float> targets(positions.size() * Backgammon::statistics);
  Random random(5, Purpose::test);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    write_inputs<Backgammon>(positions[i], std::span(inputs).subspan(i * static_cast<std::size_t>(weights.shape.inputs),
                                                                     static_cast<std::size_t>(weights.shape.inputs)));
    targets[i * Backgammon::statistics + random.below(Backgammon::statistics)] = 1;
  }
  for (int s = 0; s < steps; ++s) learner->step(inputs, targets, 1e-3);
  return learner->weights();
}

float incoming(const DenseLayer& layer, int unit, int input) {
  return layer.weight[static_cast<std::size_t>(unit * layer.in + input)];
}

/// How far apart the incoming weights of a unit and of its first repetition are, at most.
double distance(const DenseLayer& layer, int unit, int repetition) {
  double largest = 0;
  for (int i = 0; i < layer.in; ++i) {
    largest =
        std::max(largest, static_cast<double>(std::abs(incoming(layer, unit, i) - incoming(layer, repetition, i))));
  }
  return largest;
}

}  // namespace

TEST_CASE("a grown network answers as the small one") {
  const auto [from, to] = GENERATE(table<std::vector<int>, std::vector<int>>({
      {{16}, {32}},              // wider, each unit twice
      {{16}, {45}},              // some units three times, some twice
      {{16}, {16, 16}},          // deeper
      {{16}, {32, 40}},          // both
      {{16}, {32, 16, 24, 16}},  // three new layers
      {{40}, {40, 12}},          // narrower: outputs as x and -x alone
      {{40}, {64, 20, 30, 14}},  // narrower with fresh units, then wider, then narrower again
      {{24, 8}, {32, 16}},       // two layers
      {{24, 8}, {24, 8, 8, 100}},
  }));
  CAPTURE(from, to);
  const NetworkWeights small = lively_network(from, 3);
  const NetworkWeights large = grow(small, to, 9);
  CHECK(large.shape.hidden == to);
  for (std::size_t n = 0; n < large.layers.size(); ++n) {
    CHECK(large.layers[n].weight.size() == zero_weights(large.shape).layers[n].weight.size());
  }
  CHECK(largest_difference(small, large) < 2e-6);
}

TEST_CASE("a network grown to its own size is itself") {
  const NetworkWeights small = lively_network({16, 8}, 3);
  const NetworkWeights same = grow(small, {16, 8}, 9);
  for (std::size_t n = 0; n < small.layers.size(); ++n) CHECK(same.layers[n].weight == small.layers[n].weight);
}

TEST_CASE("repeated units begin alike and learn apart") {
  const NetworkWeights large = grow(lively_network({16}, 3), {32}, 9);
  const NetworkWeights later = trained(large, 20);
  for (const int unit : {0, 7, 15}) {
    CHECK(distance(large.layers[0], unit, unit + 16) == 0);
    CHECK(distance(later.layers[0], unit, unit + 16) > 1e-3);
  }
}

TEST_CASE("a new layer is more than what it began as after some training") {
  for (const std::vector<int>& to : {std::vector{16, 16}, std::vector{16, 14}}) {
    const NetworkWeights large = grow(lively_network({16}, 3), to, 9);
    const NetworkWeights later = trained(large, 20);
    CHECK(largest_difference(large, later) > 1e-2);
    const DenseLayer& added = large.layers[1];
    const DenseLayer& learned = later.layers[1];
    std::size_t moved = 0;
    for (std::size_t i = 0; i < added.weight.size(); ++i) moved += added.weight[i] != learned.weight[i];
    CHECK(moved > added.weight.size() / 2);
  }
}

TEST_CASE("growth depends on its seed alone") {
  const NetworkWeights small = lively_network({16}, 3);
  CHECK(grow(small, {32}, 1).layers[1].weight == grow(small, {32}, 1).layers[1].weight);
  CHECK(grow(small, {32}, 1).layers[1].weight != grow(small, {32}, 2).layers[1].weight);
}

TEST_CASE("what a network cannot grow into is an error that says what it can") {
  const NetworkWeights small = lively_network({32, 16}, 3);
  const std::vector<int> hidden =
      GENERATE(std::vector<int>{16, 16}, std::vector<int>{32, 8}, std::vector<int>{32}, std::vector<int>{32, 16, 11},
               std::vector<int>{32, 16, 9000}, std::vector<int>{32, 16, 16, 16, 16, 16, 16, 16, 16});
  CAPTURE(hidden);
  try {
    grow(small, hidden, 1);
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.field() == "hidden");
    CHECK(std::string(error.what()).find("32,16") != std::string::npos);
  }
}
