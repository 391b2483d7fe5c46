#include <algorithm>
#include <set>

#include "nets/features/backgammon.hpp"
#include "tests/catch.hpp"
#include "tests/nets/positions.hpp"

using namespace alea;
using namespace alea::tests;
using F = Features<Backgammon>;
using backgammon::Position;

namespace {

/// The inputs as nets/README.md tells them, from counts.
std::vector<float> told_inputs(const Position& position) {
  std::vector<float> x;
  const auto at_least = [&](int n, int least) { x.push_back(n >= least ? 1.F : 0.F); };
  const auto ramp = [&](int n, int above, float scale) {
    x.push_back(std::max(0.F, static_cast<float>(n - above) / scale));
  };
  for (const auto& side : {position.own, position.their}) {
    for (int point = 1; point <= 24; ++point) {
      const int n = side.count(point);
      x.push_back(n == 1 ? 1.F : 0.F);
      for (const int least : {2, 3, 4}) at_least(n, least);
      ramp(n, 4, 3);
    }
    for (const int least : {1, 2}) at_least(side.count(backgammon::bar), least);
    ramp(side.count(backgammon::bar), 2, 3);
    at_least(side.off(), 1);
    ramp(side.off(), 0, 15);
    ramp(side.off(), 5, 10);
    ramp(side.off(), 10, 5);
  }
  return x;
}

std::vector<int> active_rows(const Position& position) {
  std::vector<int> rows(F::max_active);
  rows.resize(static_cast<std::size_t>(F::active(position, rows)));
  return rows;
}

/// Do the differences of two positions turn the rows of the one into those of the other?
bool leads_to(const Position& from, const Position& to) {
  std::vector<int> removed(F::max_active), added(F::max_active);
  const auto count = row_difference<Backgammon>(from, to, removed, added);
  const auto before = active_rows(from), after = active_rows(to);
  std::set<int> rows(before.begin(), before.end());
  for (int i = 0; i < count.removed; ++i) {
    if (rows.erase(removed[static_cast<std::size_t>(i)]) != 1) return false;
  }
  for (int i = 0; i < count.added; ++i) {
    if (!rows.insert(added[static_cast<std::size_t>(i)]).second) return false;
  }
  return std::equal(rows.begin(), rows.end(), after.begin(), after.end());
}

}  // namespace

TEST_CASE("the inputs of backgammon are what the documentation says") {
  Random random(1, Purpose::test);
  std::vector<float> x(F::inputs);
  float most = 0;
  for (int i = 0; i < 2000; ++i) {
    const Position position = scattered_position(random);
    write_inputs<Backgammon>(position, x);
    const auto told = told_inputs(position);
    REQUIRE(told.size() == x.size());
    for (std::size_t k = 0; k < x.size(); ++k) most = std::max(most, std::abs(x[k] - told[k]));
  }
  CHECK(most < 1e-6F);
}

TEST_CASE("each side of backgammon has fifteen rows, in ascending order") {
  Random random(2, Purpose::test);
  bool good = true;
  for (int i = 0; i < 2000; ++i) {
    const auto rows = active_rows(scattered_position(random));
    const bool ascending = std::ranges::adjacent_find(rows, std::greater_equal<>()) == rows.end();
    const auto own = std::ranges::count_if(rows, [](int row) { return row < F::side_rows; });
    good &= ascending && own == 15 && rows.size() == 30 && rows.front() >= 0 && rows.back() < F::rows;
  }
  CHECK(good);
}

TEST_CASE("passing the turn swaps the two halves of the inputs") {
  Random random(3, Purpose::test);
  bool good = true;
  for (int i = 0; i < 200; ++i) {
    const Position position = scattered_position(random);
    std::vector<float> x(F::inputs), y(F::inputs);
    write_inputs<Backgammon>(position, x);
    write_inputs<Backgammon>(position.flipped(), y);
    std::ranges::rotate(y, y.begin() + F::side_inputs);
    good &= x == y;
  }
  CHECK(good);
}

TEST_CASE("row differences lead from one position to any other") {
  Random random(4, Purpose::test);
  bool good = true;
  Position from = Backgammon::start();
  for (int i = 0; i < 2000; ++i) {
    const Position to = scattered_position(random);
    good &= leads_to(from, to);
    from = to;
  }
  CHECK(good);
  for (const auto& batch : sibling_batches(500, 4)) {
    for (std::size_t i = 1; i < batch.size(); ++i) good &= leads_to(batch[i - 1], batch[i]);
  }
  CHECK(good);
  CHECK(leads_to(from, from));
}
