#include "engine/dvonn/moves.hpp"

#include "engine/dvonn/stack_groups.hpp"

namespace alea::dvonn {

namespace {

/// Some stack of `stacks` can land on an occupied space.
bool any_move(const Position& position, Bits occupied, Bits stacks) {
  bool found = false;
  each_height(position, stacks, [&](int height, Bits group) {
    found = (landings(group, height) & occupied) != 0;
    return !found;
  });
  return found;
}

std::size_t count_moves(const Position& position) {
  const Bits occupied = position.occupied();
  int moves = 0;
  each_height(position, movable(position), [&](int height, Bits group) {
    each_jump(group, height, [&](Bits ahead, Bits behind) {
      moves += std::popcount(ahead & occupied) + std::popcount(behind & occupied);
    });
    return true;
  });
  return static_cast<std::size_t>(moves);
}

/// Adds what the stacks of one player and one height can do.
void add_group(Mobility& mobility, Bits group, int height, Bits occupied, Bits within_reach) {
  mobility.stacks |= group & within_reach;
  each_jump(group & within_reach, height, [&](Bits ahead, Bits behind) {
    ahead &= occupied, behind &= occupied;
    mobility.targets |= ahead | behind;
    mobility.moves += std::popcount(ahead) + std::popcount(behind);
  });
}

}  // namespace

Mobilities mobilities(const Position& position) {
  const Bits occupied = position.occupied(), own = position.own();
  Mobilities both;
  const Bits free = occupied & ~position.lone_dvonn() & ~surroundings(occupied).surrounded;
  each_height(position, free, [&](int height, Bits group) {
    const Bits within_reach = landings(occupied, height);  // a jump leads back the way it came
    add_group(both.own, group & own, height, occupied, within_reach);
    add_group(both.their, group & ~own, height, occupied, within_reach);
    return true;
  });
  return both;
}

Score score(const Position& position) {
  return {position.pieces_in(position.own()), position.pieces_in(position.their())};
}

bool finished(const Position& position) {
  if (position.phase() == Phase::placement) return false;
  const Bits occupied = position.occupied(), free = ~surroundings(occupied).surrounded;
  return !any_move(position, occupied, position.own() & free) && !any_move(position, occupied, position.their() & free);
}

Bits movable(const Position& position) { return position.own() & ~surroundings(position.occupied()).surrounded; }

Bits their_movable(const Position& position) {
  return position.their() & ~surroundings(position.occupied()).surrounded;
}

Bits targets(const Position& position, int from) {
  const int height = position.height(from);
  return height > longest_jump ? 0 : landings_from(from, height) & position.occupied();
}

std::size_t count_plays(const Position& position) {
  if (position.phase() == Phase::placement) return static_cast<std::size_t>(spaces - position.placed());
  const std::size_t moves = count_moves(position);
  return moves == 0 ? 1 : moves;
}

void list_plays(const Position& position, Plays& plays) {
  plays.clear();
  const Bits occupied = position.occupied();
  if (position.phase() == Phase::placement) {
    each_space(board & ~occupied, [&](int to) { plays.push({Play::nowhere, static_cast<std::uint8_t>(to)}); });
    return;
  }
  each_height(position, movable(position), [&](int height, Bits group) {
    each_space(group, [&](int from) { plays.push_moves(from, landings_from(from, height) & occupied); });
    return true;
  });
  if (plays.size() == 0) plays.push({});
}

std::optional<Play> forced_placement(const Position& position) {
  if (position.phase() != Phase::placement || position.placed() != spaces - 1) return std::nullopt;
  return Play{Play::nowhere, static_cast<std::uint8_t>(lowest(board & ~position.occupied()))};
}

}  // namespace alea::dvonn
