// Results of turns as a play list. For translation units that instantiate the generator.
#pragma once

#include <memory>
#include <span>

#include "engine/diablo/diablo.hpp"
#include "engine/diablo/generator.hpp"

namespace alea::diablo {

/// Writes the results of a turn into a play list.
template <int N>
class Lister {
 public:
  static constexpr bool lists = true;

  Lister(const Position<N>& before, PlayList<Diablo<N>>& list) : unmoved_(before.swapped()), list_(list) {}

  template <class Select>
  void pairs(const Move<N>& move, std::span<const Move<N>> second, Select&& select) {
    Position<N> half;
    exclusive_or(half, unmoved_, move.change);
    // A capture is told last: if it takes the last enemy stack, it ends the turn.
    const std::size_t place = move.action.kind == Action::capture ? 1 : 0;
    const auto [positions, plays] = list_.room(second.size());
    std::size_t n = 0;
    for (const Move<N>& other : second) {
      exclusive_or(positions[n], half, other.change);
      plays[n].actions[place] = move.action;
      plays[n].actions[1 - place] = other.action;
      n += select(other);  // without a branch: about one in five is not selected
    }
    list_.append(n);
  }

  void changed(const Changes& changes, const Play& play) {
    const auto [position, place] = list_.room(1);
    Squares<N> squares;
    changes.for_each([&](int square, int) { squares |= Squares<N>::of(square); });
    copy_without(*position, unmoved_, squares);
    changes.for_each([&](int square, int height) { position->their.put(Squares<N>::of(square), height); });
    *place = play;
    list_.append(1);
  }

 private:
  Position<N> unmoved_;  ///< as the next player would see the position if nothing had been played
  PlayList<Diablo<N>>& list_;
};

/// Each thread's own, made on first use: up to half a megabyte on the largest board.
template <int N>
Generator<N>& generator() {
  thread_local const auto instance = std::make_unique<Generator<N>>();
  return *instance;
}

}  // namespace alea::diablo
