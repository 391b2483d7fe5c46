#include "nets/learner.hpp"

#include <cmath>
#include <limits>
#include <thread>

#include "engine/error.hpp"
#include "engine/random.hpp"
#include "nets/weights_file.hpp"
#include "search/threads.hpp"
#include "tests/catch.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

/// Three results and one expectation.
const NetworkShape toy{"toy-1", 5, {6, 4}, 4, 3};

struct Batch {
  std::vector<float> inputs, targets;
};

/// `density` is the share of inputs that are not 0; the first of an example never is.
Batch random_batch(const NetworkShape& shape, std::size_t size, std::uint64_t number, double density = 1) {
  Random random(3, Purpose::test, 0, number);
  Batch batch;
  for (std::size_t i = 0; i < size * static_cast<std::size_t>(shape.inputs); ++i) {
    const bool zero = i % static_cast<std::size_t>(shape.inputs) != 0 && random.uniform() >= density;
    batch.inputs.push_back(zero ? 0.F : static_cast<float>(2 * random.uniform() - 1));
  }
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<double> target;
    double sum = 0;
    for (int k = 0; k < shape.outputs; ++k) {
      target.push_back(random.uniform());
      if (k < shape.probabilities) sum += target.back();
    }
    for (int k = 0; k < shape.outputs; ++k) {
      const double x = target[static_cast<std::size_t>(k)];
      batch.targets.push_back(static_cast<float>(k < shape.probabilities ? x / sum : x));
    }
  }
  return batch;
}

/// All parameters in a row, layer by layer, weights then biases, in double precision.
std::vector<double> flat(const NetworkWeights& weights) {
  std::vector<double> all;
  for (const auto& layer : weights.layers) {
    all.insert(all.end(), layer.weight.begin(), layer.weight.end());
    all.insert(all.end(), layer.bias.begin(), layer.bias.end());
  }
  return all;
}

/// The loss of nets/learner.hpp, plainly.
double reference_loss(const NetworkShape& shape, const std::vector<double>& parameters, const Batch& batch) {
  const std::size_t size = batch.targets.size() / static_cast<std::size_t>(shape.outputs);
  const auto inputs = static_cast<std::size_t>(shape.inputs), results = static_cast<std::size_t>(shape.probabilities);
  double loss = 0;
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<double> x(batch.inputs.begin() + static_cast<long>(i * inputs),
                          batch.inputs.begin() + static_cast<long>((i + 1) * inputs));
    const double* p = parameters.data();
    const auto layers = zero_weights(shape).layers;
    for (const auto& layer : layers) {
      std::vector<double> y(static_cast<std::size_t>(layer.out), 0.0);
      for (double& unit : y) {
        for (const double input : x) unit += *p++ * input;
      }
      for (double& unit : y) unit += *p++;
      if (&layer != &layers.back()) {
        for (double& unit : y) unit = std::max(unit, 0.0);
      }
      x = y;
    }
    const float* const target = batch.targets.data() + i * x.size();
    double sum = 0;
    for (std::size_t k = 0; k < results; ++k) sum += std::exp(x[k]);
    for (std::size_t k = 0; k < results; ++k) loss -= target[k] * (x[k] - std::log(sum));
    for (std::size_t k = results; k < x.size(); ++k) loss += (x[k] - target[k]) * (x[k] - target[k]);
  }
  return loss / static_cast<double>(size);
}

/// By central differences.
std::vector<double> reference_gradient(const NetworkShape& shape, std::vector<double> parameters, const Batch& batch) {
  constexpr double h = 1e-6;
  std::vector<double> gradient;
  for (double& p : parameters) {
    const double here = p;
    p = here + h;
    const double above = reference_loss(shape, parameters, batch);
    p = here - h;
    const double below = reference_loss(shape, parameters, batch);
    p = here;
    gradient.push_back((above - below) / (2 * h));
  }
  return gradient;
}

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double y : x) sum += y * y;
  return std::sqrt(sum);
}

double greatest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

/// Bit for bit.
bool same(const Learner& a, const Learner& b) { return flat(a.weights()) == flat(b.weights()); }

