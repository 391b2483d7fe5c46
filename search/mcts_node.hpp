// What a tree of Mcts (search/mcts.hpp) consists of.
//
//     Decision      a position and its roll: somebody chooses a play
//        |  Siblings     the plays stored so far, likely ones first
//        v
//     position      after the play, before the next roll: a chance node, spread over the arrays of Siblings
//        |  Branches     one Decision for each roll
//        v
//     Decision ..
//
// Nodes lie in an Arena and refer to each other by its indices. They are trivial: memory is all they own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/game.hpp"
#include "search/mcts_arena.hpp"

namespace alea {

/// What choosing among plays needs to know of one.
struct PlayEdge {
  float utility;  ///< to the maker of the play, of the value of the position it leads to
  float prior;
  std::uint32_t visits : 31;
  std::uint32_t proven : 1;  ///< the value is exact
  Arena::Index branches;     ///< of the position it leads to; nothing before the first visit
};

/// A roll at a position. `value` is that of the best play known, to the player who rolled; before the roll is expanded
/// it is an estimate made for all rolls of the position at once.
template <Game G>
struct Decision {
  RollerValue<G> value;
  Arena::Index siblings = Arena::nothing;
  std::uint32_t visits = 0;
  std::uint16_t total = 0;   ///< plays; 0 before the roll is expanded
  std::uint16_t stored = 0;  ///< of them, the first ones by static utility; 0 also if the arena had no room
  std::uint16_t opened = 0;  ///< of them, the leading ones that were visited or are proven
  bool proven = false;

  bool expanded() const { return total != 0; }
};

/// A piece of an arena seen as arrays: the plays of a decision. Arrays and no array of structures, because a visit
/// reads the edges of all plays and the position and value of one.
template <Game G>
struct Siblings {
  using Position = typename G::Position;

  std::span<Position> positions;
  std::span<RollerValue<G>> values;  ///< of the positions, to the player about to roll there
  std::span<PlayEdge> edges;

  static constexpr std::size_t bytes(std::size_t count) {
    return position_bytes(count) + count * (sizeof(RollerValue<G>) + sizeof(PlayEdge));
  }
  Siblings(std::byte* memory, std::size_t count) {
    positions = {reinterpret_cast<Position*>(memory), count};
    values = {reinterpret_cast<RollerValue<G>*>(memory + position_bytes(count)), count};
    edges = {reinterpret_cast<PlayEdge*>(values.data() + count), count};
  }

 private:
  /// Rounded up to what the arrays behind them are aligned to: a small position may have an odd size.
  static constexpr std::size_t position_bytes(std::size_t count) {
    constexpr std::size_t alignment = alignof(PlayEdge);
    return (count * sizeof(Position) + alignment - 1) / alignment * alignment;
  }
};

/// The same for the rolls of a position, in the order of G::rolls.
template <Game G>
struct Branches {
  static constexpr float never = -1;     ///< the roll is proven
  static constexpr float under_way = 0;  ///< a thread is at work below it

  std::span<float> urgencies;  ///< probability / (visits + 1), or one of the two above
  std::span<Decision<G>> decisions;

  static constexpr std::size_t bytes(std::size_t count) { return count * (sizeof(float) + sizeof(Decision<G>)); }
  Branches(std::byte* memory, std::size_t count) {
    decisions = {reinterpret_cast<Decision<G>*>(memory), count};
    urgencies = {reinterpret_cast<float*>(decisions.data() + count), count};
  }

  /// The roll whose share of the visits is furthest behind its probability; the first of equals.
  std::size_t most_urgent() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < urgencies.size(); ++i) {
      if (urgencies[i] > urgencies[best]) best = i;
    }
    return best;
  }
  bool proven() const { return urgencies[most_urgent()] == never; }
};

}  // namespace alea
