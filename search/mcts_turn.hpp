// All plays of one roll, evaluated and put in order: what an expansion of Mcts (search/mcts.hpp) reads.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "search/evaluator.hpp"
#include "search/tables/exact_table.hpp"

namespace alea {

/// Memory that is used turn after turn.
template <Game G>
class EvaluatedTurn {
 public:
  using Position = typename G::Position;

  EvaluatedTurn(std::unique_ptr<Evaluator<G>> evaluator, std::shared_ptr<const ExactTable<G>> table,
                const Utility<G>& utility)
      : evaluator_(std::move(evaluator)), table_(std::move(table)), utility_(utility) {}

  /// Lists all plays and evaluates what they lead to, in one batch.
  void read(const Position& position, const typename G::Roll& roll) {
    G::plays(position, roll, plays_);
    const std::size_t size = plays_.size();
    if (values_.size() < size) resize(2 * size);
    evaluator_->evaluate(plays_.positions(), std::span(values_).first(size));
    for (std::size_t i = 0; i < size; ++i) {
      proven_[i] = prove(plays_.position(i), values_[i]);
      utilities_[i] = utility_(seen_by_mover<G>(plays_.position(i), values_[i]));
    }
    std::iota(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(size), 0U);
  }

  /// Evaluates a single position. Returns whether its value is exact.
  bool evaluate(const Position& position, RollerValue<G>& value) {
    value = evaluator_->evaluate_one(position);
    return prove(position, value);
  }

  /// Puts the `count` best plays by static utility first, best first; equals as they were listed.
  void sort(std::size_t count) {
    const auto begin = order_.begin();
    std::partial_sort(begin, begin + static_cast<std::ptrdiff_t>(count), begin + static_cast<std::ptrdiff_t>(size()),
                      [&](std::uint32_t a, std::uint32_t b) {
                        return utilities_[a] != utilities_[b] ? utilities_[a] > utilities_[b] : a < b;
                      });
  }

  std::size_t size() const { return plays_.size(); }
  const PlayList<G>& plays() const { return plays_; }

  /// The place in the list of plays of the k-th best, once sorted.
  std::uint32_t index(std::size_t k) const { return order_[k]; }
  const Position& position(std::size_t k) const { return plays_.position(order_[k]); }
  const RollerValue<G>& value(std::size_t k) const { return values_[order_[k]]; }
  float utility(std::size_t k) const { return utilities_[order_[k]]; }
  /// The k-th best leads to a finished position or one of the table: its value is exact.
  bool proven(std::size_t k) const { return proven_[order_[k]]; }

  /// What priors exp((utility - best) / temperature) sum up to.
  float total_prior(float best, float temperature) const {
    float sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += std::exp((utilities_[i] - best) / temperature);
    return sum;
  }

 private:
  bool prove(const Position& position, RollerValue<G>& value) const {
    if (G::finished(position)) return true;  // an Evaluator is exact there
    if (table_ == nullptr) return false;
    const auto exact = table_->value(position);
    if (exact) value = *exact;
    return exact.has_value();
  }

  void resize(std::size_t size) {
    values_.resize(size);
    utilities_.resize(size);
    proven_.resize(size);
    order_.resize(size);
  }

  const std::unique_ptr<Evaluator<G>> evaluator_;
  const std::shared_ptr<const ExactTable<G>> table_;
  const Utility<G> utility_;
  PlayList<G> plays_;
  std::vector<RollerValue<G>> values_;
  std::vector<float> utilities_;  ///< to the maker of the play
  std::vector<std::uint8_t> proven_;
  std::vector<std::uint32_t> order_;
};

}  // namespace alea
