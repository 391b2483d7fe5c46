// All turns of a pattern, whatever the heights.
//
// Which moves there are depends on the pattern alone, but for captures, which need heights. So the rules are followed
// once for all positions of a row, and masks say of which positions a turn is one. Shares no code with the engine's
// generator of plays; results may come more than once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/dice.hpp"
#include "search/tables/diablo_heights.hpp"
#include "search/tables/diablo_index.hpp"

namespace alea::diablo {

/// The board in the middle of a turn or behind it, still seen by the mover.
template <int N>
struct TurnBoard {
  SquareSet<N> own = 0, their = 0;
  std::array<std::uint8_t, N * N> parts{};    ///< the own stacks of before the turn that stand there now, a bit each
  std::array<std::uint8_t, N * N> removed{};  ///< checkers taken off what stands there
  int removals = 0;                           ///< their sum
  std::uint32_t captured = 0;                 ///< the opponent's stacks that are gone, a bit each
};

/// Works for one row after another of a slice, and owns the masks.
template <int N>
class PatternTurns {
 public:
  using Board = TurnBoard<N>;
  using Row = typename SliceIndex<N>::Row;

  /// `heights` must outlive it.
  explicit PatternTurns(const Heights& heights);

  /// Calls sink(board, mask) for every turn of the roll: the board behind it, and of which positions of the row it is
  /// one; no mask if of all. The opponent may have lost the last stack. Turns that remove the mover's own last checker
  /// are left out: they lose.
  template <class Sink>
  void for_each(const Row& row, Dice dice, Sink&& sink);

 private:
  using Set = SquareSet<N>;
  enum class Kind { merge, capture, plain };
  struct Move {
    int from, to;
    Kind kind;

    bool independent_of(const Move& other) const {
      return from != other.from && from != other.to && to != other.from && to != other.to;
    }
    bool before(const Move& other) const { return from != other.from ? from < other.from : to < other.to; }
  };
  /// Two moves on four different squares make a turn in either order, with one result: which of the orders are told.
  enum class Pairs { both, none, rising };

  template <class F>
  void for_each_move(const Board& board, int die, F&& f) const;
  Board made(Board board, const Move& move) const;
  static Board without_checker(Board board, int square, bool last);

  bool is_immobile(Dice dice);
  template <class Sink>
  void single_actions(int die, Sink& sink);
  template <class Sink>
  void two_actions(int first_die, int second_die, Pairs pairs, Sink& sink);
  template <class Sink>
  void second_actions(const Board& board, const Move& first, const Mask* possible, int die, Pairs pairs, Sink& sink);
  template <class Sink>
  void removals(const Board& board, const Mask& mask, int count, Sink& sink);

  // What is left of the positions of `before` (null: all) becomes `mask`; false if nothing is.
  bool restrict_to_capture(const Board& board, const Move& move, const Mask* before, Mask& mask) const;
  bool restrict_to_removal(const Board& board, int square, bool last, const Mask& before, Mask& mask) const;

  int their_stack(int square) const { return std::popcount(start_.their & ((std::uint64_t{1} << square) - 1)); }

