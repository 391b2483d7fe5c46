// The DVONN board in one 64-bit word: spaces, directions, jumps, neighbourhoods, connectivity, symmetries.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace alea::dvonn {

/// A set of spaces. Bit = 11 * (row - 1) + column, with A = 0 .. K = 10:
///
///              A   B   C   D   E   F   G   H   I
///        1   0   1   2   3   4   5   6   7   8   J
///      2  11  12  13  14  15  16  17  18  19  20   K
///    3  22  23  24  25  26  27  28  29  30  31  32
///      4  34  35  36  37  38  39  40  41  42  43
///        5  46  47  48  49  50  51  52  53  54
///
/// The six directions are shifts: 1 along a row, 11 along a column, 12 across both, and back. The hexagon's cut corners
/// (bits 9, 10, 21 and 33, 44, 45) are padding enough: a step off the board ends on one of them or outside the 55 bits,
/// so a step needs no mask but `board`. Longer jumps do: see `landings`.
using Bits = std::uint64_t;

inline constexpr int rows = 5;
inline constexpr int columns = 11;
inline constexpr int spaces = 49;
inline constexpr int space_end = rows * columns;  ///< one more than the highest bit of a space
inline constexpr std::array<int, rows> first_column{0, 0, 0, 1, 2};
inline constexpr std::array<int, rows> last_column{8, 9, 10, 10, 10};
inline constexpr int longest_jump = 10;  ///< A3 to K3: no higher stack can ever move

constexpr Bits bit(int space) { return Bits{1} << space; }
constexpr int lowest(Bits set) { return std::countr_zero(set); }

constexpr bool on_board(int column, int row) {
  if (row < 0 || row >= rows) return false;
  const auto r = static_cast<std::size_t>(row);
  return column >= first_column[r] && column <= last_column[r];
}
constexpr int space_at(int column, int row) { return columns * row + column; }
constexpr int column_of(int space) { return space % columns; }
constexpr int row_of(int space) { return space / columns; }

/// The spaces of one row, 0 to 4.
constexpr Bits row_mask(int row) {
  const auto r = static_cast<std::size_t>(row);
  return (bit(last_column[r] + 1) - bit(first_column[r])) << (columns * row);
}
inline constexpr Bits board = row_mask(0) | row_mask(1) | row_mask(2) | row_mask(3) | row_mask(4);

/// Shifts of the three axes: each is two opposite directions.
inline constexpr std::array<int, 3> axes{1, columns, columns + 1};

namespace board_detail {

/// forward[axis][length]: the spaces from which a jump of `length` up the axis (towards higher bits) stays on the
/// board.
constexpr auto forward_sources() {
  std::array<std::array<Bits, longest_jump + 1>, 3> sources{};
  constexpr std::array<int, 3> column_step{1, 0, 1}, row_step{0, 1, 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (int length = 1; length <= longest_jump; ++length) {
      for (int space = 0; space < space_end; ++space) {
        const int column = column_of(space), row = row_of(space);
        const bool stays = on_board(column + length * column_step[axis], row + length * row_step[axis]);
        if (on_board(column, row) && stays) sources[axis][static_cast<std::size_t>(length)] |= bit(space);
      }
    }
  }
  return sources;
}
inline constexpr auto forward = forward_sources();

}  // namespace board_detail

/// Calls visit(ahead, behind) for each axis that a jump of `length` fits on: the spaces that stacks on `from` reach up
/// and down the axis. Each bit of a result is one jump: two stacks never reach one space in one direction.
template <class Visit>
constexpr void each_jump(Bits from, int length, Visit&& visit) {
  const std::size_t fitting = length < rows ? 3 : 1;  // only rows are longer than the board is high
  for (std::size_t axis = 0; axis < fitting; ++axis) {
    const Bits sources = board_detail::forward[axis][static_cast<std::size_t>(length)];
    const int shift = axes[axis] * length;
    visit((from & sources) << shift, (from >> shift) & sources);
  }
}

/// Every space that some stack on `from` reaches by a jump of `length`, 1 to 10, on the empty board.
constexpr Bits landings(Bits from, int length) {
  Bits reached = 0;
  each_jump(from, length, [&](Bits ahead, Bits behind) { reached |= ahead | behind; });
  return reached;
}

/// All spaces next to a space of `set`, with padding bits: to be masked with a set of spaces.
constexpr Bits neighbours(Bits set) {
  return set << 1 | set >> 1 | (set | set << 1) << columns | (set | set >> 1) >> columns;
}

/// What the six neighbours of each space say, for the whole board at once.
struct Surroundings {
  /// Spaces whose six neighbours all exist and are occupied.
  Bits surrounded = 0;
  /// Spaces whose occupied neighbours form two or three separate groups on the ring around them: only a stack that
  /// leaves one of these can disconnect others.
  Bits bridges = 0;
};

constexpr Surroundings surroundings(Bits occupied) {
  // The ring in its cyclic order; ring[i] holds a space if that neighbour of it is occupied.
  const std::array<Bits, 6> ring{occupied >> 1, occupied >> (columns + 1), occupied >> columns,
                                 occupied << 1, occupied << (columns + 1), occupied << columns};
  Surroundings result{board, 0};
  Bits once = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const Bits group_ends = ring[i] & ~ring[(i + 1) % 6];
    result.surrounded &= ring[i];
    result.bridges |= once & group_ends;
    once |= group_ends;
  }
  result.bridges &= board;
  return result;
}

/// The spaces of `region` that are connected within it to a seed, and the seeds.
constexpr Bits connected(Bits seeds, Bits region) {
  for (Bits reached = seeds;;) {
    const Bits grown = reached | (neighbours(reached) & region);
    if (grown == reached) return reached;
    reached = grown;
  }
}

/// A set of spaces seen through symmetry k of the board: 0 identity, 1 half turn, 2 rows swapped (1 with 5), 3 both,
/// which is left and right swapped. Each is its own inverse.
constexpr Bits symmetry(Bits set, int k) {
  if (k & 1) {  // the half turn sends bit b to bit 54 - b
    Bits reversed = 0;
    for (Bits left = set; left != 0; left &= left - 1) reversed |= bit(space_end - 1 - lowest(left));
    set = reversed;
  }
  if (k & 2) {  // row r goes to row 4 - r and, the board being slanted, 2 - r columns to the right
    set = (set & row_mask(0)) << 46 | (set & row_mask(1)) << 23 | (set & row_mask(2)) | (set & row_mask(3)) >> 23 |
          (set & row_mask(4)) >> 46;
  }
  return set;
}

/// "A1" to "K5"; nothing for another text or a space off the board. Reads either case, writes upper case.
std::optional<int> parse_space(std::string_view text);
std::string space_name(int space);

}  // namespace alea::dvonn
