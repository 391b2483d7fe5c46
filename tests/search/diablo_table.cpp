// Diablo tables against reference values and against looking at everything.
#include "search/tables/diablo_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "search/tables/diablo_solver.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/diablo_model.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/vectors.hpp"

namespace alea::tests {
namespace {

using models::BruteForce;
using models::DiabloModel;

#ifdef NDEBUG
constexpr int most_checkers = 4;
#else
constexpr int most_checkers = 3;  // a fifth of a second instead of some
#endif

template <int N>
int level_of(const diablo::Position<N>& p) {
  return p.own.occupied().count() + p.own.count() + p.their.occupied().count() + p.their.count();
}

/// A table built once in a process, which is once a test where each has its own.
template <int N, diablo::Extent extent>
const DiabloTable<N>& built_table() {
  static const TemporaryFolder folder;
  static const bool built = solve_diablo<N>(folder.path(), extent, 2).finished;
  REQUIRE(built);
  static const DiabloTable<N> table(folder.path());
  return table;
}

const DiabloTable<4>& table4() { return built_table<4, diablo::Extent{.checkers = 3}>(); }
const DiabloTable<4>& larger_table4() { return built_table<4, diablo::Extent{.checkers = most_checkers}>(); }

TEST_CASE("The 2x2 table has every reference value, and Black loses", "[tables]") {
  using G = Diablo<2>;
  const auto& table = built_table<2, diablo::Extent{}>();
  CHECK(table.find(G::start()) == 0.0f);
  const auto rows = read_rows(vector_file("diablo/exact2x2.tsv"));
  REQUIRE(rows.size() == 21);
  for (const Row& row : rows) {
    INFO(row[0]);
    CHECK(table.find(G::parse_position(row[0]).position) == std::stof(row[1]));
  }
}

TEST_CASE("The 4x4 table has every reference value", "[tables]") {
  using G = Diablo<4>;
  const auto rows = read_rows(vector_file("diablo/exact4x4.tsv"));
  REQUIRE(rows.size() == 100);
  int found = 0;
  for (const Row& row : rows) {
    const auto position = G::parse_position(row[0]).position;
    const auto value = larger_table4().find(position);
    found += value.has_value();
    INFO(row[0]);
    CHECK(value.has_value() == (position.own.count() <= most_checkers && position.their.count() <= most_checkers));
    if (value) CHECK(std::abs(*value - std::stod(row[1])) <= 6e-7 + DiabloTable<4>::error_bound(level_of(position)));
    if (value) CHECK(std::abs(*value - std::stod(row[1])) < 1e-5);
  }
  CHECK(found == (most_checkers == 4 ? 100 : 45));
}

/// The model's position that is written the same.
template <int N>
auto model_position(const diablo::Position<N>& position) {
  auto model = DiabloModel<N>::parse_position(Diablo<N>::format_position(position, Side::second)).position;
  model.first_turn = position.first_turn != 0;
  return model;
}

/// Largest error of the table at `count` positions of a slice by looking at everything below them.
template <int N, class Truth>
double largest_excess(const DiabloTable<N>& table, const diablo::Slice& slice, std::uint64_t count, Random& random,
                      Truth&& truth) {
  DiabloTable<N> numbers("");
  const auto index = numbers.index_of(slice);
  double largest = -1;
  for (std::uint64_t i = 0; i < std::min(count, index.size()); ++i) {
    const auto number = count < index.size() ? random.below(static_cast<std::uint32_t>(index.size())) : i;
    const auto position = index.position(number);
    const double error = std::abs(*table.find(position) - truth(position));
    largest = std::max(largest, error - DiabloTable<N>::error_bound(slice.level()));
  }
  return largest;
}

TEST_CASE("Every 2x2 value, and thousands of small 4x4 and 6x6 ones, are those of the plain model", "[tables]") {
  Random random(1, Purpose::test);
  const auto check = [&]<int N>(const DiabloTable<N>& table, const diablo::Extent& extent, std::uint64_t count) {
    BruteForce<DiabloModel<N>> solve;
    const auto truth = [&](const auto& position) { return solve(model_position(position))[DiabloModel<N>::win]; };
    for (const auto& slice : diablo::slices_within(extent, N)) {
      INFO(N << ' ' << slice.name());
      CHECK(largest_excess(table, slice, count, random, truth) <= 1e-6);
    }
  };
  check(built_table<2, diablo::Extent{}>(), {}, 1000);
  check(table4(), {.checkers = 2}, 10'000);
  check(built_table<6, diablo::Extent{.total = 3}>(), {.total = 3}, 40);
}

TEST_CASE("Thousands of 4x4 values are those that the engine's plays give by looking at everything", "[tables]") {
  Random random(2, Purpose::test);
  BruteForce<Diablo<4>> solve;
  const auto truth = [&](const auto& position) { return solve(position)[Diablo<4>::win]; };
  for (const auto& slice : diablo::slices_within({.checkers = 3, .stacks = 4}, 4)) {
    INFO(slice.name());
    CHECK(largest_excess(table4(), slice, 100, random, truth) <= 1e-6);
  }
}

/// One turn's worth of truth: a value is the mean of the best values one turn on.
template <class G>
double one_turn_on(const DiabloTable<G::size>& table, const typename G::Position& position) {
  PlayList<G> plays;
  double mean = 0;
  for (const auto& [roll, probability] : G::rolls(position)) {
    G::plays(position, roll, plays);
    double best = 0;
    for (const auto& after : plays.positions()) best = std::max(best, 1.0 - *table.find(after));
    mean += probability * best;
  }
  return mean;
}

TEST_CASE("Every value is the mean over the rolls of the best value that the engine's plays lead to", "[tables]") {
  Random random(3, Purpose::test);
  DiabloTable<4> numbers("");
  double largest = 0;
  for (const auto& slice : diablo::slices_within({.checkers = most_checkers}, 4)) {
    const auto index = numbers.index_of(slice);
    for (int i = 0; i < 200; ++i) {
      const auto position = index.position(random.below(static_cast<std::uint32_t>(index.size())));
      largest = std::max(largest,
                         std::abs(*larger_table4().find(position) - one_turn_on<Diablo<4>>(larger_table4(), position)));
    }
  }
  CHECK(largest <= 1.5 / win_steps);
}

TEST_CASE("Positions outside a table have no value, finished ones always have", "[tables]") {
  using G = Diablo<4>;
  const auto position = [](const char* text) { return G::parse_position(text).position; };
  CHECK(!table4().find(G::start()));
  CHECK(!table4().find(position("b5.../..../..../g... b")));
  CHECK(table4().find(position("b8.../..../..../.... b")) == 1.0f);
  CHECK(table4().find(position("b8.../..../..../.... g")) == 0.0f);
}

TEST_CASE("The evaluator of a table alone refuses positions outside it", "[tables]") {
  using G = Diablo<4>;
  ExactEvaluator<G> exact(std::shared_ptr<const ExactTable<G>>(&table4(), [](const auto*) {}));
  const auto inside = G::parse_position("..../b.gb/..bg2/.... b").position;
  CHECK(exact.evaluate_one(inside)[G::win] == Approx(0.744873).margin(1e-5));
  CHECK(exact.clone()->evaluate_one(inside) == exact.evaluate_one(inside));
  CHECK_THROWS_AS(exact.evaluate_one(G::start()), InputError);
}

/// Says 0.25 of everything, and counts.
class CountingQuarter final : public Evaluator<Diablo<4>> {
 public:
  explicit CountingQuarter(std::size_t& asked) : asked_(asked) {}
  void evaluate(std::span<const Diablo<4>::Position> positions, std::span<RollerValue<Diablo<4>>> values) override {
    asked_ += positions.size();
    std::ranges::fill(values, RollerValue<Diablo<4>>{{0.25f, 0.75f}});
  }
  std::unique_ptr<Evaluator> clone() const override { return std::make_unique<CountingQuarter>(asked_); }

 private:
  std::size_t& asked_;
};

TEST_CASE("A table in front of an evaluator answers what it knows, the other one the rest", "[tables]") {
  using G = Diablo<4>;
  std::size_t asked = 0;
  WithTable<G> evaluator(std::make_unique<CountingQuarter>(asked), {&table4(), [](const auto*) {}});
  const auto inside = G::parse_position("..../b.gb/..bg2/.... b").position, outside = G::start();
  std::vector<RollerValue<G>> values(3);
  const auto ask = [&](std::vector<G::Position> positions) { evaluator.evaluate(positions, values); };
  ask({outside, inside, outside});
  CHECK(asked == 2);
  CHECK(values[0][G::win] == 0.25f);
  CHECK(values[1][G::win] == Approx(0.744873).margin(1e-5));
  CHECK(values[2][G::lose] == 0.75f);
  ask({inside, inside, inside});
  CHECK(asked == 2);
  ask({outside, outside, outside});
  CHECK(asked == 5);
  CHECK(values[1][G::win] == 0.25f);
}

}  // namespace
}  // namespace alea::tests
