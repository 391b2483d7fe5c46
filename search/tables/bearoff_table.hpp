// Exact values of backgammon positions in which both sides bear off their last checkers, from a file that
// `alea solve backgammon-bearoff` makes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/backgammon/backgammon.hpp"
#include "search/tables/exact_table.hpp"
#include "search/tables/home_boards.hpp"
#include "search/tables/table_family.hpp"

namespace alea {

/// The two-sided bearoff database: all positions with at most so many checkers a side, all of them at home. Nobody can
/// lose a gammon there (that takes 15 checkers), so the probability of winning says all. Cubeless.
class BearoffTable final : public ExactTable<Backgammon> {
 public:
  static constexpr int most_checkers = 10;  ///< a side: 64 million positions, 257 MB

  /// Opens the largest table in `folder`/backgammon; there need not be one. Throws InputError("tables") that names a
  /// truncated or foreign file; damage in the values is found when they are read.
  explicit BearoffTable(const std::filesystem::path& folder);

  /// A side; 0 if there is no table.
  int checkers() const { return checkers_; }

  /// The probability that the player about to roll wins, by perfect play of both, within 1e-6.
  std::optional<float> find(const backgammon::Position&) const;

  std::optional<RollerValue<Backgammon>> value(const backgammon::Position&) const override;
  std::string description() const override;

  // What builders need.

  /// The float at own * home_boards(checkers) + their is the probability that the player with the home board `own`,
  /// about to roll, wins.
  static constexpr TableFamily family{Backgammon::name(), "bearoff-two-sided", "backgammon bearoff two-sided {} v1",
                                      most_checkers, [](int checkers) {
                                        const std::size_t boards = backgammon::home_boards(checkers);
                                        return boards * boards * sizeof(float);
                                      }};

 private:
  std::filesystem::path folder_;
  int checkers_ = 0;
  backgammon::HomeBoard boards_ = 0;  ///< of each side
  std::optional<TableFile> file_;
};

}  // namespace alea
