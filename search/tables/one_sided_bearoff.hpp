// How many rolls one side needs to bear off, from a file that `alea solve backgammon-bearoff` makes, and what follows
// for races of two such sides.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "engine/backgammon/backgammon.hpp"
#include "search/tables/home_boards.hpp"
#include "search/tables/table_file.hpp"

namespace alea {

/// of[n] is the probability that it takes n rolls.
struct RollCount {
  static constexpr int most = 31;  ///< 15 checkers on the 6-point and always 2-1: 30 rolls

  std::array<double, most + 1> of{};

  double& operator[](int rolls) { return of[static_cast<std::size_t>(rolls)]; }
  double operator[](int rolls) const { return of[static_cast<std::size_t>(rolls)]; }

  double mean() const {
    double sum = 0;
    for (int n = 1; n <= most; ++n) sum += n * (*this)[n];
    return sum;
  }
};

/// What is known of one home board.
struct HomeRace {
  float mean = 0;   ///< least mean number of rolls to bear off all checkers
  RollCount all;    ///< number of rolls to bear off all checkers, by a player who makes its mean as small as can be
  RollCount first;  ///< the same of the first of 15 checkers, by one who cares for nothing else; 0 with fewer
};

/// The one-sided bearoff database: every home board of at most 15 checkers.
///
/// What it says of one side is exact: means within float, probabilities within 1.6e-5. What it says of two sides is
/// exact for two players who look at their own board only, because sides that have passed each other do not meet. Best
/// play looks at the opponent as well: whoever needs a double takes the play that profits from one. Values of races are
/// so close to the best play's, but not equal (README.md tells how close); and a player who is both winning and in
/// danger of a gammon is credited with the best play for either.
class OneSidedBearoff {
 public:
  /// Opens the table in `folder`/backgammon; it need not exist. Throws InputError("tables") as BearoffTable does.
  explicit OneSidedBearoff(const std::filesystem::path& folder);

  bool exists() const { return file_.has_value(); }

  /// The table must exist.
  HomeRace race(backgammon::HomeBoard) const;

  /// The value of a race between home boards; nothing if a checker is elsewhere or there is no table. Exact for
  /// finished positions.
  std::optional<RollerValue<Backgammon>> value(const backgammon::Position&) const;

  // What builders need.

  /// How a HomeRace lies in the file: one line of the processor's cache. Probabilities are counted in steps of 1/65535
  /// from the first roll that has one; they sum to 65535.
  struct Record {
    float mean = 0;
    std::uint8_t first_of_all = 0;
    std::uint8_t first_of_first = 0;
    std::uint16_t unused = 0;
    std::array<std::uint16_t, 20> all{};
    std::array<std::uint16_t, 8> first{};
  };
  static_assert(sizeof(Record) == 64);

  static constexpr backgammon::HomeBoard boards = backgammon::home_boards(backgammon::checkers);

  static std::filesystem::path file_of(const std::filesystem::path& folder);
  static Record encode(const HomeRace&);
  static HomeRace decode(const Record&);
  /// Reads all of the table, which must be there; throws InputError("tables") for damage.
  static void check(const std::filesystem::path& folder);
  static void write(const std::filesystem::path& folder, std::span<const Record> records);

 private:
  static TableFile open(const std::filesystem::path& folder);

  std::optional<TableFile> file_;
};

}  // namespace alea
