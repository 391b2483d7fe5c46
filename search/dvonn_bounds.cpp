#include "search/dvonn_bounds.hpp"

#include <array>

#include "engine/dvonn/board.hpp"

namespace alea {

using namespace dvonn;

namespace {

/// What one side may ever do.
struct Reach {
  Bits lands = 0;   ///< spaces that it may land on
  Bits leaves = 0;  ///< spaces that its stacks may leave
};

/// The stacks by height, and for each height the spaces from which a stack of it finds something to land on.
struct Jumps {
  std::array<Bits, longest_jump + 1> of_height{}, lower{}, possible{};
  Bits occupied;
  int highest_group = 0;

  explicit Jumps(const Position& position) : occupied(position.occupied()) {
    const Bits* const h = &position.plane[Position::height_plane];
    const Bits low = occupied & ~(h[4] | h[5]);
    const std::array<Bits, 4> two{~h[0] & ~h[1], h[0] & ~h[1], ~h[0] & h[1], h[0] & h[1]};
    const std::array<Bits, 3> four{~h[2] & ~h[3], h[2] & ~h[3], ~h[2] & h[3]};
    Bits below = 0;
    for (std::size_t d = 1; d <= longest_jump; ++d) {
      of_height[d] = low & two[d % 4] & four[d / 4];
      lower[d] = below;
      below |= of_height[d];
      possible[d] = landings(occupied, static_cast<int>(d)) & occupied;
    }
  }

  /// Spaces that `side` may land on: with its stacks as they are, and with higher ones where it has landed before.
  Reach reach(Bits side) const {
    Reach all;
    for (Bits before = ~Bits{0}; all.lands != before;) {
      before = all.lands;
      all.leaves = 0;
      for (std::size_t d = 1; d <= longest_jump; ++d) {
        const Bits from = possible[d] & ((side & of_height[d]) | (all.lands & lower[d]));
        all.leaves |= from;
        if (from != 0) all.lands |= landings(from, static_cast<int>(d)) & occupied;
      }
    }
    return all;
  }
};

/// The most that a side can have at the end, less what the other side is certain to have.
int upper_bound(const Position& position, Bits side, Bits other, const Reach& reach, const Reach& other_reach,
                Bits permanent) {
  // What the other side carries around may be captured later, if this side captures anything at all.
  const Bits carried = reach.lands != 0 ? other_reach.leaves : 0;
  const Bits lost = other & permanent & ~reach.lands;
  return position.pieces_in(side | reach.lands | carried) - position.pieces_in(lost);
}

}  // namespace

MarginBounds margin_bounds(const Position& position) {
  const Jumps jumps(position);
  const Bits own = position.own(), their = position.their();
  const Reach mine = jumps.reach(own), theirs = jumps.reach(their);
  const Bits staying = jumps.occupied & ~(mine.leaves | theirs.leaves);
  const Bits permanent = connected(staying & position.dvonn(), staying);
  return {-upper_bound(position, their, own, theirs, mine, permanent),
          upper_bound(position, own, their, mine, theirs, permanent)};
}

}  // namespace alea
