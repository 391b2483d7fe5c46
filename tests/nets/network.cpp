#include <cmath>
#include <cstdlib>
#include <memory>

#include "engine/error.hpp"
#include "nets/features/backgammon.hpp"
#include "nets/learner.hpp"
#include "nets/network_impl.hpp"
#include "nets/weights_file.hpp"
#include "tests/catch.hpp"
#include "tests/nets/allocations.hpp"
#include "tests/nets/networks.hpp"
#include "tests/nets/positions.hpp"
#include "tests/nets/toy_game.hpp"

using namespace alea;
using namespace alea::tests;
using Positions = std::vector<backgammon::Position>;
using Values = std::vector<RollerValue<Backgammon>>;

namespace {

/// The network in double precision, from the dense inputs, in the words of nets/shape.hpp.
template <Game G>
RollerValue<G> reference(const NetworkWeights& weights, const typename G::Position& position) {
  std::vector<float> inputs(static_cast<std::size_t>(weights.shape.inputs));
  write_inputs<G>(position, inputs);
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
  for (std::size_t k = 0; k < G::probabilities; ++k) sum += std::exp(x[k]);
  RollerValue<G> value;
  for (std::size_t k = 0; k < x.size(); ++k) {
    value[k] = static_cast<float>(k < G::probabilities ? std::exp(x[k]) / sum : x[k]);
  }
  return value;
}

template <Game G>
float distance(const RollerValue<G>& a, const RollerValue<G>& b) {
  float most = 0;
  for (std::size_t k = 0; k < G::statistics; ++k) most = std::max(most, std::abs(a[k] - b[k]));
  return most;
}

Values evaluated(Evaluator<Backgammon>& evaluator, const Positions& positions) {
  Values values(positions.size());
  evaluator.evaluate(positions, values);
  return values;
}

/// One position a batch: every sum from scratch.
Values evaluated_alone(Evaluator<Backgammon>& evaluator, const Positions& positions) {
  Values values;
  for (const auto& position : positions) values.push_back(evaluator.evaluate_one(position));
  return values;
}

float greatest_distance(const Values& a, const Values& b) {
  REQUIRE(a.size() == b.size());
  float most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance<Backgammon>(a[i], b[i]));
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
  for (const auto& position : positions) expected.push_back(reference<Backgammon>(weights, position));
  CHECK(greatest_distance(evaluated(network, positions), expected) < 1e-5F);
}

TEST_CASE("a network serves games with expectations and with any number of active rows") {
  NetworkWeights weights = initial_weights({"toy-1", 17, {24, 9}, 3, 2}, 4);
  for (auto& layer : weights.layers) std::ranges::fill(layer.bias, 0.25F);
  Network<Toy> network(weights);
  Random random(4, Purpose::test);
  std::vector<Toy::Position> positions(500);
  for (auto& position : positions) position = static_cast<Toy::Position>(random());
  positions[7] = 0;
  std::vector<RollerValue<Toy>> values(positions.size());
  network.evaluate(positions, values);
  float most = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto expected = i == 7 ? *Toy::result(0) : reference<Toy>(weights, positions[i]);
    most = std::max(most, distance<Toy>(values[i], expected));
  }
  CHECK(most < 1e-5F);
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

TEST_CASE("a position's value hardly depends on its batch") {
  Network<Backgammon> network(lively_network({128}, 6));
  float most = 0;
  Positions together;
  for (const Positions& batch : sibling_batches(200, 6)) {
    most = std::max(most, greatest_distance(evaluated(network, batch), evaluated_alone(network, batch)));
    together.insert(together.end(), batch.begin(), batch.end());
  }
  CHECK(most < 1e-6F);
  CHECK(greatest_distance(evaluated(network, together), evaluated_alone(network, together)) < 1e-6F);
  const Positions mixed = scattered(1000);
  CHECK(greatest_distance(evaluated(network, mixed), evaluated_alone(network, mixed)) < 1e-6F);
}

