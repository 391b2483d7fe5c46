// The agent that looks n plies ahead.
#pragma once

#include <memory>
#include <utility>

#include "search/agent.hpp"
#include "search/expectimax.hpp"

namespace alea {

/// Plays the best play of Expectimax. In a report every candidate tells at how many plies it was looked at: those that
/// fell to the move filters stay at their lower depth, and rank below the others. Lines are empty: where dice decide,
/// no continuation is the expected one.
template <Game G>
class ExpectimaxAgent final : public Agent<G> {
 public:
  /// `pruner` may be null. `limits` hold for each turn, evaluation and analysis.
  ExpectimaxAgent(std::unique_ptr<Evaluator<G>> evaluator, const ExpectimaxOptions& options, const Limits& limits = {},
                  std::unique_ptr<Evaluator<G>> pruner = nullptr, const Utility<G>& utility = {});

  std::unique_ptr<Agent<G>> clone() const override;
  void start_game() override { search_.forget(); }
  std::size_t choose(const typename G::Position& position, const typename G::Roll& roll, const PlayList<G>& plays,
                     Random& random) override;
  void stop_when(const std::atomic<bool>& stop) override { limits_.stop = &stop; }
  void watch(Watch<G> watch) override { watch_ = std::move(watch); }
  std::int64_t nodes() const override { return nodes_; }
  RollerValue<G> evaluate(const typename G::Position& position) override;
  Report<G> analyse(const typename G::Position& position, const typename G::Roll& roll) override;

 private:
  const std::unique_ptr<Evaluator<G>> evaluator_, pruner_;  ///< to make clones of
  const ExpectimaxOptions options_;
  Limits limits_;
  Watch<G> watch_;
  const Utility<G> utility_;
  Expectimax<G> search_;
  std::int64_t nodes_ = 0;
};

}  // namespace alea
