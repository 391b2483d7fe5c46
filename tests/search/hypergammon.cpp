// The solved hypergammon: with at most two checkers a side on the board, which is a game of its own, whatever is solved
// of more.
#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "search/tables/bearoff_solver.hpp"
#include "search/tables/bearoff_table.hpp"
#include "search/tables/hypergammon_solver.hpp"
#include "search/tables/hypergammon_table.hpp"
#include "tests/catch.hpp"
#include "tests/models/backgammon_model.hpp"
#include "tests/temporary_folder.hpp"

namespace alea::tests {
namespace {

namespace fs = std::filesystem;

using backgammon::Position;
using hypergammon::side_of;
using hypergammon::sides;
using models::BackgammonModel;

constexpr int checkers = 2;

const fs::path& tables() {
  static const TemporaryFolder folder;
  static const SolveReport report = solve_hypergammon(folder.path(), checkers, 2);
  REQUIRE(report.finished);
  return folder.path();
}

float win(const RollerValue<Hypergammon>& value) {
  return value[Hypergammon::win_single] + value[Hypergammon::win_gammon] + value[Hypergammon::win_backgammon];
}

bool possible(const Position& p) { return (p.own.occupied() & backgammon::mirrored(p.their.occupied())) == 0; }

/// A live position with at most two checkers a side.
Position draw_position(Random& random) {
  for (;;) {
    const auto number = [&] { return 1 + random.below(sides(checkers) - 1); };
    const Position position{side_of(number()), side_of(number())};
    if (possible(position)) return position;
  }
}

BackgammonModel::Position model_of(const Position& position) {
  const auto side = [](const backgammon::Checkers& from) {
    BackgammonModel::Checkers checkers{};
    for (int point = 1; point <= backgammon::bar; ++point) {
      checkers[static_cast<std::size_t>(point)] = static_cast<std::uint8_t>(from.count(point));
    }
    checkers[0] = static_cast<std::uint8_t>(from.off());
    return checkers;
  };
  return {side(position.own), side(position.their)};
}

Position engine_of(const BackgammonModel::Position& position) {
  const auto side = [](const BackgammonModel::Checkers& from) {
    backgammon::Checkers checkers;
    for (int point = 1; point <= backgammon::bar; ++point) checkers.put(point, from[static_cast<std::size_t>(point)]);
    return checkers;
  };
  return {side(position.own), side(position.their)};
}

/// The probability of winning that follows from the table's at all positions one roll later, all plays being those of
/// the plain model. (With two checkers a side nobody loses a gammon: one is off.)
double win_by_model(const HypergammonTable& table, const Position& position) {
  const auto model = model_of(position);
  PlayList<BackgammonModel> plays;
  double sum = 0;
  for (const auto& [roll, probability] : BackgammonModel::rolls(model)) {
    BackgammonModel::plays(model, roll, plays);
    double best = 0;
    for (const auto& after : plays.positions()) best = std::max(best, 1.0 - win(*table.value(engine_of(after))));
    sum += probability * best;
  }
  return sum;
}

TEST_CASE("Every side of hypergammon has a number of its own, fewer checkers lower ones") {
  CHECK(sides(1) == 26);
  CHECK(sides(2) == 351);
  CHECK(sides(3) == 3276);
  int wrong = 0, before = 0;
  for (hypergammon::SideNumber number = 0; number < sides(3); ++number) {
    const auto side = side_of(number);
    wrong += hypergammon::number_of(side) != number || side.on_board() < before;
    before = side.on_board();
  }
  CHECK(wrong == 0);
}

TEST_CASE("Hypergammon's values follow from each other by the plain model's plays") {
  const HypergammonTable table(tables());
  CHECK(table.checkers() == checkers);
  Random random(3, Purpose::test);
  double largest = 0;
  int contacts = 0;
  for (int i = 0; i < 250; ++i) {
    const Position position = draw_position(random);
    contacts += std::bit_width(position.own.occupied()) + std::bit_width(position.their.occupied()) > backgammon::bar;
    largest = std::max(largest, std::abs(win_by_model(table, position) - win(*table.value(position))));
  }
  CHECK(largest < 1e-6);
  CHECK(contacts > 100);
}

TEST_CASE("Two checkers at home are worth in hypergammon what the bearoff table says") {
  const TemporaryFolder folder;
  solve_bearoff(folder.path(), checkers, 1);
  const BearoffTable bearoff(folder.path());
  const HypergammonTable table(tables());
  double largest = 0;
  for (backgammon::HomeBoard own = 1; own < backgammon::home_boards(checkers); ++own) {
    for (backgammon::HomeBoard their = 1; their < backgammon::home_boards(checkers); ++their) {
      const Position position{backgammon::home_board(own), backgammon::home_board(their)};
      largest = std::max<double>(largest, std::abs(*bearoff.find(position) - win(*table.value(position))));
    }
  }
  CHECK(largest < 1e-6);
}

TEST_CASE("Hypergammon's table knows finished positions, and says what it lacks") {
  const TemporaryFolder folder;
  const HypergammonTable none(folder.path());
  CHECK(none.checkers() == 0);
  CHECK_FALSE(none.value(Hypergammon::start()));
  CHECK(none.description().find("alea solve hypergammon") != std::string::npos);
  const Position lost{side_of(sides(2)), {}};
  CHECK(none.value(lost) == Hypergammon::result(lost));
  CHECK_FALSE(HypergammonTable(tables()).value(Hypergammon::start()));
}

TEST_CASE("Hypergammon's table is the same from any number of threads, and is built once") {
  const TemporaryFolder folders[2];
  std::string bytes[2];
  for (int i = 0; i < 2; ++i) {
    const fs::path folder = folders[i].path();
    CHECK(solve_hypergammon(folder, 1, 1 + 2 * i).missing == 26 * 26);
    CHECK(solve_hypergammon(folder, 1, 1).missing == 0);
    std::ifstream in(HypergammonTable::file_of(folder, 1), std::ios::binary);
    bytes[i].assign(std::istreambuf_iterator<char>(in), {});
  }
  CHECK(bytes[0].size() > 26 * 26 * sizeof(HypergammonTable::Entry));
  CHECK(bytes[0] == bytes[1]);
}

TEST_CASE("Solving hypergammon can be stopped and knows its limits") {
  const TemporaryFolder folder;
  const SolveReport stopped = solve_hypergammon(folder.path(), 1, 1, {{}, [] { return true; }});
  CHECK_FALSE(stopped.finished);
  CHECK_FALSE(fs::exists(HypergammonTable::file_of(folder.path(), 1)));
  CHECK_THROWS_AS(solve_hypergammon(folder.path(), 0, 1), InputError);
  CHECK_THROWS_AS(solve_hypergammon(folder.path(), 4, 1), InputError);
}

}  // namespace
}  // namespace alea::tests