TEST_CASE("batches of every length around a block are evaluated whole, and nothing beyond them") {
  Network<Backgammon> network(lively_network({32, 16}, 7));
  const Positions positions = scattered(200);
  const Values expected = evaluated(network, positions);
  for (std::size_t n : {0, 1, 2, 3, 4, 5, 15, 17, 63, 64, 65, 127, 128, 129, 200}) {
    Values values(n + 1);
    network.evaluate(std::span(positions).first(n), std::span(values).first(n));
    CAPTURE(n);
    CHECK(greatest_distance(Values(values.begin(), values.end() - 1),
                            Values(expected.begin(), expected.begin() + static_cast<long>(n))) < 1e-6F);
    CHECK(values.back() == RollerValue<Backgammon>{});
  }
}

TEST_CASE("equal batches give equal bits, whatever was evaluated before, also by clones") {
  Network<Backgammon> network(lively_network({128}, 8));
  const Positions positions = scattered(150);
  const Values first = evaluated(network, positions);
  evaluated(network, scattered(77));
  CHECK(evaluated(network, positions) == first);
  const auto clone = network.clone();
  CHECK(evaluated(*clone, positions) == first);
}

TEST_CASE("finished positions have their exact result, among others and alone") {
  Network<Backgammon> network(lively_network({64}, 9));
  Positions positions = scattered(30);
  for (std::size_t i = 0; i < positions.size(); i += 3) positions[i].their = {};
  const Values values = evaluated(network, positions);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    CAPTURE(i);
    CHECK(Backgammon::finished(positions[i]) == (i % 3 == 0));
    if (i % 3 == 0) CHECK(values[i] == Backgammon::result(positions[i]));
    if (i % 3 == 0) CHECK(network.evaluate_one(positions[i]) == Backgammon::result(positions[i]));
    float sum = 0;
    for (const float p : values[i].of) sum += p;
    CHECK(sum == Approx(1));
  }
}

TEST_CASE("a warm network allocates nothing") {
  Network<Backgammon> one(lively_network({128}, 10)), deep(lively_network({256, 256, 128}, 10));
  const Positions positions = scattered(300);
  Values values(positions.size());
  one.evaluate(positions, values);
  deep.evaluate(positions, values);
  const auto before = allocations();
  for (int i = 0; i < 3; ++i) {
    one.evaluate(positions, values);
    deep.evaluate(std::span(positions).first(19), std::span(values).first(19));
    deep.evaluate(positions, values);
  }
  CHECK(allocations() == before);
}

TEST_CASE("huge logits neither overflow nor turn into NaN") {
  NetworkWeights weights = lively_network({32}, 11);
  for (float& w : weights.layers.back().weight) w *= 1e4F;
  Network<Backgammon> network(weights);
  bool good = true;
  for (const auto& value : evaluated(network, scattered(100))) {
    float sum = 0;
    for (const float p : value.of) good &= p >= 0 && p <= 1, sum += p;
    good &= std::abs(sum - 1) < 1e-5F;
  }
  CHECK(good);
}

TEST_CASE("a network of another game, feature set or shape is refused") {
  const auto refused = [](auto&& change) {
    NetworkShape shape = backgammon_shape({8});
    change(shape);
    try {
      Network<Backgammon> network(zero_weights(shape));
      return false;
    } catch (const InputError& error) {
      return error.field() == "weights";
    }
  };
  CHECK_FALSE(refused([](NetworkShape&) {}));
  CHECK(refused([](NetworkShape& s) { s.features = "backgammon-0"; }));
  CHECK(refused([](NetworkShape& s) { s.inputs = 253; }));
  CHECK(refused([](NetworkShape& s) { s.outputs = 5, s.probabilities = 5; }));
  CHECK(refused([](NetworkShape& s) { s.probabilities = 5; }));
  CHECK(refused([](NetworkShape& s) { s.hidden = {}; }));
}

TEST_CASE("names of networks lead to files") {
  CHECK(find_network("backgammon", "some/net.safetensors") == "some/net.safetensors");
  ::setenv("ALEA_NETS", "/nets", 1);
  CHECK(find_network("backgammon", "fast") == "/nets/backgammon-fast.safetensors");
  ::unsetenv("ALEA_NETS");
  const auto file = std::filesystem::path(ALEA_TEST_SOURCE_DIR) / "nets/weights/backgammon-default.safetensors";
  CHECK(find_network("backgammon", "default") == file);
}
