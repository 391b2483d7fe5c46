// The solved hypergammon: with at most two checkers a side on the board, which is a game of its own, whatever is solved
// of more.
#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "search/tables/bearoff_solver.hpp"
#include "search/tables/bearoff_table.hpp"
#include "search/tables/hypergammon_iteration.hpp"
#include "search/tables/hypergammon_plays.hpp"
#include "search/tables/hypergammon_solver.hpp"
#include "search/tables/hypergammon_table.hpp"
#include "tests/catch.hpp"
#include "tests/models/backgammon_model.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace alea::tests {
namespace {

namespace fs = std::filesystem;

using backgammon::Position;
using hypergammon::side_of;
using hypergammon::sides;
using models::BackgammonModel;

constexpr int checkers = 2;

const fs::path& two_checker_tables() {
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

/// The positions that a roll leads to, as numbers of both sides.
using Ends = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Ends ends_by_generator(const Position& position, Dice roll, PlayList<Hypergammon>& list) {
  Hypergammon::plays(position, roll, list);
  Ends ends;
  for (const Position& after : list.positions())
    ends.emplace(hypergammon::number_of(after.own), hypergammon::number_of(after.their));
  return ends;
}

Ends ends_by_sides(const hypergammon::PlaysOfSides& all, const Position& position, std::size_t roll) {
  const auto& their = position.their;
  const auto plays =
      all.of(std::bit_width(their.made() & backgammon::board_mask), hypergammon::number_of(position.own), roll);
  Ends ends;
  for (std::size_t i = 0; i < plays.after.size(); ++i) {
    auto after = their;
    const std::uint32_t hit = plays.touched[i] & their.blots();
    after.remove(hit);
    for (int n = std::popcount(hit); n > 0; --n) after.add(backgammon::bar_mask);
    ends.emplace(hypergammon::number_of(after), plays.after[i]);
  }
  return ends;
}

TEST_CASE("The plays of hypergammon's sides are those of the generator, whatever the opponent holds") {
  const hypergammon::PlaysOfSides all(checkers);
  constexpr auto rolls = all_rolls<6>();
  Random random(5, Purpose::test);
  PlayList<Hypergammon> list;
  int wrong = 0, hits = 0;
  for (int i = 0; i < 3000; ++i) {
    const Position position = draw_position(random);
    const std::size_t roll = random.below(rolls.size());
    const Ends expected = ends_by_generator(position, rolls[roll].roll, list);
    wrong += ends_by_sides(all, position, roll) != expected;
    hits += expected.rbegin()->first != hypergammon::number_of(position.their);
  }
  CHECK(wrong == 0);
  CHECK(hits > 300);
}

TEST_CASE("Hypergammon's values follow from each other by the plain model's plays") {
  const HypergammonTable table(two_checker_tables());
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

TEST_CASE("Hypergammon's probabilities, found by passes from nothing, go with the equities") {
  hypergammon::Iteration iteration(1);
  const auto settle = [&](auto improve) {
    int passes = 1;
    while ((iteration.*improve)(5e-7F, [] { return false; }) < iteration.positions() && passes < 100) ++passes;
    return passes;
  };
  CHECK(settle(&hypergammon::Iteration::improve_equities) < 50);
  iteration.choose_plays();
  CHECK(settle(&hypergammon::Iteration::improve_entries) > 5);
  double largest = 0;
  for (std::size_t i = 0; i < iteration.entries().size(); ++i) {
    const Position position{side_of(static_cast<std::uint32_t>(i) / sides(1)), side_of(i % sides(1))};
    if (!possible(position) || Hypergammon::finished(position)) continue;
    const float equity = Utility<Hypergammon>{}(HypergammonTable::decode(iteration.entries()[i]));
    largest = std::max<double>(largest, std::abs(equity - iteration.equities()[i]));
  }
  CHECK(largest < 5e-6);
}

TEST_CASE("Two checkers at home are worth in hypergammon what the bearoff table says") {
  const TemporaryFolder folder;
  solve_bearoff(folder.path(), checkers, 1);
  const BearoffTable bearoff(folder.path());
  const HypergammonTable table(two_checker_tables());
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
  CHECK_FALSE(HypergammonTable(two_checker_tables()).value(Hypergammon::start()));
}

TEST_CASE("Hypergammon's table is the same from any number of threads, and is built once") {
  const TemporaryFolder folders[2];
  std::string bytes[2];
  for (int i = 0; i < 2; ++i) {
    const fs::path folder = folders[i].path();
    CHECK(solve_hypergammon(folder, 1, 1 + 2 * i).missing == 26 * 26);
    CHECK(solve_hypergammon(folder, 1, 1).missing == 0);
    bytes[i] = read_file(HypergammonTable::family.file(folder, 1));
  }
  CHECK(bytes[0].size() > 26 * 26 * sizeof(HypergammonTable::Entry));
  CHECK(bytes[0] == bytes[1]);
}

TEST_CASE("Solving hypergammon goes on wherever it was stopped, to the same table") {
  const TemporaryFolder folder, other;
  int levels_left = 0, stops = 0;
  const SolveHooks hooks{{}, [&] { return --levels_left < 0; }};
  do {
    levels_left = 200;  // one pass and some of another, which is lost
  } while (!solve_hypergammon(folder.path(), 1, 1, hooks).finished && ++stops < 100);
  CHECK(stops > 5);
  CHECK(stops < 100);
  solve_hypergammon(other.path(), 1, 1);
  const fs::path file = HypergammonTable::family.file("", 1);
  CHECK(read_file(folder.path() / file) == read_file(other.path() / file));
  const auto files = fs::directory_iterator((folder.path() / file).parent_path());
  CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("Solving hypergammon refuses damaged files and knows its limits") {
  const TemporaryFolder folder;
  int levels_left = 350;
  const SolveHooks hooks{{}, [&] { return --levels_left < 0; }};
  CHECK_FALSE(solve_hypergammon(folder.path(), 1, 1, hooks).finished);
  CHECK_FALSE(fs::exists(HypergammonTable::family.file(folder.path(), 1)));
  const auto left = fs::directory_iterator(folder.path() / Hypergammon::name())->path();
  std::string bytes = read_file(left);
  bytes[200] = static_cast<char>(bytes[200] ^ 1);
  std::ofstream(left, std::ios::binary) << bytes;
  CHECK_THROWS_AS(solve_hypergammon(folder.path(), 1, 1), InputError);
  CHECK_THROWS_AS(solve_hypergammon(folder.path(), 0, 1), InputError);
  CHECK_THROWS_AS(solve_hypergammon(folder.path(), 4, 1), InputError);
}

}  // namespace
}  // namespace alea::tests
