// The batches of a learning step: which examples, in what order, and as numbers for the learner.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/random.hpp"
#include "nets/features.hpp"
#include "nets/in_parts.hpp"
#include "nets/input_basis.hpp"
#include "selfplay/replay.hpp"

namespace alea {

/// Keeps its memory from one step to the next.
template <HasFeatures G>
class BatchWriter {
 public:
  /// Where the board's symmetries are wanted and there are any, each use of an example is seen through one of them.
  explicit BatchWriter(bool symmetries) : symmetries_(symmetries) {}

  /// Lists the examples of a step, which must stay where they are; the step's number and the run's seed decide what is
  /// drawn.
  void begin(const std::vector<const Examples<G>*>& parts, std::uint64_t seed, std::uint64_t generation) {
    order_.begin(parts, Random(seed, Purpose::shuffle, generation));
    random_ = Random(seed, Purpose::symmetry, generation);
  }

  std::size_t examples() const { return order_.size(); }

  /// Begins another pass.
  void shuffle() { order_.shuffle(); }

  /// Writes examples [first, last) of the pass. To be called for all of a pass in order, as symmetries are drawn on the
  /// way. Idle threads help.
  void write(std::size_t first, std::size_t last) {
    const std::size_t count = last - first;
    inputs_.resize(count * Features<G>::inputs);
    targets_.resize(count * G::statistics);
    draw_symmetries(count);
    constexpr std::size_t part = 128;
    in_parts(count, part, [&](std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) write_example(first, i);
    });
  }

  /// Of the batch that was written last, row-major, as the learner takes them.
  std::span<const float> inputs() const { return inputs_; }
  std::span<const float> targets() const { return targets_; }

 private:
  static constexpr int symmetries_of_board() {
    if constexpr (requires { G::symmetries; }) return G::symmetries;
    return 1;
  }
  bool draws_symmetries() const { return symmetries_ && symmetries_of_board() > 1; }

  void draw_symmetries(std::size_t count) {
    if (!draws_symmetries()) return;
    drawn_.resize(count);
    for (int& symmetry : drawn_) symmetry = static_cast<int>(random_.below(symmetries_of_board()));
  }

  typename G::Position seen(const typename G::Position& position, std::size_t i) const {
    if constexpr (requires { G::symmetries; }) {
      if (draws_symmetries()) return G::symmetry(position, drawn_[i]);
    }
    return position;
  }

  /// Number i of the batch that begins at `first`.
  void write_example(std::size_t first, std::size_t i) {
    constexpr std::size_t inputs = Features<G>::inputs, outputs = G::statistics;
    basis_.write<G>(seen(order_.position(first + i), i), std::span(inputs_).subspan(i * inputs, inputs));
    const auto target = std::span(targets_).subspan(i * outputs, outputs);
    std::ranges::copy(order_.target(first + i).of, target.begin());
    for (float& expectation : target.subspan(G::probabilities)) expectation /= expectation_unit<G>;
  }

  bool symmetries_;
  const InputBasis& basis_ = InputBasis::of<G>();
  ReplayOrder<G> order_;
  Random random_{0, Purpose::symmetry};
  std::vector<int> drawn_;  ///< of the batch
  std::vector<float> inputs_, targets_;
};

}  // namespace alea
