#include "engine/dvonn/random_play.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "engine/dvonn/jump_lanes.hpp"
#include "engine/dvonn/mover.hpp"
#include "engine/dvonn/stack_groups.hpp"

namespace alea::dvonn {

namespace {

/// The bit of `set` that has `rank` lower ones.
int nth_space(Bits set, unsigned rank) {
#ifdef __BMI2__
  return lowest(_pdep_u64(bit(static_cast<int>(rank)), set));
#else
  while (rank-- > 0) set &= set - 1;
  return lowest(set);
#endif
}

struct Jump {
  int from, to, length;
};

/// A stack of height 1 has at most five moves, six neighbours blocking it. Of the higher ones this many have six.
constexpr int stacks_with_six_moves() {
  int stacks = 0;
  for (int length = 2; length <= longest_jump; ++length) {
    each_space(board, [&](int from) { stacks += std::popcount(landings(bit(from), length)) == 6; });
  }
  return stacks;
}
/// So the sums of a player's moves fit into the low seven bits of a byte.
static_assert(5 * pieces_per_colour + stacks_with_six_moves() < 128);

constexpr std::uint64_t every_byte = 0x0101010101010101;

constexpr std::size_t lanes = 2 * jump_lanes;  ///< up the board, then down

/// All moves of one player, not listed: in each lane a bit for each move, on the space it lands on. Columns are every
/// eighth lane, one of each vector.
class Jumps {
 public:
  Jumps(const Position& position, Bits movers, Bits occupied) {
    const StackLanes stacks(position, movers);
    for (std::size_t i = 0; i < jump_lanes; ++i) {
      const Bits from = stacks.of_length[i], source = jump_table.sources[i], shift = jump_table.shift[i];
      landed_[i] = (from & source) << shift & occupied;
      landed_[jump_lanes + i] = from >> shift & source & occupied;
    }
    for (std::size_t i = 0; i < lanes; ++i) count_[i] = static_cast<std::uint64_t>(std::popcount(landed_[i]));
    std::uint64_t column_sizes = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      column_sizes += (count_[i] + count_[8 + i] + count_[16 + i] + count_[24 + i] + count_[32 + i] + count_[40 + i])
                      << 8 * i;
    }
    through_column_ = column_sizes * every_byte;
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(through_column_ >> 56); }

  /// Move number `index`, counted column by column.
  Jump operator[](std::uint32_t index) const {
    // The high bit of a byte survives where no more than `index` moves are in the columns up to that one.
    constexpr std::uint64_t high = every_byte << 7;
    auto lane = static_cast<std::size_t>(std::popcount(((index * every_byte | high) - through_column_) & high));
    index -= static_cast<std::uint32_t>(through_column_ << 8 >> 8 * lane & 0xff);
    for (std::size_t row = 1; row < lanes / 8; ++row) {
      const auto here = static_cast<std::uint32_t>(count_[lane]);
      const bool later = here <= index;
      index -= later ? here : 0;
      lane += later ? 8 : 0;
    }
    const int to = nth_space(landed_[lane], index);
    const bool up = lane < jump_lanes;
    if (!up) lane -= jump_lanes;
    const auto step = static_cast<int>(jump_table.shift[lane]);
    return {up ? to - step : to + step, to, jump_table.length[lane]};
  }

 private:
  alignas(64) std::array<Bits, lanes> landed_;
  alignas(64) std::array<std::uint64_t, lanes> count_;
  /// In byte i the number of moves in columns 0 to i.
  std::uint64_t through_column_;
};

}  // namespace

bool make_random_play(Position& position, Random& random) {
  const Mover mover(position);
  const Jumps jumps(position, mover.movable, mover.occupied);
  if (jumps.size() != 0) {
    const Jump jump = jumps[random.below(jumps.size())];
    move(position, mover, jump.length, jump.from, jump.to);
    return true;
  }
  if (Jumps(position, mover.their_movable, mover.occupied).size() == 0) return false;
  position = position.flipped();
  return true;
}

}  // namespace alea::dvonn
