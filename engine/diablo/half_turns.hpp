// What single actions of Diablo lead to.
#pragma once

#include "engine/diablo/diablo.hpp"
#include "engine/half_turns.hpp"

namespace alea {

/// Some dozens of moves of all faces and, last, one removal for each stack, where a turn has hundreds of plays. For the
/// boards that searches serve. No heap allocation once warm.
template <int N>
requires(N <= 10) struct HalfTurns<Diablo<N>> {
  using Action = diablo::Action;

  static constexpr std::uint32_t squares = N * N;
  static constexpr std::size_t numbers = 1 + squares * squares;

  static void list(const diablo::Position<N>&, PlayList<Diablo<N>>&);

  /// Of most plays the two moves touch four squares, and each does what it does alone. A stack that moves on
  /// onto another one is what adding up cannot tell: the second capture or merge is the best part of the play, and no
  /// action of the list.
  static std::optional<ActionNumbers> numbers_of(const diablo::Play& play) {
    const auto& [first, second] = play.actions;
    if (second.kind == Action::removal) {
      const auto stack = second.from == first.to && first.kind != Action::removal ? first.from : second.from;
      return ActionNumbers{number(first), number({Action::removal, stack, 0})};
    }
    const bool moves_on = second.from == first.to;
    if (moves_on && (second.kind == Action::merge || second.kind == Action::capture)) return std::nullopt;
    const bool independent = !moves_on && second.to != first.to && second.to != first.from;
    return ActionNumbers{number(first), independent ? number(second) : 0};
  }

 private:
  /// 1 + from * squares + to; a removal is numbered as if it went where it came from.
  static std::uint32_t number(const Action& action) {
    const std::uint32_t to = action.kind == Action::removal ? action.from : action.to;
    return action.kind == Action::none ? 0 : 1 + action.from * squares + to;
  }
};

extern template struct HalfTurns<Diablo<2>>;
extern template struct HalfTurns<Diablo<4>>;
extern template struct HalfTurns<Diablo<6>>;
extern template struct HalfTurns<Diablo<8>>;
extern template struct HalfTurns<Diablo<10>>;

}  // namespace alea
