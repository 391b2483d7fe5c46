// Which plays of a roll are worth evaluating, told by what their actions are worth alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "engine/diablo/half_turns.hpp"
#include "search/evaluator.hpp"
#include "search/move_filter.hpp"

namespace alea {

/// Evaluates the positions after each single action, which all rolls of a position share, and adds up:
///
///     nothing played       u              one batch of some dozens
///     A1-B1                u + a
///     C3xC4                u + c
///     A1-B1 C3xC4          about u + a + c, for each of hundreds of plays without evaluating it
///
/// Utilities need not be additive for that to find good plays, only nearly so; two moves that touch four squares nearly
/// are. In games without half turns it chooses all plays.
template <Game G>
class HalfTurnFilter {
 public:
  using Position = typename G::Position;

  /// Chooses `most` plays of a roll, and whatever cannot be told by halves or ends the game; all with 0. The evaluator
  /// is to outlive this.
  HalfTurnFilter(int most, const Utility<G>& utility, Evaluator<G>& evaluator)
      : most_(static_cast<std::size_t>(most)), utility_(utility), evaluator_(evaluator) {}

  /// Rolls at `position`, which is to outlive the last of them, come next.
  void begin(const Position& position) {
    position_ = &position;
    evaluated_ = 0;
  }
  /// Positions evaluated since `begin`: none as long as there was nothing to choose from.
  std::size_t evaluated() const { return evaluated_; }

  /// Whether there is anything to choose from.
  bool applies(const PlayList<G>& plays) const { return HasHalfTurns<G> && most_ > 0 && plays.size() > most_; }

  /// The indices of the chosen plays of a roll to which this applies, ascending. Valid until the next call.
  std::span<const std::uint32_t> choose_indices(const PlayList<G>& plays) {
    if constexpr (HasHalfTurns<G>) {
      if (evaluated_ == 0) evaluate_halves();
      return by_estimate(plays);
    } else {
      return {};
    }
  }

  /// Where the chosen plays of a roll lead to, in the order of the list. Valid until the next call.
  std::span<const Position> choose(const PlayList<G>& plays) {
    if (!applies(plays)) return plays.positions();
    const auto order = choose_indices(plays);
    if (chosen_.size() < order.size()) chosen_.resize(order.size());
    std::ranges::transform(order, chosen_.begin(), [&](std::uint32_t i) { return plays.position(i); });
    return std::span(chosen_).first(order.size());
  }

 private:
  void evaluate_halves() {
    HalfTurns<G>::list(*position_, halves_);
    evaluated_ = halves_.size();
    if (values_.size() < evaluated_) values_.resize(evaluated_);
    evaluator_.evaluate(halves_.positions(), std::span(values_).first(evaluated_));
    const auto utility = [&](std::size_t i) { return utility_(seen_by_mover<G>(halves_.position(i), values_[i])); };
    gains_.assign(HalfTurns<G>::numbers, 0);
    for (std::size_t i = 1; i < evaluated_; ++i) {
      gains_[HalfTurns<G>::numbers_of(halves_.play(i))->front()] = utility(i) - utility(0);
    }
  }

  /// The indices of the chosen plays, ascending.
  std::span<const std::uint32_t> by_estimate(const PlayList<G>& plays) {
    if (order_.size() < plays.size()) order_.resize(plays.size()), estimates_.resize(plays.size());
    const auto order = std::span(order_).first(plays.size());
    std::iota(order.begin(), order.end(), 0);
    std::size_t certain = 0;  // these come to the front of the order
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const auto numbers = HalfTurns<G>::numbers_of(plays.play(i));
      if (!numbers || G::finished(plays.position(i))) {
        std::swap(order[certain++], order[i]);
      } else {
        estimates_[i] = gains_[numbers->front()] + gains_[numbers->back()];
      }
    }
    const MoveFilter best{static_cast<int>(most_), 0, 0};
    const auto chosen = order.first(certain + best.select(estimates_, order.subspan(certain)));
    std::ranges::sort(chosen);
    return chosen;
  }

  const std::size_t most_;
  const Utility<G> utility_;
  Evaluator<G>& evaluator_;
  const Position* position_ = nullptr;
  std::size_t evaluated_ = 0;

  PlayList<G> halves_;
  std::vector<RollerValue<G>> values_;
  std::vector<float> gains_;  ///< of actions, by their numbers
  std::vector<float> estimates_;
  std::vector<std::uint32_t> order_;
  std::vector<Position> chosen_;
};

}  // namespace alea
