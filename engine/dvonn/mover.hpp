// What the stack moves of a position have in common, and one move made in place. For the generators of engine/dvonn.
#pragma once

#include <cstddef>

#include "engine/dvonn/position.hpp"

namespace alea::dvonn {

/// What the stack moves of a position have in common, besides the position.
struct Mover {
  Bits occupied, dvonn, movable, their_movable, bridges;

  explicit Mover(const Position& position) : occupied(position.occupied()), dvonn(position.dvonn()) {
    const Surroundings around = surroundings(occupied);
    const Bits free = occupied & ~position.lone_dvonn() & ~around.surrounded;
    movable = position.own() & free;
    their_movable = free & ~position.own();
    bridges = around.bridges;
  }

  bool carries_dvonn(int from) const { return (dvonn & bit(from)) != 0; }

  /// What stays on the board when the stack on `from` leaves. A DVONN piece that leaves may strand its old neighbours
  /// and saves new ones: see `kept_with`.
  Bits kept(int from) const {
    const Bits vacated = bit(from);
    return vacated & (bridges | dvonn) ? kept_without(vacated) : board & ~vacated;
  }

  /// The same when that stack contains a DVONN piece and lands on `to`; `kept` is what stays without its help.
  Bits kept_with(Bits kept, int from, int to) const {
    return kept & bit(to) ? kept : kept | connected(bit(to), occupied & ~bit(from));
  }

 private:
  /// The spaces that keep their stacks once `from` is vacated, ignoring where its stack lands. All stacks hung together
  /// with DVONN pieces before, so when every neighbour of `from` still does, everything does.
  Bits kept_without(Bits from) const {
    const Bits rest = occupied & ~from;
    const Bits rim = neighbours(from) & rest;
    for (Bits reached = dvonn & rest;;) {
      if ((rim & ~reached) == 0) return rest;
      const Bits grown = reached | (neighbours(reached) & rest);
      if (grown == reached) return reached;
      reached = grown;
    }
  }
};

/// Makes the move of the stack of `height` on `from` alone: one addition, on the space landed on.
inline void move(Position& position, const Mover& mover, int height, int from, int to) {
  const bool carries_dvonn = mover.carries_dvonn(from);
  Bits kept = mover.kept(from);
  if (carries_dvonn) kept = mover.kept_with(kept, from, to);
  const Bits landed = kept & bit(to);
  auto& plane = position.plane;
  plane[Position::own_plane] = position.their() & kept & ~landed;
  plane[Position::dvonn_plane] &= kept | Position::movement_bit;
  if (carries_dvonn) plane[Position::dvonn_plane] |= landed;
  Bits carry = 0;
  for (std::size_t k = Position::height_plane; k < Position::planes; ++k) {
    const Bits before = plane[k] & kept;
    const Bits addend = height >> (k - Position::height_plane) & 1 ? landed : 0;
    plane[k] = before ^ addend ^ carry;
    carry = (before & addend) | (carry & (before ^ addend));
  }
}

}  // namespace alea::dvonn
