// One-sided bearoff values in front of another evaluator.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "search/evaluator.hpp"
#include "search/tables/one_sided_bearoff.hpp"

namespace alea {

/// An Evaluator that gives races between home boards the values of OneSidedBearoff, and leaves all else to `inner`. The
/// values are close, not exact (search/README.md): this is an estimate like `inner`'s, and never a proof.
class RaceEvaluator final : public Evaluator<Backgammon> {
 public:
  /// The table must exist.
  RaceEvaluator(std::unique_ptr<Evaluator<Backgammon>> inner, std::shared_ptr<const OneSidedBearoff> table)
      : inner_(std::move(inner)), table_(std::move(table)) {}

  void evaluate(std::span<const backgammon::Position> positions, std::span<RollerValue<Backgammon>> values) override;
  std::unique_ptr<Evaluator<Backgammon>> clone() const override;

 private:
  std::unique_ptr<Evaluator<Backgammon>> inner_;
  std::shared_ptr<const OneSidedBearoff> table_;
};

/// `evaluator` with the values of the one-sided table in `folder`; unchanged if there is none, and in other games.
/// Throws InputError("tables") as OneSidedBearoff does.
template <Game G>
std::unique_ptr<Evaluator<G>> with_races(std::unique_ptr<Evaluator<G>> evaluator, const std::filesystem::path&) {
  return evaluator;
}
template <>
std::unique_ptr<Evaluator<Backgammon>> with_races(std::unique_ptr<Evaluator<Backgammon>> evaluator,
                                                  const std::filesystem::path& folder);

}  // namespace alea
