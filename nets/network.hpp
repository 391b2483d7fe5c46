// Inference: a network as an Evaluator, without LibTorch.
#pragma once

#include <memory>
#include <span>

#include "nets/features.hpp"
#include "nets/shape.hpp"
#include "search/evaluator.hpp"

namespace alea {

/// Evaluates batches on one thread, float32. The first layer is a sum of table rows that is carried from each position
/// to the next by the rows that differ (nets/first_layer.hpp); everything behind it is dense (nets/dense.hpp). Finished
/// positions get their exact result. A position's value depends on its neighbours in the batch by less than 1e-6, on
/// nothing else. The tables are built once and shared between clones.
template <Game G>
class Network final : public Evaluator<G> {
 public:
  /// Throws InputError("weights") when the shape does not fit the game's features.
  explicit Network(const NetworkWeights& weights);
  ~Network() override;

  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override;
  std::unique_ptr<Evaluator<G>> clone() const override;

 private:
  struct Table;
  struct Scratch;
  explicit Network(std::shared_ptr<const Table> table);
  void evaluate_block(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values);

  std::shared_ptr<const Table> table_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace alea
