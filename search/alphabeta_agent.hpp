// The agent that looks ahead by alpha-beta, with a clock.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "search/agent.hpp"
#include "search/alphabeta.hpp"

namespace alea {

struct AlphaBetaAgentOptions {
  Limits each;  ///< of every play, evaluation and analysis
  /// Seconds for all plays of a game together, shared out by the agent, beside the limits of each play. The clock is
  /// set anew by start_game(), and runs only while the agent chooses.
  std::optional<double> game_seconds = {};
  std::size_t best = 0;  ///< how many plays an analysis judges, 0 for all; a choice looks for the best alone
  AlphaBetaOptions search = {};
};

/// What part of the time that is left in the game the play of this position should take.
template <Game G>
double share_of_time(const typename G::Position& position) {
  if constexpr (std::is_same_v<G, Dvonn>) {
    // A placement decides little and is too far from the end to look ahead. Of the movement phase the first half
    // matters most: its last plays are solved exactly. A game leaves about a dozen stacks on the board.
    if (position.phase() == dvonn::Phase::placement) return 0.003;
    const double own_turns = std::max(0.5 * (position.placed() - 12), 2.0);
    return 1 / (0.7 * own_turns + 1);
  } else {
    return 1.0 / 20;
  }
}

template <Game G>
class AlphaBetaAgent final : public Agent<G> {
 public:
  AlphaBetaAgent(std::unique_ptr<Evaluator<G>> evaluator, const AlphaBetaAgentOptions& options)
      : evaluator_(std::move(evaluator)), options_(options), left_(options.game_seconds.value_or(0)) {}

  std::unique_ptr<Agent<G>> clone() const override {
    return std::make_unique<AlphaBetaAgent>(evaluator_->clone(), options_);
  }

  /// Forgets all it knows: a game does not depend on those before it.
  void start_game() override {
    left_ = options_.game_seconds.value_or(0);
    if (search_) search_->forget();
  }

  std::size_t choose(const typename G::Position& position, const typename G::Roll&, const PlayList<G>& plays,
                     Random&) override {
    if (plays.size() == 1) return 0;
    const LimitClock clock;
    Limits limits = options_.each;
    if (options_.game_seconds) limits.seconds = std::min(limits.seconds, left_ * share_of_time<G>(position));
    const Report<G> report = search().search(position, limits);
    left_ = std::max(left_ - clock.seconds(), 0.0);
    nodes_ += report.nodes;
    const auto chosen = std::ranges::find(plays.plays(), report.candidates.front().play);
    return static_cast<std::size_t>(chosen - plays.plays().begin());
  }

  void stop_when(const std::atomic<bool>& stop) override { options_.each.stop = &stop; }
  std::int64_t nodes() const override { return nodes_; }

  RollerValue<G> evaluate(const typename G::Position& position) override {
    if (const auto result = G::result(position)) return *result;
    search().forget();
    return seen_by_roller<G>(search().search(position, options_.each).candidates.front().value);
  }

  Report<G> analyse(const typename G::Position& position, const typename G::Roll&) override {
    search().forget();
    const std::size_t all = std::numeric_limits<std::size_t>::max();
    return search().search(position, options_.each, options_.best == 0 ? all : options_.best);
  }

 private:
  /// Made when it is first needed: its table is large.
  AlphaBeta<G>& search() {
    if (!search_) search_.emplace(evaluator_->clone(), options_.search);
    return *search_;
  }

  std::unique_ptr<Evaluator<G>> evaluator_;
  AlphaBetaAgentOptions options_;
  double left_;  ///< seconds, of the game's
  std::optional<AlphaBeta<G>> search_;
  std::int64_t nodes_ = 0;
};

}  // namespace alea
