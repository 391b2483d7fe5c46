// Evaluators written by hand, the baselines that learned ones are measured against.
#pragma once

#include <memory>
#include <span>

#include "engine/backgammon/hypergammon.hpp"
#include "engine/diablo/diablo.hpp"
#include "engine/dvonn/dvonn.hpp"
#include "search/evaluator.hpp"

namespace alea {

/// The judgement of one live position: specialised for the games that have one. No parameter of theirs was fitted to
/// games; they are what a player would say after reading the rules.
template <class G>
struct Handwritten;

/// Hypergammon: the race, and no gammons.
template <>
struct Handwritten<Hypergammon> {
  static RollerValue<Hypergammon> evaluate(const backgammon::Position& position);
};

/// DVONN. In the movement phase: the score, the stacks that can move and their moves, stacks beside stacks that contain
/// a DVONN piece (the last to be cut off) and the enemy or neutral stacks within reach. While pieces are placed: pieces
/// on the edge, which never get surrounded, and near DVONN pieces.
template <>
struct Handwritten<Dvonn> {
  static RollerValue<Dvonn> evaluate(const Dvonn::Position& position);
};

/// Diablo: checkers, the tallest stacks, and the merges and captures that each face of a die allows.
template <int N>
struct Handwritten<Diablo<N>> {
  static RollerValue<Diablo<N>> evaluate(const diablo::Position<N>& position);
};

template <class G>
concept HasHandwritten = Game<G> && requires(const typename G::Position& position) {
  { Handwritten<G>::evaluate(position) } -> std::same_as<RollerValue<G>>;
};

/// Handwritten<G> as an Evaluator; exact for finished positions.
template <HasHandwritten G>
class HandwrittenEvaluator final : public Evaluator<G> {
 public:
  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto result = G::result(positions[i]);
      values[i] = result ? *result : Handwritten<G>::evaluate(positions[i]);
    }
  }
  std::unique_ptr<Evaluator<G>> clone() const override { return std::make_unique<HandwrittenEvaluator>(); }
};

}  // namespace alea
