// What plays lead to. All moves of stacks of one height share their arithmetic: see `Raise`.
#include "engine/dvonn/dvonn.hpp"
#include "engine/dvonn/mover.hpp"
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

/// Every stack move: clears what is vacated or lost and changes the space landed on, if that is still there. (The phase
/// bits are outside the board and always kept.)
inline Position moved(const Position& turned, const Raise& raise, Bits kept, int to) {
  const Bits keep = kept | ~board, landed = kept & bit(to);
  Position after;
#pragma GCC unroll 1  // whole vectors of planes: a loop unrolled early is taken apart into words
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
[[gnu::noinline]] void push_moves(const Position& turned, const Mover& mover, const Raise& raise, int from,
                                  Bits targets, PlayList<Dvonn>& list) {
  const Bits kept = mover.kept(from);
  const bool carries_dvonn = mover.carries_dvonn(from);
  each_space(targets, [&](int to) {
    const Bits stays = carries_dvonn ? mover.kept_with(kept, from, to) : kept;
    list.push(moved(turned, raise, stays, to), {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
  });
}

void push_all_moves(const Position& position, PlayList<Dvonn>& list) {
  const Position turned = position.flipped();
  const Mover mover(position);
  each_height(position, mover.movable, [&](int height, Bits group) {
    const Raise plain(turned, height, false);
    Raise carrying = plain;
    carrying.carry_dvonn(turned);
    each_space(group, [&](int from) {
      const Bits targets = landings_from(from, height) & mover.occupied;
      if (targets != 0) push_moves(turned, mover, mover.carries_dvonn(from) ? carrying : plain, from, targets, list);
    });
    return true;
  });
}

}  // namespace

Position after(const Position& position, Play play) {
  if (play.is_pass()) return position.flipped();
  if (play.is_placement()) return after_placement(position, play.to);
  Position after = position;
  move(after, Mover(position), position.height(play.from), play.from, play.to);
  return after;
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
