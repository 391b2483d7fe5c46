// A network as an Evaluator whose positions are computed elsewhere, together with those of other threads.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "nets/dynamic_batcher.hpp"
#include "nets/features.hpp"
#include "nets/input_basis.hpp"
#include "search/evaluator.hpp"

namespace alea {

/// Says what `batcher`'s predictor does: Learner::predict (nets/learner.hpp) of a network for G, of Features<G>::inputs
/// inputs and G::statistics outputs. Finished positions get their exact result without it. A value depends on what else
/// is in the batch by its last bits, so it is not repeated bit for bit, unless this alone asks.
///
/// Each thread has one of its own, by `clone`; `evaluate` throws RuntimeFailure when the predictor failed.
template <HasFeatures G>
class BatchedNetwork final : public Evaluator<G> {
 public:
  using Position = typename G::Position;

  /// The batcher is to outlive this.
  explicit BatchedNetwork(DynamicBatcher& batcher) : batcher_(batcher), basis_(InputBasis::of<G>()) {}

  void evaluate(std::span<const Position> positions, std::span<RollerValue<G>> values) override {
    assert(positions.size() == values.size());
    live_.clear();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (G::finished(positions[i])) {
        values[i] = *G::result(positions[i]);
      } else {
        live_.push_back(i);
      }
    }
    for (std::span<const std::size_t> left = live_; !left.empty();) {
      DynamicBatcher::Rows rows = batcher_.reserve(left.size());
      for (std::size_t k = 0; k < rows.size(); ++k) basis_.write<G>(positions[left[k]], rows.inputs(k));
      rows.predict();
      for (std::size_t k = 0; k < rows.size(); ++k) values[left[k]] = value_of(rows.outputs(k));
      left = left.subspan(rows.size());
    }
  }

  std::unique_ptr<Evaluator<G>> clone() const override { return std::make_unique<BatchedNetwork>(batcher_); }

 private:
  static RollerValue<G> value_of(std::span<const float> outputs) {
    RollerValue<G> value;
    for (std::size_t k = 0; k < G::statistics; ++k) {
      value[k] = k < G::probabilities ? outputs[k] : outputs[k] * expectation_unit<G>;
    }
    return value;
  }

  DynamicBatcher& batcher_;
  const InputBasis& basis_;
  std::vector<std::size_t> live_;  ///< positions of a call that are not finished
};

}  // namespace alea
