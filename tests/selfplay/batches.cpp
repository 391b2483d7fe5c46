#include "selfplay/batches.hpp"

#include "engine/dvonn/dvonn.hpp"
#include "nets/features/all.hpp"
#include "nets/learner.hpp"
#include "search/threads.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"

using namespace alea;

namespace {

/// Positions of a random game, with targets that are told apart.
Examples<Dvonn> random_game(std::uint64_t number) {
  Examples<Dvonn> examples;
  PlayList<Dvonn> plays;
  Random dice(1, Purpose::test, 0, number);
  play_game<Dvonn>(
      Dvonn::start(dice), Side::first, dice, plays, 200,
      [&](Side, const auto&, const auto&, const auto& list) {
        return dice.below(static_cast<std::uint32_t>(list.size()));
      },
      [&](Side, const auto& position, const auto&, const auto&, std::size_t) {
        RollerValue<Dvonn> target;
        for (float& x : target.of) x = static_cast<float>(dice.uniform());
        examples.add(position, target);
      });
  return examples;
}

struct Batch {
  std::vector<float> inputs, targets;
  bool operator==(const Batch&) const = default;
};

/// The batches of two passes as selfplay/README.md describes them.
std::vector<Batch> expected_batches(const std::vector<const Examples<Dvonn>*>& parts, std::size_t size, bool symmetries,
                                    std::uint64_t seed, std::uint64_t generation) {
  ReplayOrder<Dvonn> order;
  order.begin(parts, Random(seed, Purpose::shuffle, generation));
  Random symmetry(seed, Purpose::symmetry, generation);
  std::vector<Batch> batches;
  for (int pass = 0; pass < 2; ++pass) {
    order.shuffle();
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i % size == 0) batches.emplace_back();
      auto position = order.position(i);
      if (symmetries) position = Dvonn::symmetry(position, static_cast<int>(symmetry.below(Dvonn::symmetries)));
      std::vector<float> x(Features<Dvonn>::inputs);
      write_inputs<Dvonn>(position, x);
      batches.back().inputs.insert(batches.back().inputs.end(), x.begin(), x.end());
      auto target = order.target(i).of;
      for (std::size_t k = Dvonn::probabilities; k < target.size(); ++k) target[k] /= expectation_unit<Dvonn>;
      batches.back().targets.insert(batches.back().targets.end(), target.begin(), target.end());
    }
  }
  return batches;
}

std::vector<Batch> written_batches(const std::vector<const Examples<Dvonn>*>& parts, std::size_t size, bool symmetries,
                                   std::uint64_t seed, std::uint64_t generation) {
  BatchWriter<Dvonn> writer(symmetries);
  writer.begin(parts, seed, generation);
  std::vector<Batch> batches;
  for (int pass = 0; pass < 2; ++pass) {
    writer.shuffle();
    for (std::size_t first = 0; first < writer.examples(); first += size) {
      writer.write(first, std::min(first + size, writer.examples()));
      batches.push_back(
          {{writer.inputs().begin(), writer.inputs().end()}, {writer.targets().begin(), writer.targets().end()}});
    }
  }
  return batches;
}

std::vector<float> weights_after(const std::vector<Batch>& batches) {
  const NetworkShape shape{"dvonn-test", Features<Dvonn>::inputs, {40}, Dvonn::statistics, Dvonn::probabilities};
  const auto learner = make_learner(shape, {});
  for (const Batch& batch : batches) learner->step(batch.inputs, batch.targets, 1e-3);
  return learner->weights().layers[0].weight;
}

}  // namespace

TEST_CASE("batches are the described ones, and they and steps on them the same on any number of threads", "[threads]") {
  const bool symmetries = GENERATE(false, true);
  CAPTURE(symmetries);
  Examples<Dvonn> older, newer;
  for (std::uint64_t game = 0; game < 8; ++game) (game < 4 ? older : newer).append(random_game(game));
  const std::vector<const Examples<Dvonn>*> parts{&older, &newer};
  constexpr std::size_t size = 300;
  const auto expected = expected_batches(parts, size, symmetries, 6, 3);
  CHECK(expected.size() >= 2);
  std::vector<float> weights;
  for (const int threads : {1, 2}) {
    ThreadArena(threads).execute([&] {
      CHECK((written_batches(parts, size, symmetries, 6, 3) == expected));
      const auto learned = weights_after(expected);
      CHECK((weights.empty() || learned == weights));
      weights = learned;
    });
  }
}
