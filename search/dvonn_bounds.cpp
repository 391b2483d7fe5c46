#include "search/dvonn_bounds.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/dvonn/board.hpp"
#include "engine/dvonn/jump_lanes.hpp"

namespace alea {

using namespace dvonn;

namespace {

/// What one side may ever do.
struct Reach {
  Bits lands = 0;   ///< spaces that it may land on
  Bits leaves = 0;  ///< spaces that its stacks may leave
};

struct Reaches {
  Reach mine, theirs;
};

/// Spaces that each side may land on: with its stacks as they are, and with higher ones where it has landed before.
Reaches reaches(const StackLanes& stacks, Bits own, Bits their, Bits occupied) {
  const auto& [sources, shift, length_bit, length] = jump_table;
  const auto movers = [&](std::size_t lane, Bits side, Bits landed) {
    return (side & stacks.of_length[lane]) | (landed & stacks.lower[lane]);
  };
  Reaches both;
  for (bool growing = true; growing;) {
    Bits mine = both.mine.lands, theirs = both.theirs.lands;
    for (std::size_t i = 0; i < jump_lanes; ++i) {
      const Bits a = movers(i, own, both.mine.lands), b = movers(i, their, both.theirs.lands);
      mine |= (a & sources[i]) << shift[i] | (a >> shift[i] & sources[i]);
      theirs |= (b & sources[i]) << shift[i] | (b >> shift[i] & sources[i]);
    }
    mine &= occupied, theirs &= occupied;
    growing = mine != both.mine.lands || theirs != both.theirs.lands;
    both.mine.lands = mine, both.theirs.lands = theirs;
  }
  for (std::size_t i = 0; i < jump_lanes; ++i) {
    const Bits in_reach = (occupied >> shift[i] & sources[i]) | (occupied & sources[i]) << shift[i];
    both.mine.leaves |= movers(i, own, both.mine.lands) & in_reach;
    both.theirs.leaves |= movers(i, their, both.theirs.lands) & in_reach;
  }
  return both;
}

/// The most that a side can have at the end, less what the other side is certain to have.
int upper_bound(const Position& position, Bits side, Bits other, const Reach& reach, const Reach& other_reach,
                Bits permanent) {
  // What the other side carries around may be captured later, if this side captures anything at all.
  const Bits carried = reach.lands != 0 ? other_reach.leaves : 0;
  const Bits lost = other & permanent & ~reach.lands;
  return position.pieces_in(side | reach.lands | carried) - position.pieces_in(lost);
}

}  // namespace

MarginBounds margin_bounds(const Position& position) { return Outlook(position).bounds; }

Outlook::Outlook(const Position& position) {
  const Bits occupied = position.occupied(), own = position.own(), their = position.their();
  const StackLanes stacks(position, occupied);
  const auto [mine, theirs] = reaches(stacks, own, their, occupied);
  const Bits staying = occupied & ~(mine.leaves | theirs.leaves);
  const Bits permanent = connected(staying & position.dvonn(), staying);
  bounds = {-upper_bound(position, their, own, theirs, mine, permanent),
            upper_bound(position, own, their, mine, theirs, permanent)};

  const auto& [sources, shift, length_bit, length] = jump_table;
  const Bits free = (own | their) & ~surroundings(occupied).surrounded;
  std::int64_t moves = 0, all_moves = 0;
  for (std::size_t i = 0; i < jump_lanes; ++i) {
    const Bits from = stacks.of_length[i] & free;
    const Bits up = occupied >> shift[i] & sources[i] & from, down = (occupied & sources[i]) << shift[i] & from;
    moves += std::popcount(up & own) + std::popcount(down & own);
    all_moves += std::popcount(up) + std::popcount(down);
  }
  own_moves = static_cast<int>(moves);
  their_moves = static_cast<int>(all_moves - moves);
  // A stack that is surrounded for ever counts as able to leave above.
  if (all_moves == 0) bounds.lower = bounds.upper = position.pieces_in(own) - position.pieces_in(their);
}

}  // namespace alea
