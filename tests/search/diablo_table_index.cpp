// The index of Diablo tables: every position has one, symmetric positions the same, others different ones.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "search/tables/diablo_table.hpp"
#include "search/tables/subsets.hpp"
#include "search/tables/win_code.hpp"
#include "tests/catch.hpp"

namespace alea::tests {
namespace {

using diablo::Extent;
using diablo::Slice;

TEST_CASE("Subsets of one size are numbered from 0 without gaps, in ascending order") {
  for (int size = 0; size <= 8; ++size) {
    std::uint32_t next = 0;
    int failures = 0;
    for (std::uint64_t subset = 0; subset < 1 << 13; ++subset) {
      if (std::popcount(subset) != size) continue;
      failures +=
          subset_rank<16>(subset) != next || subset_rank(subset) != next || subset_of_rank(next, size) != subset;
      ++next;
    }
    CHECK(failures == 0);
    CHECK(next == binomial(13, size));
  }
  CHECK(subset_rank(std::uint64_t{0xff} << 32) + 1 == binomial(39, 8) + binomial(39, 7));  // C(40, 8), the last
}

TEST_CASE("Bits gathered at a mask and scattered again are what they were") {
  CHECK(gather_bits(0b110101, 0b011100) == 0b101);
  CHECK(scatter_bits(0b101, 0b011100) == 0b010100);
}

TEST_CASE("Codes of probabilities are the nearest, and 0 and 1 are theirs alone") {
  CHECK(encode_win(0, 4) == lost_code);
  CHECK(encode_win(4 * win_steps, 4) == won_code);
  CHECK(win_probability(lost_code) == 0);
  CHECK(win_probability(won_code) == 1);
  CHECK(encode_win(1, 36) == 1);
  CHECK(encode_win(36 * win_steps - 1, 36) == won_code - 1);
  int failures = 0;
  for (std::int64_t numerator = 4; numerator <= 4 * (win_steps - 2); ++numerator) {
    failures += std::abs(4 * decode_win(encode_win(numerator, 4)) - numerator) > 2;
  }
  CHECK(failures == 0);
}

template <class Position>
using Bytes = std::array<unsigned char, sizeof(Position)>;

template <class Position>
Bytes<Position> bytes_of(const Position& position) {
  Bytes<Position> bytes;
  std::memcpy(bytes.data(), &position, sizeof position);
  return bytes;
}

/// The first of the symmetric positions by bytes: which class a position is of.
template <class G>
Bytes<typename G::Position> class_of(const typename G::Position& position) {
  auto least = bytes_of(position);
  for (int k = 1; k < G::symmetries; ++k) least = std::min(least, bytes_of(G::symmetry(position, k)));
  return least;
}

/// Calls visit(position) for every position with `own` and `their` checkers at most.
template <class G, class Visit>
void for_each_position(int own, int their, int square, diablo::Grid& grid, Visit&& visit) {
  if (square == G::size * G::size) {
    const auto position = diablo::from_grid<G::size>(grid, false);
    if (!G::finished(position)) visit(position);
    return;
  }
  for (int height = -their; height <= own; ++height) {
    grid[square] = static_cast<std::int16_t>(height);
    for_each_position<G>(own - std::max(height, 0), their + std::min(height, 0), square + 1, grid, visit);
  }
  grid[square] = 0;
}

template <class G>
Slice slice_of(const typename G::Position& position) {
  return {{position.own.occupied().count(), position.own.count()},
          {position.their.occupied().count(), position.their.count()}};
}

/// Every position of an extent through its index: what `all` says about each class and each number.
template <class G>
void check_index(int own, int their) {
  DiabloTable<G::size> table("");
  std::map<Slice, std::map<std::uint64_t, Bytes<typename G::Position>>> classes;
  int failures = 0;
  diablo::Grid grid(G::size);
  for_each_position<G>(own, their, 0, grid, [&](const auto& position) {
    const Slice slice = slice_of<G>(position);
    const auto index = table.index_of(slice);
    const std::uint64_t number = index.find(position);
    failures += number >= index.size();
    const auto [known, first] = classes[slice].try_emplace(number, class_of<G>(position));
    failures += known->second != class_of<G>(position);                           // distinct classes are distinct,
    if (first) failures += class_of<G>(index.position(number)) != known->second;  // and come back
  });
  CHECK(failures == 0);
  std::uint64_t classes_found = 0, numbers = 0;
  for (const auto& [slice, known] : classes) {
    std::set<Bytes<typename G::Position>> distinct;
    for (const auto& [number, bytes] : known) distinct.insert(bytes);
    INFO(slice.name());
    CHECK(distinct.size() == known.size());  // symmetric positions are equal
    classes_found += known.size();
    numbers += table.index_of(slice).size();
  }
  if (G::size > 2) CHECK(classes_found * 20 >= numbers * 19);  // few numbers are not used
}

TEST_CASE("Positions of 2x2, 4x4 and 6x6 are numbered by class", "[tables]") {
  check_index<Diablo<2>>(2, 2);
  check_index<Diablo<4>>(2, 3);
  check_index<Diablo<4>>(3, 2);
  check_index<Diablo<6>>(2, 1);
  check_index<Diablo<6>>(1, 2);
}

template <class G>
int count_symmetry_failures(int checkers, int positions) {
  DiabloTable<G::size> table("");
  Random random(1, Purpose::test);
  int failures = 0;
  for (int i = 0; i < positions; ++i) {
    diablo::Grid grid(G::size);
    for (const int sign : {1, -1}) {
      for (int left = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(checkers))); left > 0; --left) {
        const int square = static_cast<int>(random.below(G::size * G::size));
        if (grid[square] * sign >= 0) grid[square] = static_cast<std::int16_t>(grid[square] + sign);
      }
    }
    const auto position = diablo::from_grid<G::size>(grid, false);
    if (G::finished(position)) continue;
    const auto index = table.index_of(slice_of<G>(position));
    const std::uint64_t number = index.find(position);
    failures += number >= index.size() || class_of<G>(index.position(number)) != class_of<G>(position);
    for (int k = 1; k < G::symmetries; ++k) failures += index.find(G::symmetry(position, k)) != number;
  }
  return failures;
}

