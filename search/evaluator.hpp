// The one question that searches ask: what are these positions worth?
#pragma once

#include <memory>
#include <span>

#include "engine/game.hpp"

namespace alea {

/// Networks, exact tables, hand-written baselines and random playouts are all Evaluators.
template <Game G>
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// values[i] becomes the value of positions[i] to the player about to roll there, exact for finished positions.
  /// Both spans have one length. Neighbours in `positions` that differ little (the plays of one roll) are cheap.
  /// Blocks until done. Not thread-safe: it owns scratch memory, and allocates none once warm.
  virtual void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) = 0;

  /// Another evaluator with the same answers for another thread; what is large and constant is shared.
  virtual std::unique_ptr<Evaluator> clone() const = 0;

  RollerValue<G> evaluate_one(const typename G::Position& position) {
    RollerValue<G> value;
    evaluate({&position, 1}, {&value, 1});
    return value;
  }
};

}  // namespace alea
