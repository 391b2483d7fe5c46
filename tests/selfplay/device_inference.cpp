// Self-play whose positions are evaluated by a learner, for many games at once.
#include "selfplay/device_inference.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/selfplay/race_training.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

/// Computes row by row, whatever the batch, and fails after so many batches.
class PlainPredictor final : public Learner {
 public:
  explicit PlainPredictor(int good_batches) : left_(good_batches) {}

  void predict(std::span<const float> inputs, std::span<float> outputs) override {
    if (left_-- == 0) throw RuntimeFailure("the device is gone");
    const auto in = static_cast<std::size_t>(weights_.shape.inputs), out = std::size_t{RaceModel::statistics};
    for (std::size_t row = 0; row * out < outputs.size(); ++row) {
      predict_row(inputs.subspan(row * in, in), outputs.subspan(row * out, out));
    }
  }
  void set_weights(const NetworkWeights& weights) override { weights_ = weights; }
  NetworkWeights weights() const override { return weights_; }
  NetworkWeights average() const override { return weights_; }
  std::string device() const override { return "plain"; }
  StepReport step(std::span<const float>, std::span<const float>, double) override { return {}; }
  void set_average(const NetworkWeights&, std::int64_t) override {}
  void save(const std::filesystem::path&) const override {}
  void load(const std::filesystem::path&) override {}

 private:
  void predict_row(std::span<const float> inputs, std::span<float> outputs) const {
    std::vector<float> x(inputs.begin(), inputs.end());
    for (const DenseLayer& layer : weights_.layers) {
      std::vector<float> y = layer.bias;
      for (std::size_t i = 0; i < layer.weight.size(); ++i) y[i / x.size()] += layer.weight[i] * x[i % x.size()];
      x = y;
      if (&layer == &weights_.layers.back()) break;
      for (float& unit : x) unit = std::max(unit, 0.F);
    }
    float sum = 0;
    for (const float logit : x) sum += std::exp(logit);
    for (std::size_t k = 0; k < x.size(); ++k) outputs[k] = std::exp(x[k]) / sum;
  }

  NetworkWeights weights_;
  int left_;
};

std::unique_ptr<DeviceInference> plain_inference(const TrainConfig& config, int good_batches = -1) {
  return std::make_unique<DeviceInference>(std::make_unique<PlainPredictor>(good_batches),
                                           network_shape<RaceModel>(config));
}

NetworkWeights race_weights(const TrainConfig& config) {
  NetworkWeights weights = initial_weights(network_shape<RaceModel>(config), config.seed);
  for (float& weight : weights.layers.back().weight) weight *= 10;
  return weights;
}

Examples<RaceModel> examples_of(SelfPlay<RaceModel>& self_play, const NetworkWeights& weights, const Block& games) {
  Examples<RaceModel> examples;
  self_play.play(weights, games, examples);
  return examples;
}

/// The same positions, and targets but for rounding.
bool alike(const Examples<RaceModel>& a, const Examples<RaceModel>& b) {
  if (a.positions != b.positions) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a.targets[i][RaceModel::win] - b.targets[i][RaceModel::win]) > 1e-4F) return false;
  }
  return a.games == b.games && a.turns == b.turns && a.cut == b.cut;
}

}  // namespace

TEST_CASE("games come in their order, and the same however many are played at once", "[threads]") {
  TrainConfig config = with_rollouts(small_race());
  const NetworkWeights weights = race_weights(config);
  constexpr Block games{3, 40, 12};
  config.inference_games = 7;
  SelfPlay<RaceModel> many(config, plain_inference(config));
  const auto all = examples_of(many, weights, games);
  Examples<RaceModel> one_by_one;
  for (const Block& game : cut(games, 1)) one_by_one.append(examples_of(many, weights, game));
  CHECK(all.games == games.games);
  CHECK(all.positions == one_by_one.positions);
  CHECK(all.targets == one_by_one.targets);
}

TEST_CASE("when the device fails all games end with its failure, and nothing is learned of them", "[threads]") {
  TrainConfig config = small_race();
  config.inference_games = 9;
  Examples<RaceModel> examples;
  constexpr int good_batches = 5;
  SelfPlay<RaceModel> self_play(config, plain_inference(config, good_batches));
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      self_play.play(race_weights(config), {1, 0, 50}, examples);
      FAIL("the device is there");
    } catch (const RuntimeFailure& failure) {
      CHECK(std::string(failure.what()) == "the device is gone");
    }
  }
  CHECK(examples.size() == 0);
}

TEST_CASE("LibTorch's inference plays nearly the games that the project's own plays") {
  const TrainConfig config = small_race();
  TrainConfig on_libtorch = config;
  on_libtorch.inference = "cpu";
  SelfPlay<RaceModel> own(config), libtorch(on_libtorch);
  const NetworkWeights weights = race_weights(config);
  constexpr int games = 40;
  int same = 0;
  for (const Block& game : cut({1, 0, games}, 1)) {
    same += alike(examples_of(own, weights, game), examples_of(libtorch, weights, game)) ? 1 : 0;
  }
  CHECK(same >= games - 2);  // two plays may be worth the same but for rounding
}

TEST_CASE("a training with LibTorch's inference ends, and one that plays game by game is repeated bit for bit") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  config.games = 100;
  config.threads = 2;
  config.inference = "cpu";
  config.inference_games = 16;
  const RunState many = train_race(config, folder / "many").first;
  CHECK(many.ended == "games");
  CHECK(many.games == 100);
  config.inference_games = 1;
  train_race(config, folder / "one");
  train_race(config, folder / "again");
  CHECK(final_net(folder / "one") == final_net(folder / "again"));
}

TEST_CASE("a run goes on with another inference; auto without a GPU is the project's own, cuda an input error") {
  const TemporaryFolder folder;
  TrainConfig config = small_race();
  config.games = 100;
  train_race(config, folder / "undisturbed");
  config.stop_after = 2;
  train_race(config, folder / "run");
  config.stop_after = 0;
  const NetworkShape shape = network_shape<RaceModel>(config);
  const bool gpu = make_learner(shape, {.device = "auto"})->device() == "cuda";
  config.inference = gpu ? "cuda" : "auto";
  CHECK(train_race(config, folder / "run").first.games == 100);
  if (gpu) return;
  CHECK(final_net(folder / "run") == final_net(folder / "undisturbed"));
  config.inference = "cuda";
  try {
    make_device_inference(config, shape);
    FAIL("there is no CUDA device");
  } catch (const InputError& error) {
    CHECK(error.field() == "inference");
  }
}
