// The bearoff databases against reference values and against looking at everything.
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "search/tables/bearoff_solver.hpp"
#include "search/tables/bearoff_table.hpp"
#include "search/tables/home_plays.hpp"
#include "search/tables/one_sided_bearoff.hpp"
#include "search/tables/race_evaluator.hpp"
#include "tests/catch.hpp"
#include "tests/models/backgammon_model.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/vectors.hpp"

namespace alea::tests {
namespace {

namespace fs = std::filesystem;

using backgammon::home_board;
using backgammon::home_boards;
using backgammon::HomeBoard;
using backgammon::number_of;
using models::BackgammonModel;
using models::BruteForce;

/// Both tables, at most 6 checkers a side, built once for all tests.
const fs::path& tables() {
  static const TemporaryFolder folder;
  static const SolveReport report = solve_bearoff(folder.path(), 6, 2);
  REQUIRE(report.finished);
  return folder.path();
}

/// "0,0,0,0,0,1" or 000001: checkers on points 1 to 6.
HomeBoard board_of(std::array<int, 6> counts) {
  backgammon::Checkers side;
  for (int point = 1; point <= 6; ++point) side.put(point, counts[static_cast<std::size_t>(point - 1)]);
  return number_of(side);
}

backgammon::Position position_of(HomeBoard own, HomeBoard their) { return {home_board(own), home_board(their)}; }

BackgammonModel::Position model_of(HomeBoard own, HomeBoard their) {
  const auto side = [](HomeBoard board) {
    const auto from = home_board(board);
    BackgammonModel::Checkers checkers{};
    for (int point = 1; point <= 6; ++point) {
      checkers[static_cast<std::size_t>(point)] = static_cast<std::uint8_t>(from.count(point));
    }
    checkers[0] = static_cast<std::uint8_t>(from.off());
    return checkers;
  };
  return {side(own), side(their)};
}

// Home boards.

TEST_CASE("Home boards and their numbers are one to one, fewer checkers first", "[bearoff]") {
  CHECK(home_boards(6) == 924);
  CHECK(home_boards(15) == 54264);
  int wrong = 0, fewer = 0, checkers = 0;
  for (HomeBoard number = 0; number < home_boards(15); ++number) {
    const auto board = home_board(number);
    wrong += !at_home(board) || board.on_board() > 15 || number_of(board) != number;
    fewer += board.on_board() < checkers;
    checkers = board.on_board();
  }
  CHECK(wrong == 0);
  CHECK(fewer == 0);
}

TEST_CASE("Plays of a home board lead to boards with lower numbers", "[bearoff]") {
  backgammon::HomePlays plays;
  int wrong = 0;
  for (HomeBoard board = 1; board < home_boards(15); board += 1 + board / 1000) {
    for (const auto& [roll, probability] : all_rolls<6>()) {
      const auto after = plays.after(board, roll);
      wrong += after.empty();
      for (const HomeBoard next : after) wrong += next >= board;
    }
  }
  CHECK(wrong == 0);
}

// Two sides.

TEST_CASE("The two-sided table has the reference equities", "[bearoff]") {
  const BearoffTable table(tables());
  double worst = 0;
  int rows = 0;
  for (const Row& row : read_rows(vector_file("backgammon/bearoff.tsv"))) {
    if (row[0] != "two") continue;
    const auto value = table.value(Backgammon::parse_position(row[1]).position);
    REQUIRE(value);
    worst = std::max(worst, std::abs(Utility<Backgammon>{}(*value) - std::stod(row[2])));
    ++rows;
  }
  CHECK(rows == 100);
  CHECK(worst < 2e-6);  // they are written with six decimals
}

TEST_CASE("The two-sided table is what looking at everything finds", "[bearoff]") {
  const BearoffTable table(tables());
  BruteForce<BackgammonModel> exact;
  double worst = 0;
  for (HomeBoard own = 1; own < home_boards(2); ++own) {
    for (HomeBoard their = 1; their < home_boards(2); ++their) {
      const double win = *table.find(position_of(own, their));
      worst = std::max(worst, std::abs(win - exact(model_of(own, their))[BackgammonModel::win_single]));
    }
  }
  CHECK(worst < 1e-6);
}

TEST_CASE("The two-sided table answers for what it holds and finished positions only", "[bearoff]") {
  const BearoffTable table(tables());
  CHECK(table.checkers() == 6);
  CHECK(table.value(position_of(board_of({6}), board_of({0, 0, 0, 0, 0, 6}))));
  CHECK_FALSE(table.value(position_of(board_of({7}), board_of({1}))));
  CHECK_FALSE(table.value(position_of(board_of({1}), board_of({7}))));
  CHECK_FALSE(table.value(Backgammon::start()));
  backgammon::Position outside = position_of(0, board_of({1}));
  outside.own.put(7, 1);
  CHECK_FALSE(table.value(outside));
  CHECK_FALSE(table.value(outside.flipped()));
  backgammon::Position finished = position_of(0, 0);
  finished.their.put(24, 15);
  CHECK(*table.value(finished) == *Backgammon::result(finished));
}

TEST_CASE("A table that is not there answers for finished positions only, and says how to make one", "[bearoff]") {
  const TemporaryFolder folder;
  const BearoffTable two_sided(folder.path());
  CHECK(two_sided.checkers() == 0);
  CHECK_FALSE(two_sided.value(position_of(1, 1)));
  CHECK(two_sided.value(position_of(0, 1)));
  CHECK(two_sided.description().find("alea solve backgammon-bearoff") != std::string::npos);
  const OneSidedBearoff one_sided(folder.path());
  CHECK_FALSE(one_sided.exists());
  CHECK_FALSE(one_sided.value(position_of(1, 1)));
  CHECK(one_sided.value(position_of(0, 1)));
}

// One side.

/// Whether somewhere on the way two plays have the least mean, but not the same distribution.
class Ties {
 public:
  explicit Ties(const OneSidedBearoff& table) : table_(table) {}

