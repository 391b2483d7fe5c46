#include "search/tables/race_evaluator.hpp"

#include <algorithm>

namespace alea {

namespace {

bool is_race(const backgammon::Position& position) {
  return backgammon::at_home(position.own) && backgammon::at_home(position.their);
}

}  // namespace

void RaceEvaluator::evaluate(std::span<const backgammon::Position> positions,
                             std::span<RollerValue<Backgammon>> values) {
  // What follows a race is a race: they come in whole batches, and the few among others may well be judged twice.
  if (!std::ranges::all_of(positions, is_race)) inner_->evaluate(positions, values);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (is_race(positions[i])) values[i] = table_->value(positions[i]).value();
  }
}

std::unique_ptr<Evaluator<Backgammon>> RaceEvaluator::clone() const {
  return std::make_unique<RaceEvaluator>(inner_->clone(), table_);
}

template <>
std::unique_ptr<Evaluator<Backgammon>> with_races(std::unique_ptr<Evaluator<Backgammon>> evaluator,
                                                  const std::filesystem::path& folder) {
  auto table = std::make_shared<const OneSidedBearoff>(folder);
  if (!table->exists()) return evaluator;
  return std::make_unique<RaceEvaluator>(std::move(evaluator), std::move(table));
}

}  // namespace alea
