// The judges of selfplay/luck.hpp, for its .cpp and for tests with games of their own.
#pragma once

#include <utility>

#include "search/agent.hpp"
#include "search/luck.hpp"
#include "selfplay/luck.hpp"

namespace alea {

/// Without looking ahead.
template <Game G>
class StaticLuckJudge final : public LuckJudge<G> {
 public:
  explicit StaticLuckJudge(std::unique_ptr<Evaluator<G>> evaluator) : evaluator_(std::move(evaluator)) {}

  std::unique_ptr<LuckJudge<G>> clone() const override {
    return std::make_unique<StaticLuckJudge>(evaluator_->clone());
  }

  double luck(const typename G::Position& position, const typename G::Roll& roll,
              std::span<const Weighted<typename G::Roll>> rolls) override {
    return utility_(luck_of_roll<G>(*evaluator_, utility_, position, roll, rolls, plays_, values_));
  }

 private:
  std::unique_ptr<Evaluator<G>> evaluator_;
  Utility<G> utility_;
  PlayList<G> plays_;
  ValueBuffer<G> values_;
};

/// By whatever the agent does.
template <Game G>
class AgentLuckJudge final : public LuckJudge<G> {
 public:
  explicit AgentLuckJudge(std::unique_ptr<Agent<G>> agent) : agent_(std::move(agent)) {}

  std::unique_ptr<LuckJudge<G>> clone() const override { return std::make_unique<AgentLuckJudge>(agent_->clone()); }

  double luck(const typename G::Position& position, const typename G::Roll& roll,
              std::span<const Weighted<typename G::Roll>> rolls) override {
    if (rolls.size() == 1) return 0;
    double luck = 0;
    for (const auto& [other, probability] : rolls) {
      luck += ((other == roll) - probability) * agent_->analyse(position, other).candidates.front().utility;
    }
    return luck;
  }

 private:
  std::unique_ptr<Agent<G>> agent_;
};

}  // namespace alea