  bool operator()(HomeBoard board) {
    if (board == 0) return false;
    const auto known = known_.find(board);
    if (known != known_.end()) return known->second;
    bool ties = false;
    for (const auto& [roll, probability] : all_rolls<6>()) ties = ties || after(board, roll);
    return known_[board] = ties;
  }

 private:
  bool after(HomeBoard board, Dice roll) {
    backgammon::HomePlays plays;
    const auto boards = plays.after(board, roll);
    const auto mean = [&](HomeBoard next) { return table_.race(next).mean; };
    const HomeBoard best = *std::ranges::min_element(boards, {}, mean);
    const bool tied = std::ranges::any_of(boards, [&](HomeBoard next) {
      return std::abs(mean(next) - mean(best)) < 2e-6 && !same(table_.race(next).all, table_.race(best).all);
    });
    return tied || (*this)(best);
  }

  static bool same(const RollCount& a, const RollCount& b) {
    return std::ranges::equal(a.of, b.of, [](double p, double q) { return std::abs(p - q) < 2e-5; });
  }

  const OneSidedBearoff& table_;
  std::map<HomeBoard, bool> known_;
};

TEST_CASE("The one-sided table has the reference means and distributions", "[bearoff]") {
  const OneSidedBearoff table(tables());
  Ties ties(table);
  double worst_mean = 0, worst_probability = 0;
  int rows = 0, compared = 0;
  for (const Row& row : read_rows(vector_file("backgammon/bearoff.tsv"))) {
    if (row[0] != "one") continue;
    std::array<int, 6> counts{};
    const Row points = split(row[1], ',');
    std::ranges::transform(points, counts.begin(), [](const std::string& text) { return std::stoi(text); });
    const HomeBoard board = board_of(counts);
    const HomeRace race = table.race(board);
    worst_mean = std::max(worst_mean, std::abs(race.mean - std::stod(row[2])));
    ++rows;
    if (ties(board)) continue;
    ++compared;
    for (int n = 1; n <= RollCount::most; ++n) {
      const auto column = static_cast<std::size_t>(n + 2);
      const double expected = column < row.size() ? std::stod(row[column]) : 0;
      worst_probability = std::max(worst_probability, std::abs(race.all[n] - expected));
    }
  }
  CHECK(rows == 50);
  CAPTURE(compared);
  CHECK(compared >= 30);
  CHECK(worst_mean < 2e-6);
  CHECK(worst_probability < 1.7e-5);
}

TEST_CASE("Distributions sum to 1 and have the means beside them", "[bearoff]") {
  const OneSidedBearoff table(tables());
  int wrong = 0;
  for (HomeBoard board = 0; board < OneSidedBearoff::boards; ++board) {
    const HomeRace race = table.race(board);
    double all = 0, first = 0;
    for (const double p : race.all.of) all += p;
    for (const double p : race.first.of) first += p;
    const bool whole = home_board(board).on_board() == 15;
    wrong += std::abs(all - 1) > 1e-9 || std::abs(first - 1) > 1e-9 || std::abs(race.all.mean() - race.mean) > 4e-4 ||
             (race.first[0] == 1) == whole;
  }
  CHECK(wrong == 0);
}

TEST_CASE("The first of 15 checkers is borne off when a roll can do it", "[bearoff]") {
  const OneSidedBearoff table(tables());
  CHECK(table.race(board_of({15})).first[1] == 1);
  // All on the 6-point: any six (11 of 36), or six pips by one checker: 5-1, 4-2 (2 each), 3-3, 2-2.
  CHECK(table.race(board_of({0, 0, 0, 0, 0, 15})).first[1] == Approx(17.0 / 36).margin(1.6e-5));
  // One on the 5-point: any six or five (20 of 36), 4-1 and 3-2 bear it off; 4-2, 3-3 and 2-2 one from the 6-point.
  CHECK(table.race(board_of({0, 0, 0, 0, 1, 14})).first[1] == Approx(28.0 / 36).margin(1.6e-5));
}

// Races of two sides.

TEST_CASE("Where no side has a choice, one-sided distributions give the exact value", "[bearoff]") {
  const BearoffTable exact(tables());
  const OneSidedBearoff table(tables());
  double worst = 0;
  for (HomeBoard own = 1; own < home_boards(1); ++own) {
    for (HomeBoard their = 1; their < home_boards(1); ++their) {
      const auto value = *table.value(position_of(own, their));
      worst = std::max<double>(worst, std::abs(value[Backgammon::win_single] - *exact.find(position_of(own, their))));
    }
  }
  CHECK(worst < 4e-5);
}

TEST_CASE("Races by one-sided distributions are close to the exact values", "[bearoff]") {
  const BearoffTable exact(tables());
  const OneSidedBearoff table(tables());
  double worst = 0, squares = 0;
  int positions = 0;
  for (HomeBoard own = 1; own < home_boards(6); own += 3) {
    for (HomeBoard their = 1; their < home_boards(6); their += 5) {
      const auto position = position_of(own, their);
      const double error = (*table.value(position))[Backgammon::win_single] - *exact.find(position);
      worst = std::max(worst, std::abs(error));
      squares += error * error;
      ++positions;
    }
  }
  CHECK(std::sqrt(squares / positions) < 0.002);
  CHECK(worst < 0.016);
}

/// Says 1/4 of everything that is not finished.
class Quarter final : public Evaluator<Backgammon> {
 public:
  void evaluate(std::span<const backgammon::Position> positions, std::span<RollerValue<Backgammon>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      values[i] = {};
      values[i][Backgammon::win_single] = 0.25F;
      values[i][Backgammon::lose_single] = 0.75F;
    }
  }
  std::unique_ptr<Evaluator<Backgammon>> clone() const override { return std::make_unique<Quarter>(); }
};

TEST_CASE("An evaluator in front of which races are looked up leaves all else as it is", "[bearoff]") {
  const OneSidedBearoff table(tables());
  const backgammon::Position race = position_of(board_of({7, 0, 0, 3, 0, 5}), board_of({2, 2, 2, 2, 2, 5}));
  const backgammon::Position start = Backgammon::start();
  const backgammon::Position almost{race.own, start.their};
  const std::vector<backgammon::Position> mixed{race, start, almost, race}, races{race, race};
  std::vector<RollerValue<Backgammon>> values(4);
  const auto evaluator = with_races<Backgammon>(std::make_unique<Quarter>(), tables())->clone();
  evaluator->evaluate(mixed, values);
  CHECK(values[0] == table.value(race));
  CHECK(values[1] == Quarter().evaluate_one(start));
  CHECK(values[2] == Quarter().evaluate_one(almost));
  CHECK(values[3] == table.value(race));
  evaluator->evaluate(races, std::span(values).first(2));
  CHECK(values[0] == table.value(race));
  const TemporaryFolder empty;
  CHECK(with_races<Backgammon>(std::make_unique<Quarter>(), empty.path())->evaluate_one(race) ==
        Quarter().evaluate_one(race));
}

TEST_CASE("Gammons of races are what looking at everything finds", "[bearoff]") {
  const OneSidedBearoff table(tables());
  BruteForce<Backgammon> exact;
  for (const HomeBoard whole : {board_of({0, 0, 0, 0, 0, 15}), board_of({0, 0, 0, 0, 3, 12})}) {
    for (const HomeBoard few : {board_of({1}), board_of({0, 0, 0, 0, 0, 1})}) {
      for (const auto& position : {position_of(whole, few), position_of(few, whole)}) {
        const auto value = *table.value(position), expected = exact(position);
        CAPTURE(Backgammon::format_position(position));
        for (std::size_t i = 0; i < value.of.size(); ++i) CHECK(value[i] == Approx(expected[i]).margin(1e-4));
      }
    }
  }
}

// Builds.

TEST_CASE("A bearoff build that is stopped goes on, and its files do not depend on threads", "[bearoff]") {
  const TemporaryFolder folder, other;
  bool stop = true;
  const SolveHooks hooks{{}, [&] { return stop; }};
  const auto stopped = solve_bearoff(folder.path(), 3, 1, hooks);
  CHECK_FALSE(stopped.finished);
  CHECK(stopped.slices == 0);
  CHECK(BearoffTable(folder.path()).checkers() == 0);
  stop = false;
  CHECK(solve_bearoff(folder.path(), 3, 1, hooks).finished);
  std::int64_t last = 0;
  const auto again = solve_bearoff(folder.path(), 4, 1, {[&](const SolveProgress& now) { last = now.positions; }, {}});
  CHECK(again.missing == 209 * 209);
  CHECK(last == again.positions);
  CHECK(solve_bearoff(folder.path(), 4, 1, hooks).missing == 0);
  CHECK(BearoffTable(folder.path()).checkers() == 4);
  solve_bearoff(other.path(), 4, 2);
  for (const fs::path& file : {BearoffTable::family.file("", 4), OneSidedBearoff::file_of("")}) {
    CHECK(read_file(folder.path() / file) == read_file(other.path() / file));
  }
}

TEST_CASE("Bearoff builds refuse damaged tables and impossible limits", "[bearoff]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(solve_bearoff(folder.path(), 0, 1), InputError);
  CHECK_THROWS_AS(solve_bearoff(folder.path(), 11, 1), InputError);
  solve_bearoff(folder.path(), 2, 1);
  const fs::path file = BearoffTable::family.file(folder.path(), 2);
  std::string bytes = read_file(file);
  bytes[200] = static_cast<char>(bytes[200] ^ 1);
  std::ofstream(file, std::ios::binary) << bytes;
  CHECK_THROWS_AS(solve_bearoff(folder.path(), 2, 1), InputError);
  CHECK_THROWS_AS(BearoffTable(folder.path()).find(position_of(1, 1)), InputError);
}

}  // namespace
}  // namespace alea::tests