/// Biases that are not 0: a unit that hears nothing would else be where ReLU has no derivative.
void draw_biases(Learner& learner) {
  Random random(4, Purpose::test);
  NetworkWeights weights = learner.weights();
  for (auto& layer : weights.layers) {
    for (float& bias : layer.bias) bias = static_cast<float>(0.2 * random.uniform() - 0.1);
  }
  learner.set_weights(weights);
}

void train(Learner& learner, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t i = from; i < to; ++i) {
    const Batch batch = random_batch(toy, 16, i);
    learner.step(batch.inputs, batch.targets, 1e-2);
  }
}

}  // namespace

TEST_CASE("training is Adam on the gradient of the stated loss") {
  const LearnerOptions options = GENERATE(LearnerOptions{7, 1, 0, 0}, LearnerOptions{8, 1, 0.1, 0},
                                          LearnerOptions{9, 1, 0, 0.05}, LearnerOptions{7, 2, 0.01, 0.2});
  const double density = GENERATE(1.0, 0.1);
  CAPTURE(density);
  NetworkShape shape = toy;
  shape.inputs = 12;
  const auto learner = make_learner(shape, options);
  draw_biases(*learner);
  auto parameters = flat(learner->weights());
  std::vector<double> first(parameters.size()), second(parameters.size());
  constexpr double rate = 1e-2;
  for (int t = 1; t <= 20; ++t) {
    const Batch batch = random_batch(shape, 24, static_cast<std::uint64_t>(t), density);
    auto gradient = reference_gradient(shape, parameters, batch);
    const StepReport report = learner->step(batch.inputs, batch.targets, rate);
    CHECK(report.loss == Approx(reference_loss(shape, parameters, batch)).epsilon(1e-4));
    CHECK(report.gradient_norm == Approx(norm(gradient)).epsilon(1e-3));
    const double clip = options.gradient_clip, length = norm(gradient);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const double g = clip > 0 && length > clip ? gradient[i] * clip / length : gradient[i];
      first[i] = 0.9 * first[i] + 0.1 * g;
      second[i] = 0.999 * second[i] + 0.001 * g * g;
      const double mean = first[i] / (1 - std::pow(0.9, t)), square = second[i] / (1 - std::pow(0.999, t));
      parameters[i] -= rate * (options.weight_decay * parameters[i] + mean / (std::sqrt(square) + 1e-8));
    }
  }
  CHECK(greatest_difference(parameters, flat(learner->weights())) < 2e-4);
}

TEST_CASE("the order of a saved state is that of its description") {
  // One step from zero moments makes the first moment a tenth of the gradient.
  const TemporaryFolder folder;
  const auto learner = make_learner(toy, {});
  draw_biases(*learner);
  const Batch batch = random_batch(toy, 24, 1);
  const auto gradient = reference_gradient(toy, flat(learner->weights()), batch);
  learner->step(batch.inputs, batch.targets, 1e-2);
  learner->save(folder / "state");
  TensorTaker taker(folder / "state", "learner");
  const std::vector<float> moment = taker.tensor("adam.first_moment", 1).numbers;
  REQUIRE(moment.size() == gradient.size());
  for (std::size_t i = 0; i < moment.size(); ++i) CHECK(moment[i] == Approx(0.1 * gradient[i]).margin(1e-6));
}

TEST_CASE("a step is the same on any number of threads, bit for bit") {
  const NetworkShape wide{"toy-1", 300, {200, 30}, 4, 3};
  const auto one = make_learner(wide, {}), many = make_learner(wide, {});
  const auto train_on = [&](int threads, Learner& learner) {
    ThreadArena(threads).execute([&] {
      for (std::uint64_t i = 0; i < 10; ++i) {
        const Batch batch = random_batch(wide, 300, i, 0.1);
        learner.step(batch.inputs, batch.targets, 1e-2);
      }
    });
  };
  train_on(1, *one);
  train_on(4, *many);
  CHECK(same(*one, *many));
}

