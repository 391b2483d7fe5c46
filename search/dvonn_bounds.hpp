// What a DVONN game can still come to, seen without looking ahead.
#pragma once

#include "engine/dvonn/position.hpp"

namespace alea {

/// Bounds of the final own minus opposing score under any play of both sides.
struct MarginBounds {
  int lower = 0;
  int upper = 0;

  MarginBounds flipped() const { return {-upper, -lower}; }
  bool operator==(const MarginBounds&) const = default;
};

/// For a position of the movement phase, seen by its mover. Spaces that are empty stay empty, and stacks only grow, so
/// most stacks of an ending can be seen to be out of somebody's reach for ever, and many never to leave their space.
/// The bounds are equal when the game is over.
MarginBounds margin_bounds(const dvonn::Position& position);

/// The same, and how many moves each player has, or would have if it were that player's turn: what orders plays.
struct Outlook {
  MarginBounds bounds;
  int own_moves = 0;
  int their_moves = 0;

  explicit Outlook(const dvonn::Position& position);
};

}  // namespace alea
