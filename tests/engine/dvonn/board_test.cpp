// The DVONN board: spaces, jumps, neighbourhoods, connectivity, symmetries.
#include <array>
#include <bit>

#include "engine/dvonn/stack_groups.hpp"
#include "tests/engine/dvonn/helpers.hpp"

using namespace alea;
using namespace alea::dvonn;
using alea::tests::space;

namespace {

Bits neighbours_of(int space) { return neighbours(bit(space)) & board; }

/// Some of the board's sets of spaces, dense and sparse.
Bits random_set(Random& random) {
  const auto word = [&] { return std::uint64_t{random()} << 32 | random(); };
  const Bits set = random.below(2) ? word() : word() & word();
  return set & board;
}

}  // namespace

TEST_CASE("The board has 49 spaces, 24 on the edge and 25 inside, and 120 adjacencies") {
  std::array<int, 7> with_neighbours{};
  int adjacent = 0;
  each_space(board, [&](int space) {
    const int n = std::popcount(neighbours_of(space));
    ++with_neighbours[static_cast<std::size_t>(n)];
    adjacent += n;
  });
  CHECK(std::popcount(board) == spaces);
  CHECK(with_neighbours == std::array<int, 7>{0, 0, 0, 6, 18, 0, 25});
  CHECK(adjacent == 2 * 120);
}

TEST_CASE("Jumps of length 1 to 10 have 240, 186, 132, 86, 48, 38, 28, 18, 8 and 2 landings") {
  constexpr std::array<int, 11> expected{0, 240, 186, 132, 86, 48, 38, 28, 18, 8, 2};
  for (int length = 1; length <= longest_jump; ++length) {
    CAPTURE(length);
    int one_by_one = 0, all_at_once = 0;
    each_space(board, [&](int from) { one_by_one += std::popcount(landings_from(from, length)); });
    each_jump(board, length, [&](Bits ahead, Bits behind) {
      all_at_once += std::popcount(ahead) + std::popcount(behind);
      CHECK(((ahead | behind) & ~board) == 0);
    });
    CHECK(one_by_one == expected[static_cast<std::size_t>(length)]);
    CHECK(all_at_once == expected[static_cast<std::size_t>(length)]);
  }
  CHECK(landings_from(space("A3"), 10) == bit(space("K3")));
}

TEST_CASE("A1 touches A2, B1 and B2, and F3 its six neighbours") {
  CHECK(neighbours_of(space("A1")) == (bit(space("A2")) | bit(space("B1")) | bit(space("B2"))));
  CHECK(neighbours_of(space("F3")) == (bit(space("E3")) | bit(space("G3")) | bit(space("F2")) | bit(space("F4")) |
                                       bit(space("E2")) | bit(space("G4"))));
}

TEST_CASE("Columns J and K are J2 to J5 and K3 to K5") {
  for (const char* name : {"A1", "I1", "A2", "J2", "A3", "K3", "B4", "K4", "C5", "K5", "j2", "k3"}) {
    CAPTURE(name);
    REQUIRE(parse_space(name));
  }
  for (const char* name : {"J1", "K1", "K2", "A4", "A5", "B5", "L3", "A0", "A6", "", "A", "A11", "11", "@1"}) {
    CAPTURE(name);
    CHECK_FALSE(parse_space(name));
  }
  each_space(board, [](int space) { CHECK(parse_space(space_name(space)) == space); });
}

TEST_CASE("Exactly the inside spaces of a full board are surrounded, and none is a bridge") {
  const Surroundings full = surroundings(board);
  CHECK(std::popcount(full.surrounded) == 25);
  CHECK((full.surrounded & (row_mask(0) | row_mask(4))) == 0);
  CHECK(full.bridges == 0);
}

TEST_CASE("Surroundings agree with walking around each space") {
  Random random(1, Purpose::test);
  int wrong = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Bits occupied = random_set(random);
    const Surroundings found = surroundings(occupied);
    each_space(board, [&](int s) {
      const Bits around = neighbours_of(s);
      const bool surrounded = std::popcount(around) == 6 && (around & ~occupied) == 0;
      int groups = 0;
      for (Bits left = around & occupied; left != 0; ++groups) {
        left &= ~connected(left & -left, around & occupied);
      }
      wrong += surrounded != ((found.surrounded & bit(s)) != 0);
      wrong += (groups >= 2) != ((found.bridges & bit(s)) != 0);
    });
  }
  CHECK(wrong == 0);
}

TEST_CASE("The four symmetries map the board onto itself, keep neighbours and undo themselves") {
  CHECK(symmetry(bit(space("A1")), 0) == bit(space("A1")));
  CHECK(symmetry(bit(space("A1")), 1) == bit(space("K5")));
  CHECK(symmetry(bit(space("A1")), 2) == bit(space("C5")));
  CHECK(symmetry(bit(space("A1")), 3) == bit(space("I1")));
  Random random(2, Purpose::test);
  int wrong = 0;
  for (int k = 0; k < 4; ++k) {
    CHECK(symmetry(board, k) == board);
    for (int trial = 0; trial < 500; ++trial) {
      const Bits set = random_set(random);
      wrong += symmetry(symmetry(set, k), k) != set;
      wrong += symmetry(neighbours(set) & board, k) != (neighbours(symmetry(set, k)) & board);
      for (int length = 1; length <= longest_jump; ++length) {
        wrong += symmetry(landings(set, length), k) != landings(symmetry(set, k), length);
      }
    }
  }
  CHECK(wrong == 0);
}
