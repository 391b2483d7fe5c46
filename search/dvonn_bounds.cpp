#include "search/dvonn_bounds.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "engine/dvonn/board.hpp"

namespace alea {

using namespace dvonn;

namespace {

/// A set of spaces for each side, the mover's first: what is asked of both is worked out in one vector.
using Both [[gnu::vector_size(16)]] = Bits;

/// What each side may ever do. A stack gets its height from what lands on it and what it was, both lower, so the stacks
/// that there may ever be are found height by height, each once.
class Reaches {
 public:
  Both lands{};                ///< spaces that a side may land on
  Both leaves{};               ///< spaces that its stacks may leave
  std::array<int, 2> moves{};  ///< how many moves it has now

  explicit Reaches(const Position& position)
      : position_(position), occupied_(position.occupied()), free_(~surroundings(occupied_).surrounded) {
    [this]<std::size_t... i>(std::index_sequence<i...>) { (add_height<i + 1>(), ...); }
    (std::make_index_sequence<longest_jump>());
  }

 private:
  template <std::size_t height>
  void add_height() {
    const Bits stacks = position_.with_height(height);
    const Bits own = stacks & position_.own(), their = stacks & position_.their();
    Both movers{own, their};
    for (std::size_t lander = 1; lander < height; ++lander) movers |= landings_[lander] & stacks_[height - lander];
    const Bits all = stacks | movers[0] | movers[1];
    stacks_[height] = Both{all, all};
    Bits in_reach = 0;
    for (std::size_t axis = 0; axis < (height < rows ? 3 : 1); ++axis) {
      const Bits sources = board_detail::forward[axis][height];
      const int shift = axes[axis] * static_cast<int>(height);
      const Bits up = occupied_ >> shift & sources, down = (occupied_ & sources) << shift;
      landings_[height] |= (movers & up) << shift | (movers & down) >> shift;
      in_reach |= up | down;
      moves[0] += std::popcount(own & free_ & up) + std::popcount(own & free_ & down);
      moves[1] += std::popcount(their & free_ & up) + std::popcount(their & free_ & down);
    }
    leaves |= movers & in_reach;
    lands |= landings_[height];
  }

  const Position& position_;
  Bits occupied_;
  Bits free_;                                      ///< spaces that are not surrounded
  std::array<Both, longest_jump + 1> landings_{};  ///< by stacks of each height
  std::array<Both, longest_jump + 1> stacks_{};    ///< where some of each height may come to be, anybody's, twice
};

/// The most that a side can have at the end, less what the other side is certain to have.
int upper_bound(const Position& position, Bits side, Bits other, Bits lands, Bits other_leaves, Bits permanent) {
  // What the other side carries around may be captured later, if this side captures anything at all.
  const Bits carried = lands != 0 ? other_leaves : 0;
  const Bits lost = other & permanent & ~lands;
  return position.pieces_in(side | lands | carried) - position.pieces_in(lost);
}

}  // namespace

MarginBounds margin_bounds(const Position& position) { return Outlook(position).bounds; }

Outlook::Outlook(const Position& position) {
  const Bits own = position.own(), their = position.their();
  const Reaches reaches(position);
  const auto lands = reaches.lands, leaves = reaches.leaves;
  const Bits staying = position.occupied() & ~(leaves[0] | leaves[1]);
  const Bits permanent = connected(staying & position.dvonn(), staying);
  bounds = {-upper_bound(position, their, own, lands[1], leaves[0], permanent),
            upper_bound(position, own, their, lands[0], leaves[1], permanent)};
  own_moves = reaches.moves[0];
  their_moves = reaches.moves[1];
  // A stack that is surrounded for ever counts as able to leave above.
  if (own_moves + their_moves == 0) bounds.lower = bounds.upper = position.pieces_in(own) - position.pieces_in(their);
}

}  // namespace alea
