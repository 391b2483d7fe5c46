// DVONN's rules on positions: which plays there are, what they lead to, who can still move, the score.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>

#include "engine/dvonn/position.hpp"

namespace alea::dvonn {

/// Most plays of a position: 23 stacks in six directions each.
inline constexpr std::size_t most_plays = 6 * pieces_per_colour;

/// A caller's buffer for plays without the positions they lead to; lives on the stack.
class Plays {
 public:
  void clear() { size_ = 0; }
  void push(Play play) { assert(size_ < most_plays), plays_[size_++] = play; }

  /// Appends the moves of one stack to all of `targets`, at most six. Six are written without a branch, which would be
  /// mispredicted at nearly every stack; those beyond the last are written over or never read.
  void push_moves(int from, Bits targets) {
    assert(std::popcount(targets) <= 6);
    Play* const next = plays_.data() + size_;
    size_ += static_cast<std::size_t>(std::popcount(targets));
    for (int i = 0; i < 6; ++i, targets &= targets - 1) {
      next[i] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(lowest(targets))};
    }
  }

  std::size_t size() const { return size_; }
  const Play& operator[](std::size_t i) const { return assert(i < size_), plays_[i]; }
  std::span<const Play> all() const { return {plays_.data(), size_}; }

 private:
  std::array<Play, most_plays + 6> plays_;
  std::size_t size_ = 0;
};

/// Both players' pieces in the stacks they own, whatever colour those pieces have.
struct Score {
  int own = 0;
  int their = 0;
  bool operator==(const Score&) const = default;
};
Score score(const Position& position);

/// Neither player can move. False in the placement phase.
bool finished(const Position& position);

/// Movement phase: the mover's (the opponent's) stacks that are not surrounded. Some may still have nowhere to land.
Bits movable(const Position& position);
Bits their_movable(const Position& position);

/// Movement phase: where the stack on `from` may land by its height; it must be movable.
Bits targets(const Position& position, int from);

/// What one player could do if it were that player's turn: the stacks that can move, all spaces that they can land on,
/// and how many moves that makes.
struct Mobility {
  Bits stacks = 0;
  Bits targets = 0;
  int moves = 0;
};

/// Movement phase: both players' mobility, in one pass over the board.
struct Mobilities {
  Mobility own;
  Mobility their;
};
Mobilities mobilities(const Position& position);

/// The number of legal plays of a live position, without listing them; the pass counts as one.
std::size_t count_plays(const Position& position);

/// Clears `plays` and lists every legal play of a live position, in no particular order: placements on all empty
/// spaces, or all stack moves, or the pass alone.
void list_plays(const Position& position, Plays& plays);

/// The position that a legal play leads to, seen by whoever is next. (All plays of a position together are cheaper by
/// `Dvonn::plays`.)
Position after(const Position& position, Play play);

/// The 49th placement where it is due: the only play, which some records (Little Golem's) leave out.
std::optional<Play> forced_placement(const Position& position);

}  // namespace alea::dvonn
