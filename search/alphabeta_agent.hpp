// The agent that looks ahead by alpha-beta, with a clock.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "search/agent.hpp"
#include "search/alphabeta.hpp"
#include "search/alphabeta_clock.hpp"

namespace alea {

struct AlphaBetaAgentOptions {
  Limits each = {};  ///< of every play, evaluation and analysis
  /// Seconds for all plays of a game together, shared out by the agent, beside the limits of each play. The clock is
  /// set anew by start_game(), and runs only while the agent chooses; a little is kept for what goes on outside. An
  /// evaluation or analysis takes what a play there would be given of a whole clock.
  std::optional<double> game_seconds = {};
  std::size_t best = 0;  ///< how many plays an analysis judges, 0 for all; a choice looks for the best alone
  AlphaBetaOptions search = {};
};

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
    if (options_.game_seconds) search().prepare();  // before anybody's clock runs
  }

  std::size_t choose(const typename G::Position& position, const typename G::Roll&, const PlayList<G>& plays,
                     Random&) override {
    if (plays.size() == 1) return 0;
    const LimitClock clock;
    Limits limits = options_.each;
    double planned = std::numeric_limits<double>::infinity();
    if (options_.game_seconds) {
      const TurnTime time = turn_time(position, left_, *options_.game_seconds);
      limits.seconds = std::min(limits.seconds, time.at_most);
      planned = time.planned;
    }
    const Report<G> report = search().search(position, limits, 1, planned);
    left_ = std::max(left_ - clock.seconds(), 0.0);
    nodes_ += report.nodes;
    const auto chosen = std::ranges::find(plays.plays(), report.candidates.front().play);
    return static_cast<std::size_t>(chosen - plays.plays().begin());
  }

  void stop_when(const std::atomic<bool>& stop) override { options_.each.stop = &stop; }
  void watch(Watch<G> watch) override { search().watch(std::move(watch)); }
  std::int64_t nodes() const override { return nodes_; }

  RollerValue<G> evaluate(const typename G::Position& position) override {
    if (const auto result = G::result(position)) return *result;
    search().forget();
    return seen_by_roller<G>(search().search(position, alone(position)).candidates.front().value);
  }

  Report<G> analyse(const typename G::Position& position, const typename G::Roll&) override {
    search().forget();
    const std::size_t all = std::numeric_limits<std::size_t>::max();
    return search().search(position, alone(position), options_.best == 0 ? all : options_.best);
  }

 private:
  /// The limits of a position that is no turn of a game.
  Limits alone(const typename G::Position& position) const {
    Limits limits = options_.each;
    if (const auto game = options_.game_seconds) {
      limits.seconds = std::min(limits.seconds, turn_time(position, *game, *game).planned);
    }
    return limits;
  }

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