  const Heights& heights_;
  std::array<std::array<Set, N * N>, N / 2 + 1> targets_{};  ///< [die][square]: where a stack can go
  Board start_;
  Mask first_, second_, immobile_, without_second_;
  std::array<Mask, 2> removal_;
};

template <int N>
PatternTurns<N>::PatternTurns(const Heights& heights) : heights_(heights) {
  for (int die = 1; die <= N / 2; ++die) {
    for (int square = 0; square < N * N; ++square) {
      for (const auto direction : directions) {
        const auto target = moved(Squares<N>::of(square), direction, die);
        targets_[static_cast<std::size_t>(die)][static_cast<std::size_t>(square)] |= static_cast<Set>(target.word[0]);
      }
    }
  }
  for (Mask* const mask : {&first_, &second_, &immobile_, &without_second_, &removal_[0], &removal_[1]}) {
    mask->resize(heights.positions());
  }
}

template <int N>
template <class Sink>
void PatternTurns<N>::for_each(const Row& row, Dice dice, Sink&& sink) {
  start_ = {row.pattern.own, row.pattern.their};
  std::uint8_t stack = 1;
  for_each_square(start_.own, [&](int square) { start_.parts[static_cast<std::size_t>(square)] = stack, stack <<= 1; });
  if (row.first_turn) {
    single_actions(dice.high, sink);
    if (!dice.is_double()) single_actions(dice.low, sink);
    return;
  }
  if (is_immobile(dice)) removals(start_, immobile_, 2, sink);
  if (dice.is_double()) {
    two_actions(dice.high, dice.high, Pairs::rising, sink);
  } else {
    two_actions(dice.high, dice.low, Pairs::both, sink);
    two_actions(dice.low, dice.high, Pairs::none, sink);
  }
}

/// In which positions there is no move with either die, into `immobile_`. False if in none.
template <int N>
bool PatternTurns<N>::is_immobile(Dice dice) {
  bool only_captures = true;
  std::ranges::fill(immobile_, possible);
  for (const int die : {dice.high, dice.low}) {
    for_each_move(start_, die, [&](const Move& move) {
      only_captures &= move.kind == Kind::capture;
      if (only_captures && restrict_to_capture(start_, move, nullptr, first_)) exclude(first_, immobile_);
    });
  }
  return only_captures && is_possible(immobile_);
}

template <int N>
template <class Sink>
void PatternTurns<N>::single_actions(int die, Sink& sink) {
  for_each_move(start_, die, [&](const Move& move) {
    if (move.kind != Kind::capture) {
      sink(made(start_, move), nullptr);
    } else if (restrict_to_capture(start_, move, nullptr, first_)) {
      sink(made(start_, move), &first_);
    }
  });
}

template <int N>
template <class Sink>
void PatternTurns<N>::two_actions(int first_die, int second_die, Pairs pairs, Sink& sink) {
  for_each_move(start_, first_die, [&](const Move& move) {
    const Mask* mask = nullptr;
    if (move.kind == Kind::capture) {
      if (!restrict_to_capture(start_, move, nullptr, first_)) return;
      mask = &first_;
    }
    const Board board = made(start_, move);
    if (board.their == 0) {
      sink(board, mask);
    } else {
      second_actions(board, move, mask, second_die, pairs, sink);
    }
  });
}

template <int N>
template <class Sink>
void PatternTurns<N>::second_actions(const Board& board, const Move& first, const Mask* mask, int die, Pairs pairs,
                                     Sink& sink) {
  bool always = false;  // there is a second move, whatever the heights
  if (mask) {
    without_second_ = *mask;
  } else {
    std::ranges::fill(without_second_, possible);
  }
  for_each_move(board, die, [&](const Move& second) {
    if (second.kind == Kind::plain && first.kind == Kind::plain) return;
    const Mask* both = mask;
    if (second.kind == Kind::capture) {
      if (!restrict_to_capture(board, second, mask, second_)) return;
      exclude(second_, without_second_);
      both = &second_;
    } else {
      always = true;
    }
    const bool told =
        pairs == Pairs::both || !second.independent_of(first) || (pairs == Pairs::rising && first.before(second));
    if (told) sink(made(board, second), both);
  });
  if (!always && is_possible(without_second_)) removals(board, without_second_, 1, sink);
}

/// Takes a checker from any own stack, `count` times. A last checker and one of several are two cases: the pattern that
/// is left differs.
template <int N>
template <class Sink>
void PatternTurns<N>::removals(const Board& board, const Mask& mask, int count, Sink& sink) {
  Mask& rest = removal_[static_cast<std::size_t>(count - 1)];
  for_each_square(board.own, [&](int square) {
    for (const bool last : {true, false}) {
      if (!restrict_to_removal(board, square, last, mask, rest)) continue;
      const Board after = without_checker(board, square, last);
      if (after.own == 0) continue;
      if (count == 1) {
        sink(after, &rest);
      } else {
        removals(after, rest, count - 1, sink);
      }
    }
  });
}

template <int N>
template <class F>
void PatternTurns<N>::for_each_move(const Board& board, int die, F&& f) const {
  for_each_square(board.own, [&](int from) {
    for_each_square(targets_[static_cast<std::size_t>(die)][static_cast<std::size_t>(from)], [&](int to) {
      const Kind kind = board.own >> to & 1 ? Kind::merge : board.their >> to & 1 ? Kind::capture : Kind::plain;
      f(Move{from, to, kind});
    });
  });
}

template <int N>
auto PatternTurns<N>::made(Board board, const Move& move) const -> Board {
  const auto from = static_cast<std::size_t>(move.from), to = static_cast<std::size_t>(move.to);
  const Set arrived = static_cast<Set>(Set{1} << to);
  board.own = static_cast<Set>((board.own ^ Set{1} << from) | arrived);
  board.parts[to] = static_cast<std::uint8_t>(board.parts[to] | board.parts[from]);
  board.parts[from] = 0;
  if (move.kind == Kind::capture) {
    board.their ^= arrived;
    board.captured |= 1u << their_stack(move.to);
  }
  return board;
}

template <int N>
auto PatternTurns<N>::without_checker(Board board, int square, bool last) -> Board {
  const auto index = static_cast<std::size_t>(square);
  ++board.removals;
  if (last) {
    board.own ^= static_cast<Set>(Set{1} << index);
    board.parts[index] = 0;
  } else {
    ++board.removed[index];
  }
  return board;
}

/// To positions in which the stack that moves is at least as high as the one that it takes.
template <int N>
bool PatternTurns<N>::restrict_to_capture(const Board& board, const Move& move, const Mask* before, Mask& mask) const {
  const std::uint16_t* const own = heights_.own_sum(board.parts[static_cast<std::size_t>(move.from)]);
  const std::uint16_t* const their = heights_.their_height(their_stack(move.to));
  const std::size_t n = heights_.own();
  std::uint16_t all = never;
  for (std::size_t j = 0; j < heights_.their(); ++j) {
    std::uint16_t* const line = mask.data() + j * n;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint16_t earlier = before ? (*before)[j * n + i] : possible;
      line[i] = own[i] < their[j] ? never : earlier;
      all &= line[i];
    }
  }
  return all != never;
}

/// To positions in which a checker on `square` is, or is not, the last one there.
template <int N>
bool PatternTurns<N>::restrict_to_removal(const Board& board, int square, bool last, const Mask& before,
                                          Mask& mask) const {
  const std::uint16_t* const sums = heights_.own_sum(board.parts[static_cast<std::size_t>(square)]);
  const int one = board.removed[static_cast<std::size_t>(square)] + 1;
  const std::size_t n = heights_.own();
  std::uint16_t all = never;
  for (std::size_t place = 0, i = 0; place < mask.size(); ++place, i = i + 1 == n ? 0 : i + 1) {
    mask[place] = (sums[i] == one) == last ? before[place] : never;
    all &= mask[place];
  }
  return all != never;
}

}  // namespace alea::diablo
