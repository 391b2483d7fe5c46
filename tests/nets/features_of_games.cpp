// What the features of every game must keep, whatever they are.
#include <algorithm>
#include <vector>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "nets/input_basis.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"

using namespace alea;

namespace {

/// Positions of random games, half of them from random starts where the game has such.
template <Game G>
std::vector<typename G::Position> positions_of_play(int games, std::uint64_t seed) {
  std::vector<typename G::Position> positions;
  PlayList<G> plays;
  for (int game = 0; game < games; ++game) {
    Random dice(seed, Purpose::test, 0, static_cast<std::uint64_t>(game));
    typename G::Position start = G::start(dice);
    if constexpr (HasRandomStart<G>) {
      if (game % 2 == 1) start = G::random_start(dice);
    }
    play_game<G>(
        start, Side::first, dice, plays, 200,
        [&](Side, const auto&, const auto&, const auto& list) {
          return dice.below(static_cast<std::uint32_t>(list.size()));
        },
        [&](Side, const auto& position, const auto&, const auto&, std::size_t) { positions.push_back(position); });
  }
  return positions;
}

template <HasFeatures G>
void check_rows() {
  using F = Features<G>;
  int bad = 0;
  for (const auto& position : positions_of_play<G>(G::statistics == 2 ? 20 : 60, 1)) {
    std::vector<int> rows(F::max_active, -1);
    rows.resize(static_cast<std::size_t>(F::active(position, rows)));
    const bool ascending = std::ranges::adjacent_find(rows, std::ranges::greater_equal()) == rows.end();
    bad += rows.empty() || !ascending || rows.front() < 0 || rows.back() >= F::rows;
  }
  INFO(G::name());
  CHECK(bad == 0);
}

/// Rows and inputs tell the same positions apart: a row that adds nothing would be learned by nobody.
template <HasFeatures G>
void check_basis() {
  using F = Features<G>;
  int empty = 0;
  for (int row = 0; row < F::rows; ++row) {
    std::vector<float> x(F::inputs);
    F::add_basis(row, x);
    empty += std::ranges::all_of(x, [](float v) { return v == 0; });
  }
  INFO(G::name());
  CHECK(empty <= 2);  // a number that is 0 may add nothing
  const auto positions = positions_of_play<G>(4, 2);
  const InputBasis& basis = InputBasis::of<G>();
  std::vector<float> x(F::inputs), y(F::inputs), by_lists(F::inputs, -1);
  int confused = 0, unequal = 0;
  for (std::size_t i = 1; i < positions.size(); ++i) {
    write_inputs<G>(positions[i - 1], x);
    write_inputs<G>(positions[i], y);
    confused += !(positions[i - 1] == positions[i]) && x == y;
    basis.write<G>(positions[i], by_lists);
    unequal += by_lists != y;
  }
  CHECK(confused == 0);
  CHECK(unequal == 0);
}

}  // namespace

TEST_CASE("the active rows of every game are ascending and within the table") {
#define ALEA_CHECK(G) check_rows<G>();
  ALEA_FOR_EACH_LEARNED_GAME(ALEA_CHECK)
#undef ALEA_CHECK
}

TEST_CASE("every row of every game adds to the inputs, and different positions differ in them") {
#define ALEA_CHECK(G) check_basis<G>();
  ALEA_FOR_EACH_LEARNED_GAME(ALEA_CHECK)
#undef ALEA_CHECK
}

TEST_CASE("DVONN's mobility in the features is what the rules list") {
  using F = Features<Dvonn>;
  int different = 0;
  dvonn::Plays plays;
  for (const auto& position : positions_of_play<Dvonn>(60, 3)) {
    if (position.phase() == dvonn::Phase::placement) continue;
    dvonn::list_plays(position, plays);
    dvonn::Bits from = 0, to = 0;
    int moves = 0;
    for (const auto& play : plays.all()) {
      if (play.is_pass()) continue;
      from |= dvonn::bit(play.from), to |= dvonn::bit(play.to), ++moves;
    }
    const auto own = dvonn::mobilities(position).own;
    const auto turned = dvonn::mobilities(position.flipped()).their;
    different += own.stacks != from || own.targets != to || own.moves != moves;
    different += turned.stacks != own.stacks || turned.targets != own.targets || turned.moves != own.moves;
  }
  CHECK(different == 0);
  CHECK(std::size_t{F::counts} == F::greatest.size());
}

namespace {

/// Threats found stack by stack.
template <int N>
diablo::Threats<N> slow_threats(const diablo::Stacks<N>& mine, const diablo::Stacks<N>& other) {
  diablo::Threats<N> result;
  constexpr int steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int from = 0; from < N * N; ++from) {
    if (mine.height(from) == 0) continue;
    for (int face = 1; face <= N / 2; ++face) {
      for (const auto& step : steps) {
        const int column = from % N + face * step[0], row = from / N + face * step[1];
        if (column < 0 || column >= N || row < 0 || row >= N) continue;
        const int to = column + N * row;
        const auto i = static_cast<std::size_t>(face - 1);
        result.merges[i] += mine.height(to) > 0;
        if (other.height(to) == 0 || other.height(to) > mine.height(from)) continue;
        ++result.captures[i];
        result.taken[i] |= diablo::Squares<N>::of(to);
      }
    }
  }
  return result;
}

template <int N>
bool same(const diablo::Threats<N>& a, const diablo::Threats<N>& b) {
  return a.merges == b.merges && a.captures == b.captures && a.taken == b.taken;
}

template <int N>
void check_threats() {
  int different = 0;
  for (const auto& position : positions_of_play<Diablo<N>>(20, 4)) {
    const auto [own, their] = diablo::threats(position);
    different += !same(own, slow_threats<N>(position.own, position.their));
    different += !same(their, slow_threats<N>(position.their, position.own));
    different += !same(own, diablo::threats_of(position.own, position.their));
  }
  INFO(Diablo<N>::name());
  CHECK(different == 0);
}

}  // namespace

TEST_CASE("Diablo's threats in all directions at once are those found stack by stack") {
  check_threats<2>();
  check_threats<4>();
  check_threats<6>();
  check_threats<8>();
  check_threats<10>();
}
