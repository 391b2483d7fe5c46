// What plays lead to. All moves of stacks of one height share their arithmetic: see `Raise`.
#include "engine/dvonn/dvonn.hpp"
#include "engine/dvonn/moves.hpp"
#include "engine/dvonn/stack_groups.hpp"

namespace alea {
namespace dvonn {

namespace {

/// The bits that a moved stack changes on the space it lands on, worked out for every space at once: adding a height to
/// all stacks of the board is one bit-sliced addition, and a move uses one column of it.
struct alignas(64) Raise {
  std::array<Bits, Position::planes> change;

  /// `turned` is the position seen by the opponent before anything has moved.
  Raise(const Position& turned, int height, bool carries_dvonn) {
    change[Position::own_plane] = turned.own();  // what was landed on is now the mover's: not own in the next view
    change[Position::dvonn_plane] = 0;
    if (carries_dvonn) carry_dvonn(turned);
    Bits carry = 0;
    for (std::size_t k = Position::height_plane; k < Position::planes; ++k) {
      const Bits plane = turned.plane[k];
      const Bits addend = -(static_cast<Bits>(height) >> (k - Position::height_plane) & 1);
      change[k] = addend ^ carry;
      carry = (plane & addend) | (carry & (plane ^ addend));
    }
  }

  /// The moved stack contains a DVONN piece: so does what it lands on.
  void carry_dvonn(const Position& turned) { change[Position::dvonn_plane] = board & ~turned.dvonn(); }
};

/// The spaces that keep their stacks once `from` is vacated, ignoring where its stack lands. All stacks hung together
/// with DVONN pieces before, so when every neighbour of `from` still does, everything does.
Bits kept_without(Bits from, Bits occupied, Bits dvonn) {
  const Bits rest = occupied & ~from;
  const Bits rim = neighbours(from) & rest;
  for (Bits reached = dvonn & rest;;) {
    if ((rim & ~reached) == 0) return rest;
    const Bits grown = reached | (neighbours(reached) & rest);
    if (grown == reached) return reached;
    reached = grown;
  }
}

/// Everything about a position that its stack moves have in common.
struct Mover {
  Position turned;  ///< seen by the opponent before anything has moved
  Bits occupied, dvonn, movable, bridges;

  explicit Mover(const Position& position)
      : turned(position.flipped()), occupied(position.occupied()), dvonn(position.dvonn()) {
    const Surroundings around = surroundings(occupied);
    movable = position.own() & ~around.surrounded;
    bridges = around.bridges;
  }

  bool carries_dvonn(int from) const { return (dvonn & bit(from)) != 0; }

  /// What stays on the board when the stack on `from` leaves. A DVONN piece that leaves may strand its old neighbours
  /// and saves new ones: see `kept_with`.
  Bits kept(int from) const {
    const Bits vacated = bit(from);
    return vacated & (bridges | dvonn) ? kept_without(vacated, occupied, dvonn) : board & ~vacated;
  }

  /// The same when that stack contains a DVONN piece and lands on `to`; `kept` is what stays without its help.
  Bits kept_with(Bits kept, int from, int to) const {
    return kept & bit(to) ? kept : kept | connected(bit(to), occupied & ~bit(from));
  }
};

/// Every stack move: clears what is vacated or lost and changes the space landed on, if that is still there. (The phase
/// bits are outside the board and always kept.)
inline Position moved(const Position& turned, const Raise& raise, Bits kept, int to) {
  const Bits keep = kept | ~board, landed = kept & bit(to);
  Position after;
  for (std::size_t k = 0; k < Position::planes; ++k) {
    after.plane[k] = (turned.plane[k] & keep) ^ (raise.change[k] & landed);
  }
  return after;
}

Position after_placement(const Position& position, int to) {
  const int placed = position.placed();
  const bool last = placed == spaces - 1;
  Position after = last ? position : position.flipped();
  after.plane[Position::height_plane] |= bit(to);
  if (placed < dvonn_pieces) after.plane[Position::dvonn_plane] |= bit(to);
  if (last) {
    after.plane[Position::own_plane] |= bit(to);
    after.plane[Position::dvonn_plane] |= Position::movement_bit | Position::first_move_bit;
  }
  return after;
}

/// Appends all moves of the stack on `from`. Not inlined so that its operands stay in memory, whence compilers load
/// whole vectors of planes; inlined they are taken apart into words.
[[gnu::noinline]] void push_moves(const Mover& mover, const Raise& raise, int from, Bits targets,
                                  PlayList<Dvonn>& list) {
  const Bits kept = mover.kept(from);
  const bool carries_dvonn = mover.carries_dvonn(from);
  each_space(targets, [&](int to) {
    const Bits stays = carries_dvonn ? mover.kept_with(kept, from, to) : kept;
    list.push(moved(mover.turned, raise, stays, to), {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
  });
}

void push_all_moves(const Position& position, PlayList<Dvonn>& list) {
  const Mover mover(position);
  each_height(position, mover.movable, [&](int height, Bits group) {
    const Raise plain(mover.turned, height, false);
    Raise carrying = plain;
    carrying.carry_dvonn(mover.turned);
    each_space(group, [&](int from) {
      const Bits targets = landings_from(from, height) & mover.occupied;
      if (targets != 0) push_moves(mover, mover.carries_dvonn(from) ? carrying : plain, from, targets, list);
    });
    return true;
  });
}

}  // namespace

Position after(const Position& position, Play play) {
  if (play.is_pass()) return position.flipped();
  if (play.is_placement()) return after_placement(position, play.to);
  const Mover mover(position);
  const bool carries_dvonn = mover.carries_dvonn(play.from);
  const Bits kept = mover.kept(play.from);
  return moved(mover.turned, Raise(mover.turned, position.height(play.from), carries_dvonn),
               carries_dvonn ? mover.kept_with(kept, play.from, play.to) : kept, play.to);
}

}  // namespace dvonn

void Dvonn::plays(const Position& position, Roll, PlayList<Dvonn>& list) {
  list.clear();
  if (position.phase() == dvonn::Phase::placement) {
    dvonn::each_space(dvonn::board & ~position.occupied(), [&](int to) {
      list.push(dvonn::after_placement(position, to), {Play::nowhere, static_cast<std::uint8_t>(to)});
    });
    return;
  }
  dvonn::push_all_moves(position, list);
  if (list.empty()) list.push(position.flipped(), {});
}

}  // namespace alea