TEST_CASE("training reaches the entropy of its targets") {
  const NetworkShape shape{"toy-1", 2, {16}, 3, 2};
  const std::vector<float> inputs{0, 0, 0, 1, 1, 0, 1, 1};  // the exclusive or, half believed
  const std::vector<float> targets{0.9F, 0.1F, 2, 0.1F, 0.9F, -1, 0.1F, 0.9F, 0, 0.9F, 0.1F, 1};
  const auto learner = make_learner(shape, {});
  StepReport report;
  for (int i = 0; i < 2000; ++i) report = learner->step(inputs, targets, 1e-2);
  CHECK(report.loss == Approx(-0.9 * std::log(0.9) - 0.1 * std::log(0.1)).margin(1e-3));
  std::vector<float> outputs(targets.size());
  learner->predict(inputs, outputs);
  for (std::size_t i = 0; i < targets.size(); ++i) CHECK(outputs[i] == Approx(targets[i]).margin(0.03));
}

TEST_CASE("equal seeds learn equally, on whichever thread, other seeds differently") {
  const auto a = make_learner(toy, {}), b = make_learner(toy, {}), c = make_learner(toy, {2});
  CHECK(same(*a, *b));
  CHECK_FALSE(same(*a, *c));
  train(*a, 0, 10);
  std::thread([&] { train(*b, 0, 5); }).join();
  std::thread([&] { train(*b, 5, 10); }).join();
  CHECK(same(*a, *b));
}

TEST_CASE("a learner that was saved and loaded goes on bit for bit") {
  const TemporaryFolder folder;
  const LearnerOptions options{1, 1, 0.01, 1};
  const auto straight = make_learner(toy, options), resumed = make_learner(toy, {99, 1, 0.01, 1});
  train(*straight, 0, 7);
  straight->save(folder / "state");
  train(*resumed, 0, 3);
  resumed->load(folder / "state");
  CHECK(same(*straight, *resumed));
  train(*straight, 7, 20);
  train(*resumed, 7, 20);
  CHECK(same(*straight, *resumed));
  straight->save(folder / "a");
  resumed->save(folder / "b");
  CHECK(read_file(folder / "a") == read_file(folder / "b"));
}

TEST_CASE("batches of other sizes in between change nothing") {
  const auto learner = make_learner(toy, {}), twin = make_learner(toy, {});
  const Batch large = random_batch(toy, 100, 50), small = random_batch(toy, 3, 51);
  std::vector<float> said(large.targets.size()), twin_said(small.targets.size());
  for (std::uint64_t i = 0; i < 4; ++i) {
    train(*learner, i, i + 1);
    learner->predict(large.inputs, said);
    train(*twin, i, i + 1);
  }
  CHECK(same(*learner, *twin));
  said.resize(twin_said.size());
  learner->predict(small.inputs, said);
  twin->predict(small.inputs, twin_said);
  CHECK(said == twin_said);
}

TEST_CASE("a state is the same on every device, and a learner goes on from it on any") {
  const TemporaryFolder folder;
  const auto here = make_learner(toy, {}), there = make_learner(toy, {.seed = 2, .device = "auto"});
  train(*here, 0, 7);
  here->save(folder / "here");
  there->load(folder / "here");
  CHECK(same(*here, *there));
  there->save(folder / "there");
  CHECK(read_file(folder / "here") == read_file(folder / "there"));
  train(*here, 7, 20);
  train(*there, 7, 20);
  const double most = there->device() == "cpu" ? 0 : 1e-4;
  CHECK(greatest_difference(flat(here->weights()), flat(there->weights())) <= most);
  const Batch batch = random_batch(toy, 16, 20);
  std::vector<float> said_here(batch.targets.size()), said_there(batch.targets.size());
  here->predict(batch.inputs, said_here);
  there->predict(batch.inputs, said_there);
  for (std::size_t i = 0; i < said_here.size(); ++i) CHECK(said_here[i] == Approx(said_there[i]).margin(1e-4));
}

TEST_CASE("a device that is not there is an input error that says what is") {
  CHECK(make_learner(toy, {})->device() == "cpu");
  if (make_learner(toy, {.device = "auto"})->device() == "cuda") {
    CHECK(make_learner(toy, {.device = "cuda"})->device() == "cuda");
    return;
  }
  try {
    make_learner(toy, {.device = "cuda"});
    FAIL("there is no CUDA device");
  } catch (const InputError& error) {
    CHECK(error.field() == "device");
    CHECK(std::string(error.what()).find("expected cpu or auto") != std::string::npos);
  }
}

