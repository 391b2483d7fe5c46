// Small boards solved by plain recursion: rules, values and sides together must be right.
#include <map>

#include "tests/catch.hpp"
#include "tests/engine/diablo/sizes.hpp"
#include "tests/vectors.hpp"

namespace alea::tests {
namespace {

/// The probability that the player about to roll wins, by perfect play; remembers what it has solved.
template <class G>
class Solver {
 public:
  double win(const typename G::Position& position) {
    if (const auto result = G::result(position)) return (*result)[G::win];
    const std::string key = G::format_position(position);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    double value = 0;
    for (const auto& [dice, probability] : G::rolls(position)) {
      const PlayList<G> list = plays_of<G>(position, dice);
      double best = 0;
      for (const auto& after : list.positions()) best = std::max(best, 1 - win(after));
      value += probability * best;
    }
    return known_[key] = value;
  }

 private:
  std::map<std::string, double> known_;
};

TEST_CASE("On 2x2 the first player loses, and every reference value is right") {
  using G = Diablo<2>;
  Solver<G> solver;
  CHECK(solver.win(G::start()) == 0);
  const auto rows = read_rows(vector_file("diablo/exact2x2.tsv"));
  REQUIRE(rows.size() == 21);
  for (const Row& row : rows) {
    INFO(row[0]);
    CHECK(solver.win(G::parse_position(row[0]).position) == std::stod(row[1]));
  }
}

TEST_CASE("On 4x4 positions with at most two checkers a side have the reference values") {
  using G = Diablo<4>;
  Solver<G> solver;
  int checked = 0;
  const auto rows = read_rows(vector_file("diablo/exact4x4.tsv"));
  REQUIRE(rows.size() == 100);
  for (const Row& row : rows) {
    const auto position = G::parse_position(row[0]).position;
    if (position.own.count() > 2 || position.their.count() > 2) continue;
    INFO(row[0]);
    CHECK(solver.win(position) == Approx(std::stod(row[1])).margin(6e-7));
    ++checked;
  }
  CHECK(checked >= 5);
}

}  // namespace
}  // namespace alea::tests
