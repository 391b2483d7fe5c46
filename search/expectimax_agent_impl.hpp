// ExpectimaxAgent<G>, for translation units that instantiate it (search/expectimax.cpp).
#pragma once

#include <span>

#include "search/expectimax_agent.hpp"
#include "search/expectimax_impl.hpp"

namespace alea {

namespace expectimax_detail {

template <Game G>
std::unique_ptr<Evaluator<G>> clone_of(const std::unique_ptr<Evaluator<G>>& evaluator) {
  return evaluator == nullptr ? nullptr : evaluator->clone();
}

}  // namespace expectimax_detail

template <Game G>
ExpectimaxAgent<G>::ExpectimaxAgent(std::unique_ptr<Evaluator<G>> evaluator, const ExpectimaxOptions& options,
                                    const Limits& limits, std::unique_ptr<Evaluator<G>> pruner,
                                    const Utility<G>& utility)
    : evaluator_(std::move(evaluator)),
      pruner_(std::move(pruner)),
      options_(options),
      limits_(limits),
      utility_(utility),
      search_(evaluator_->clone(), options, utility, expectimax_detail::clone_of(pruner_)) {}

template <Game G>
std::unique_ptr<Agent<G>> ExpectimaxAgent<G>::clone() const {
  return std::make_unique<ExpectimaxAgent>(evaluator_->clone(), options_, limits_, expectimax_detail::clone_of(pruner_),
                                           utility_);
}

template <Game G>
std::size_t ExpectimaxAgent<G>::choose(const typename G::Position&, const typename G::Roll&, const PlayList<G>& plays,
                                       Random&) {
  if (plays.size() == 1) return 0;
  const std::size_t best = search_.judge(plays, Judging::choice, limits_).front().index;
  nodes_ += search_.nodes();
  return best;
}

template <Game G>
RollerValue<G> ExpectimaxAgent<G>::evaluate(const typename G::Position& position) {
  return search_.value(position, options_.plies, limits_);
}

template <Game G>
Report<G> ExpectimaxAgent<G>::analyse(const typename G::Position& position, const typename G::Roll& roll) {
  const LimitClock clock;
  PlayList<G> plays;
  G::plays(position, roll, plays);
  const auto report_of = [&](std::span<const JudgedPlay<G>> judged) {
    Report<G> report;
    for (const JudgedPlay<G>& play : judged) {
      report.candidates.push_back(
          {plays.play(play.index), plays.position(play.index), play.value, play.utility, play.plies, 0, {}});
    }
    report.nodes = search_.nodes();
    report.seconds = clock.seconds();
    return report;
  };
  Deeper<G> deeper;
  if (watch_) deeper = [&](std::span<const JudgedPlay<G>> judged) { watch_(report_of(judged)); };
  return report_of(search_.judge(plays, Judging::report, limits_, deeper));
}

}  // namespace alea
