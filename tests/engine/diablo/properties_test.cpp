// What must hold for every turn, in random games.
#include <cstring>
#include <set>

#include "tests/catch.hpp"
#include "tests/engine/diablo/sizes.hpp"

namespace alea::tests {
namespace {

template <class G>
using Bytes = std::array<unsigned char, sizeof(typename G::Position)>;

template <class G>
Bytes<G> bytes_of(const typename G::Position& position) {
  Bytes<G> bytes;
  std::memcpy(bytes.data(), &position, sizeof position);
  return bytes;
}

template <class G>
std::vector<Bytes<G>> sorted_bytes(const PlayList<G>& list, int symmetry = 0) {
  std::vector<Bytes<G>> all;
  for (const auto& position : list.positions()) all.push_back(bytes_of<G>(G::symmetry(position, symmetry)));
  std::sort(all.begin(), all.end());
  return all;
}

template <class G>
int stacks_and_checkers(const typename G::Position& p) {
  return p.own.occupied().count() + p.their.occupied().count() + p.own.count() + p.their.count();
}

TEMPLATE_TEST_CASE("Results are distinct, never overlap, and bring the end nearer", "", Diablo<2>, Diablo<4>, Diablo<6>,
                   Diablo<8>, Diablo<10>) {
  using G = TestType;
  int failures = 0;
  play_random_games<G>(G::size <= 4   ? 30
                       : G::size <= 8 ? 2
                                      : 1,
                       [&](const auto& position, Side, Dice dice, const auto& list) {
                         failures += list.empty() || G::count_plays(position, dice) != list.size();
                         const auto all = sorted_bytes(list);
                         failures += std::adjacent_find(all.begin(), all.end()) != all.end();
                         for (const auto& after : list.positions()) {
                           failures += (after.own.occupied() & after.their.occupied()).any() || after.first_turn != 0;
                           failures += stacks_and_checkers<G>(after) >= stacks_and_checkers<G>(position);
                         }
                       });
  CHECK(failures == 0);
}

TEMPLATE_TEST_CASE("Every listed play is legal action by action and leads to its position", "", Diablo<2>, Diablo<4>,
                   Diablo<6>, Diablo<8>, Diablo<12>, Diablo<16>) {
  using G = TestType;
  int turn = 0, failures = 0;
  play_random_games<G>(G::size <= 4 ? 20 : 1, [&](const auto& position, Side, Dice dice, const auto& list) {
    const std::size_t stride = 1 + list.size() / (G::size <= 8 ? 60 : 3);
    for (std::size_t i = static_cast<std::size_t>(turn++) % stride; i < list.size(); i += stride) {
      failures += G::find_play(position, dice, list, G::format_play(position, dice, list.play(i))) != i;
    }
  });
  CHECK(turn > 0);
  CHECK(failures == 0);
}

TEMPLATE_TEST_CASE("The plays of a mirrored or turned board are the mirrored or turned plays", "", Diablo<2>, Diablo<4>,
                   Diablo<6>, Diablo<10>) {
  using G = TestType;
  int turn = 0, failures = 0;
  PlayList<G> mirrored;
  play_random_games<G>(G::size <= 4 ? 20 : 1, [&](const auto& position, Side, Dice dice, const auto& list) {
    const int k = turn++ % G::symmetries;
    G::plays(G::symmetry(position, k), dice, mirrored);
    failures += sorted_bytes(mirrored) != sorted_bytes(list, k);
  });
  CHECK(failures == 0);
}

TEST_CASE("The eight symmetries are the identity and seven others, and keep the first turn") {
  using G = Diablo<4>;
  const auto position = G::parse_position("b2.../g.../..../.... b").position;
  CHECK(G::symmetry(position, 0) == position);
  std::set<Bytes<G>> images;
  for (int k = 0; k < G::symmetries; ++k) {
    images.insert(bytes_of<G>(G::symmetry(position, k)));
    CHECK(G::symmetry(G::start(), k).first_turn == 1);
  }
  CHECK(images.size() == 8);
}

TEMPLATE_TEST_CASE("Positions survive being written and read, from either side", "", Diablo<2>, Diablo<4>, Diablo<6>,
                   Diablo<8>, Diablo<16>) {
  using G = TestType;
  int failures = 0;
  play_random_games<G>(G::size <= 4 ? 20 : 1, [&](const auto& position, Side side, Dice, const auto&) {
    const auto read = G::parse_position(G::format_position(position, side));
    failures += !(read.position == position) || read.to_move != side;
    failures += !(diablo::from_grid<G::size>(diablo::to_grid(position), position.first_turn) == position);
    if (position.first_turn) return;
    const auto recoloured = G::parse_position(G::format_position(position, other(side)));
    failures += !(recoloured.position == position) || recoloured.to_move != other(side);
  });
  CHECK(failures == 0);
}

TEST_CASE("Probabilities of the rolls sum to one, on dice of N/2 faces") {
  const auto check = []<class G>() {
    double sum = 0;
    for (const auto& [dice, probability] : G::rolls(G::start())) {
      sum += probability;
      CHECK(dice.high <= G::faces);
    }
    CHECK(sum == Approx(1));
    CHECK(G::rolls(G::start()).size() == static_cast<std::size_t>(G::faces * (G::faces + 1) / 2));
    CHECK(G::opening_rolls(G::start()).size() == G::rolls(G::start()).size());
  };
  check.template operator()<Diablo<2>>();
  check.template operator()<Diablo<6>>();
  check.template operator()<Diablo<16>>();
}

}  // namespace
}  // namespace alea::tests
