// The agent that looks ahead by Monte-Carlo tree search.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.hpp"
#include "search/agent.hpp"
#include "search/mcts.hpp"

namespace alea {

/// Plays the best play of Mcts and keeps the tree between its turns. Analysis and evaluation start from nothing, so
/// that they do not depend on what was asked before.
template <Game G>
class MctsAgent final : public Agent<G> {
 public:
  /// `limits` hold for each turn, evaluation and analysis, beside options.simulations; `table` may be null.
  MctsAgent(std::unique_ptr<Evaluator<G>> evaluator, const MctsOptions& options, const Limits& limits = {},
            std::shared_ptr<const ExactTable<G>> table = nullptr, const Utility<G>& utility = {})
      : evaluator_(std::move(evaluator)),
        options_(options),
        limits_(limits),
        table_(std::move(table)),
        utility_(utility) {}

  std::unique_ptr<Agent<G>> clone() const override {
    return std::make_unique<MctsAgent>(evaluator_->clone(), options_, limits_, table_, utility_);
  }

  void start_game() override {
    if (search_) search_->forget();
  }

  std::size_t choose(const typename G::Position& position, const typename G::Roll& roll, const PlayList<G>& plays,
                     Random&) override {
    if (plays.size() == 1) return 0;
    const std::size_t best = search().judge(position, roll, limits_).front().index;
    nodes_ += search().nodes();
    return best;
  }

  void stop_when(const std::atomic<bool>& stop) override { limits_.stop = &stop; }
  void watch(Watch<G> watch) override { watch_ = std::move(watch); }
  std::int64_t nodes() const override { return nodes_; }

  RollerValue<G> evaluate(const typename G::Position& position) override { return search().value(position, limits_); }

  Report<G> analyse(const typename G::Position& position, const typename G::Roll& roll) override {
    const LimitClock clock;
    search().forget();
    PlayList<G> plays;
    G::plays(position, roll, plays);
    const auto report_of = [&](std::span<const SearchedPlay<G>> judged, bool lines) {
      Report<G> report;
      for (std::size_t k = 0; k < judged.size(); ++k) {
        const SearchedPlay<G>& play = judged[k];
        report.candidates.push_back({plays.play(play.index), plays.position(play.index), play.value, play.utility, 0,
                                     play.visits, lines ? search().line(k) : std::vector<std::string>()});
      }
      report.nodes = search().nodes();
      report.seconds = clock.seconds();
      return report;
    };
    SearchWatch<G> watch;
    if (watch_) watch = [&](auto judged) { watch_(report_of(judged, options_.threads == 1)); };
    return report_of(search().judge(position, roll, limits_, watch), true);
  }

 private:
  /// Made when it is first needed: its tree is large.
  Mcts<G>& search() {
    if (!search_) search_ = std::make_unique<Mcts<G>>(evaluator_->clone(), options_, utility_, table_);
    return *search_;
  }

  const std::unique_ptr<Evaluator<G>> evaluator_;
  const MctsOptions options_;
  Limits limits_;
  Watch<G> watch_;
  const std::shared_ptr<const ExactTable<G>> table_;
  const Utility<G> utility_;
  std::unique_ptr<Mcts<G>> search_;
  std::int64_t nodes_ = 0;
};

}  // namespace alea
