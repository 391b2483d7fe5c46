// The agent that plays what its Evaluator likes best, without looking ahead: 0-ply.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "search/agent.hpp"
#include "search/best_play.hpp"

namespace alea {

template <Game G>
class StaticAgent final : public Agent<G> {
 public:
  explicit StaticAgent(std::unique_ptr<Evaluator<G>> evaluator, Utility<G> utility = {})
      : evaluator_(std::move(evaluator)), utility_(utility) {}

  std::unique_ptr<Agent<G>> clone() const override {
    return std::make_unique<StaticAgent>(evaluator_->clone(), utility_);
  }

  std::size_t choose(const typename G::Position&, const typename G::Roll&, const PlayList<G>& plays, Random&) override {
    return plays.size() == 1 ? 0 : best_play(*evaluator_, utility_, plays, values_).index;
  }

  RollerValue<G> evaluate(const typename G::Position& position) override { return evaluator_->evaluate_one(position); }

  Report<G> analyse(const typename G::Position& position, const typename G::Roll& roll) override {
    const auto begin = std::chrono::steady_clock::now();
    G::plays(position, roll, plays_);
    best_play(*evaluator_, utility_, plays_, values_);
    Report<G> report = report_plays<G>(plays_, values_, utility_, 0);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return report;
  }

 private:
  std::unique_ptr<Evaluator<G>> evaluator_;
  Utility<G> utility_;
  PlayList<G> plays_;
  ValueBuffer<G> values_;
};

}  // namespace alea