TEST_CASE("a damaged state, or one of another shape, is refused and changes nothing") {
  const TemporaryFolder folder;
  const auto learner = make_learner(toy, {}), twin = make_learner(toy, {});
  NetworkShape wider = toy;
  wider.hidden = {6, 5};
  make_learner(wider, {})->save(folder / "wider");
  CHECK_THROWS_AS(learner->load(folder / "wider"), InputError);
  write_network(folder / "network", learner->weights(), {});
  CHECK_THROWS_AS(learner->load(folder / "network"), InputError);
  CHECK_THROWS_AS(learner->load(folder / "none"), InputError);
  train(*twin, 0, 2);
  twin->save(folder / "state");
  std::filesystem::resize_file(folder / "state", std::filesystem::file_size(folder / "state") - 4);
  CHECK_THROWS_AS(learner->load(folder / "state"), InputError);
  CHECK(same(*learner, *make_learner(toy, {})));
}

TEST_CASE("a loss that is not finite is an error and leaves the learner as it was") {
  const auto learner = make_learner(toy, {}), twin = make_learner(toy, {});
  train(*learner, 0, 3);
  train(*twin, 0, 3);
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e38F}) {
    Batch batch = random_batch(toy, 16, 50);
    batch.inputs[7] = bad;
    CHECK_THROWS_AS(learner->step(batch.inputs, batch.targets, 1e-2), RuntimeFailure);
    batch = random_batch(toy, 16, 51);
    batch.targets[5] = bad;
    if (!std::isfinite(bad)) CHECK_THROWS_AS(learner->step(batch.inputs, batch.targets, 1e-2), RuntimeFailure);
  }
  CHECK(same(*learner, *twin));
  train(*learner, 3, 6);
  train(*twin, 3, 6);
  CHECK(same(*learner, *twin));
}

TEST_CASE("a learner takes up given weights with a fresh optimiser") {
  const auto learner = make_learner(toy, {}), twin = make_learner(toy, {5});
  train(*learner, 0, 5);
  const auto fresh = make_learner(toy, {6});
  learner->set_weights(fresh->weights());
  twin->set_weights(fresh->weights());
  train(*learner, 5, 9);
  train(*twin, 5, 9);
  CHECK(same(*learner, *twin));
  NetworkShape other = toy;
  other.features = "toy-2";
  CHECK_THROWS_AS(learner->set_weights(zero_weights(other)), InputError);
}

TEST_CASE("the average follows the weights, the faster the fewer they were, and goes on where it was") {
  const LearnerOptions options{.average = 0.8};
  const auto learner = make_learner(toy, options), resumed = make_learner(toy, options);
  auto expected = flat(learner->weights());
  for (std::uint64_t t = 1; t <= 50; ++t) {
    train(*learner, t, t + 1);
    const double n = static_cast<double>(t), decay = std::min(0.8, n / (n + 9));
    const auto weights = flat(learner->weights());
    for (std::size_t i = 0; i < weights.size(); ++i) expected[i] = decay * expected[i] + (1 - decay) * weights[i];
    if (t == 5) {
      const TemporaryFolder folder;
      learner->save(folder / "state");
      resumed->load(folder / "state");
      resumed->set_average(learner->average(), 5);
    } else if (t > 5) {
      train(*resumed, t, t + 1);
    }
  }
  CHECK(greatest_difference(flat(learner->average()), expected) < 1e-5);
  CHECK(flat(learner->average()) == flat(resumed->average()));
  CHECK(flat(learner->average()) != flat(learner->weights()));
  learner->set_weights(make_learner(toy, {3})->weights());
  CHECK(flat(learner->average()) == flat(learner->weights()));
}

TEST_CASE("without an average it is the weights") {
  const auto learner = make_learner(toy, {});
  learner->set_average(make_learner(toy, {2})->weights(), 3);
  train(*learner, 0, 3);
  CHECK(flat(learner->average()) == flat(learner->weights()));
}

TEST_CASE("a learner of an impossible shape is refused") {
  for (const NetworkShape& shape : {NetworkShape{"toy-1", 0, {6}, 4, 3}, NetworkShape{"toy-1", 5, {1 << 20}, 4, 3},
                                    NetworkShape{"toy-1", 5, {6}, 4, 5}}) {
    CHECK_THROWS_AS(make_learner(shape, {}), InputError);
  }
}
