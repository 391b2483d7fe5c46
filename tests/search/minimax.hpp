// What alpha-beta must find, found by looking at everything; and an evaluator to look with.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>

#include "search/alphabeta_score.hpp"
#include "search/evaluator.hpp"
#include "search/transposition.hpp"

namespace alea::tests {

/// Values without sense, but always the same: they disturb every order of plays.
class ScramblingEvaluator final : public Evaluator<Dvonn> {
 public:
  void evaluate(std::span<const Dvonn::Position> positions, std::span<RollerValue<Dvonn>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto result = Dvonn::result(positions[i]);
      values[i] = result ? *result : scrambled(hash_key(positions[i]).high);
    }
  }
  std::unique_ptr<Evaluator<Dvonn>> clone() const override { return std::make_unique<ScramblingEvaluator>(); }

 private:
  static RollerValue<Dvonn> scrambled(std::uint64_t bits) {
    const float win = static_cast<float>((bits & 0xff) + 1) / 258,
                draw = (1 - win) * static_cast<float>(bits >> 8 & 3) / 4;
    return {{win, draw, 1 - win - draw, static_cast<float>(bits >> 16 & 31) - 15}};
  }
};

/// The score of depth `depth` by plain minimax.
template <Game G>
Score minimax(Evaluator<G>& evaluator, const typename G::Position& position, int depth) {
  if (const auto result = G::result(position)) return proven_score<G>(*result);
  if (depth == 0) return estimated_score<G>(evaluator.evaluate_one(position));
  PlayList<G> plays(64);
  G::plays(position, G::rolls(position)[0].roll, plays);
  Score best = -alphabeta_score::infinite;
  for (const auto& after : plays.positions()) {
    const Score score = minimax<G>(evaluator, after, depth - 1);
    best = std::max(best, G::same_mover(after) ? score : -score);
  }
  return best;
}

}  // namespace alea::tests