TEST_CASE("Random larger positions come back from their numbers, which their images share", "[tables]") {
  CHECK(count_symmetry_failures<Diablo<4>>(8, 5'000) == 0);
  CHECK(count_symmetry_failures<Diablo<6>>(3, 2'000) == 0);
}

TEST_CASE("The first turn of a game has numbers of its own", "[tables]") {
  DiabloTable<4> table("");
  auto position = Diablo<4>::start();
  const auto index = table.index_of(slice_of<Diablo<4>>(position));
  const std::uint64_t first = index.find(position);
  CHECK(index.position(first).first_turn == 1);
  position.first_turn = 0;
  const std::uint64_t later = index.find(position);
  CHECK(first == later + index.size() / 2);
  CHECK(index.position(later).first_turn == 0);
}

TEST_CASE("The extents of tables are as many classes as they are said to be", "[tables]") {
  const auto count = []<int N>(const Extent& extent) {
    DiabloTable<N> table("");
    std::uint64_t sum = 0;
    for (const Slice& slice : diablo::slices_within(extent, N)) sum += table.index_of(slice).size();
    return sum;
  };
  CHECK(count.operator()<4>({.checkers = 6}) == 159'812'723);
  CHECK(count.operator()<4>({}) == 6'798'666'180);
  CHECK(count.operator()<6>({.total = 4}) == 126'351);
  CHECK(diablo::estimated_positions(diablo::slices_within({}, 4), 4) == Approx(6.8e9).epsilon(0.01));
}

}  // namespace
}  // namespace alea::tests
