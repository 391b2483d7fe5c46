// Ends games whose result is known: by exact tables, or in DVONN by bounds of what the margin can still become.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/registry.hpp"
#include "search/dvonn_bounds.hpp"
#include "search/tables/game_tables.hpp"
#include "search/tables/table_folder.hpp"
#include "selfplay/tournament/adjudication.hpp"

namespace alea {

/// For one thread or several.
template <Game G>
class Adjudicator {
 public:
  /// Throws InputError("adjudicate") for a game of which nothing exact is known, InputError("tables") for damaged ones.
  explicit Adjudicator(Adjudication when) : when_(when) {
    if (when_ == Adjudication::off) return;
    if constexpr (has_tables<G>) {
      tables_ = open_tables<G>(tables_folder());
    } else if constexpr (!std::same_as<G, Dvonn>) {
      throw InputError("adjudicate", std::string(G::name()) + " has no exact tables; expected off");
    }
  }

  bool is_on() const { return when_ != Adjudication::off; }

  /// The value to the player about to roll if the game is to end at this position, which is not finished.
  std::optional<RollerValue<G>> operator()(const typename G::Position& position) const {
    if (when_ == Adjudication::off) return std::nullopt;
    if constexpr (std::same_as<G, Dvonn>) return settled_margin(position);
    if constexpr (has_tables<G>) {
      const auto value = tables_->value(position);
      if (value && when_ == Adjudication::certain) return certain_result(*value);
      return value;
    }
    return std::nullopt;
  }

 private:
  /// What tables round a sure result to.
  static constexpr float certain = 1 - 1e-6F;

  static std::optional<RollerValue<G>> certain_result(const RollerValue<G>& value) {
    for (std::size_t i = 0; i < G::probabilities; ++i) {
      if (value.of[i] >= certain) return sure(i);
    }
    return std::nullopt;
  }

  static std::optional<RollerValue<G>> settled_margin(const typename G::Position& position) {
    if (position.phase() != dvonn::Phase::movement) return std::nullopt;
    const MarginBounds bounds = margin_bounds(position);
    if (bounds.lower > 0) return sure(G::win);
    if (bounds.upper < 0) return sure(G::lose);
    if (bounds.lower == 0 && bounds.upper == 0) return sure(G::draw);
    return std::nullopt;
  }

  static RollerValue<G> sure(std::size_t result) {
    RollerValue<G> value{};
    value.of[result] = 1;
    return value;
  }

  Adjudication when_;
  std::shared_ptr<const ExactTable<G>> tables_;
};

}  // namespace alea
