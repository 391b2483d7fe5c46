// Exact values of hypergammon, from a file that `alea solve hypergammon` makes.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "engine/backgammon/hypergammon.hpp"
#include "search/tables/exact_table.hpp"
#include "search/tables/hypergammon_sides.hpp"
#include "search/tables/table_family.hpp"

namespace alea {

/// All positions with at most so many checkers a side, 3 being the whole game. Cubeless, both sides maximise their
/// expected points.
class HypergammonTable final : public ExactTable<Hypergammon> {
 public:
  static constexpr int most_checkers = Hypergammon::checkers;  ///< a side: 10.7 million indices, 215 MB

  /// What lies in the file: all results but the last, whose probability is the rest.
  using Entry = std::array<float, Hypergammon::statistics - 1>;

  /// Opens the largest table in `folder`/hypergammon; there need not be one. Throws InputError("tables") that names a
  /// truncated or foreign file; damage in the values is found when they are read.
  explicit HypergammonTable(const std::filesystem::path& folder);

  /// A side; 0 if there is no table.
  int checkers() const { return checkers_; }

  std::optional<RollerValue<Hypergammon>> value(const backgammon::Position&) const override;
  std::string description() const override;

  // What builders need.

  static Entry encode(const RollerValue<Hypergammon>& value);
  static RollerValue<Hypergammon> decode(const Entry& entry);

  /// The entry at own * sides(checkers) + their is the value to the player with the side `own`, about to roll; those of
  /// impossible positions do not matter.
  static constexpr TableFamily family{
      Hypergammon::name(), "exact", "hypergammon {} checkers v1", most_checkers, [](int checkers) {
        return std::size_t{hypergammon::sides(checkers)} * hypergammon::sides(checkers) * sizeof(Entry);
      }};

 private:
  std::filesystem::path folder_;
  int checkers_ = 0;
  hypergammon::SideNumber sides_ = 0;  ///< of each player
  std::optional<TableFile> file_;
};

}  // namespace alea
