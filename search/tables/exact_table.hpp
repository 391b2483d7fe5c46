// Exact values as an Evaluator: alone, or in front of another one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/evaluator.hpp"

namespace alea {

/// A table of exact values. Constant and shared: every member may be called from several threads.
template <Game G>
class ExactTable {
 public:
  virtual ~ExactTable() = default;

  /// The value of a position to the player about to roll, exact up to the rounding of the table, and exact for every
  /// finished position; nothing if the table does not hold the position. Throws InputError("tables") if the part of the
  /// file that holds it is damaged.
  virtual std::optional<RollerValue<G>> value(const typename G::Position&) const = 0;

  /// What the table holds and how to have more, for messages.
  virtual std::string description() const = 0;
};

/// The table alone: throws InputError("agent") where it has no value.
template <Game G>
class ExactEvaluator final : public Evaluator<G> {
 public:
  explicit ExactEvaluator(std::shared_ptr<const ExactTable<G>> table) : table_(std::move(table)) {}

  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto value = table_->value(positions[i]);
      if (!value) throw outside(positions[i]);
      values[i] = *value;
    }
  }
  std::unique_ptr<Evaluator<G>> clone() const override { return std::make_unique<ExactEvaluator>(table_); }

 private:
  InputError outside(const typename G::Position& position) const {
    return {"agent",
            "exact: no table holds " + G::format_position(position, Side::first) + "; " + table_->description()};
  }

  std::shared_ptr<const ExactTable<G>> table_;
};

/// Exact where the table has the position, `inner` elsewhere: for the leaves of searches.
template <Game G>
class WithTable final : public Evaluator<G> {
 public:
  WithTable(std::unique_ptr<Evaluator<G>> inner, std::shared_ptr<const ExactTable<G>> table)
      : inner_(std::move(inner)), table_(std::move(table)) {}

  void evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) override {
    unknown_.clear();
    places_.clear();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (const auto value = table_->value(positions[i])) {
        values[i] = *value;
      } else {
        unknown_.push_back(positions[i]);
        places_.push_back(i);
      }
    }
    if (unknown_.size() == positions.size()) return inner_->evaluate(positions, values);
    if (!unknown_.empty()) evaluate_unknown(values);
  }

  std::unique_ptr<Evaluator<G>> clone() const override { return std::make_unique<WithTable>(inner_->clone(), table_); }

 private:
  void evaluate_unknown(std::span<RollerValue<G>> values) {
    if (found_.size() < unknown_.size()) found_.resize(unknown_.size());
    inner_->evaluate(unknown_, std::span(found_).first(unknown_.size()));
    for (std::size_t i = 0; i < places_.size(); ++i) values[places_[i]] = found_[i];
  }

  std::unique_ptr<Evaluator<G>> inner_;
  std::shared_ptr<const ExactTable<G>> table_;
  std::vector<typename G::Position> unknown_;
  std::vector<std::size_t> places_;  ///< where the unknown ones stand
  std::vector<RollerValue<G>> found_;
};

}  // namespace alea
