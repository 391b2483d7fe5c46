// All distinct results of a turn. Included by lister.hpp alone.
//
// A turn of two moves on four different squares can be played in either order with the same result, and the two moves
// are then legal moves of the position before the turn. (Capturing the last enemy stack ends the turn; then only the
// order with that capture last is a whole turn.) These are most of the turns, and no set is needed for them:
//
//   - They change exactly four squares; any other turn changes at most three.
//   - Two of them with one result empty the same two squares and fill the same two. With unequal dice the pairing is
//     then decided by the distances. With a double, two stacks of one height on opposite corners of a square whose side
//     is the die can fill the other two corners along the rows or along the columns: along the rows is the one listed.
//
// Their results are exclusive ors of the position with what each move changes. All other turns (a stack that moves
// twice, two stacks to one square, one stack to where another left, a removal) are followed square by square, and
// repetitions are found by the exact key of what changed.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <span>

#include "engine/diablo/changes.hpp"
#include "engine/diablo/position.hpp"

namespace alea::diablo {

/// A first action, or a second one that is independent of the first.
template <int N>
struct Move {
  Action action;
  Squares<N> touched;  ///< from and to
  Position<N> change;  ///< in the view of the next player

  bool independent_of(const Move& other) const { return !(touched & other.touched).any(); }
};

/// The moves of one die: first merges and captures ("contacts"), then those to unoccupied squares.
template <int N>
struct Moves {
  std::array<Move<N>, 4 * N * N / 2> list;
  int contacts = 0;
  int count = 0;

  const Move<N>& operator[](int i) const { return list[static_cast<std::size_t>(i)]; }
  std::span<const Move<N>> from_to(int begin, int end) const { return {list.data() + begin, list.data() + end}; }
};

/// reach<N>[die][square]: the squares at distance `die` along the row and the column.
template <int N>
inline constexpr auto reach = [] {
  std::array<std::array<Squares<N>, N * N>, N / 2 + 1> table{};
  for (int die = 1; die <= N / 2; ++die) {
    for (int square = 0; square < N * N; ++square) {
      auto& squares = table[static_cast<std::size_t>(die)][static_cast<std::size_t>(square)];
      for (const auto direction : directions) squares |= moved(Squares<N>::of(square), direction, die);
    }
  }
  return table;
}();

/// Finds the results of one turn after another and owns the scratch memory for it. `Sink` receives them:
///
///     lists                                whether it reads `Move::change`
///     pairs(move, second, select)          the independent pairs of one first move with those of `second` that
///                                          `select` picks
///     changed(changes, play)               any other result: what it changes of the position before the turn
template <int N>
class Generator {
 public:
  template <class Sink>
  void turn(const Position<N>& position, Dice dice, Sink& sink) {
    assert(dice.high <= N / 2);
    set_up(position);
    const Moves<N>& high = find_moves<Sink::lists>(position, dice.high, moves_[0]);
    const Moves<N>& low = dice.is_double() ? high : find_moves<Sink::lists>(position, dice.low, moves_[1]);
    if (position.first_turn) {
      single_actions(high, sink);
      if (!dice.is_double()) single_actions(low, sink);
    } else if (high.count + low.count == 0) {
      two_removals(sink);
    } else if (dice.is_double()) {
      independent_pairs_of_double(high, dice.high, sink);
      dependent_turns(high, high, dice.high, sink);
    } else {
      independent_pairs(high, low, sink);
      dependent_turns(high, low, dice.low, sink);
      dependent_turns(low, high, dice.high, sink);
    }
  }

  /// `changed` for every action that a turn can begin with, whatever the dice: the moves of each face, then removals.
  template <class Sink>
  void first_actions(const Position<N>& position, Sink& sink) {
    set_up(position);
    for (int die = 1; die <= N / 2; ++die) single_actions(find_moves<false>(position, die, moves_[0]), sink);
    own_.for_each([&](int square) {
      sink.changed(Changes(Changes::square(square, own_height(square) - 1)), {{action(Action::removal, square)}});
    });
  }

 private:
  static constexpr auto index(int square) { return static_cast<std::size_t>(square); }
  int own_height(int square) const { return own_height_[index(square)]; }
  int their_height(int square) const { return their_height_[index(square)]; }

  void set_up(const Position<N>& position) {
    own_ = position.own.occupied();
    their_ = position.their.occupied();
    own_height_.fill(0);
    their_height_.fill(0);
    own_.for_each([&](int s) { own_height_[index(s)] = static_cast<std::uint8_t>(position.own.height(s)); });
    their_.for_each([&](int s) { their_height_[index(s)] = static_cast<std::uint8_t>(position.their.height(s)); });
    seen_.clear();
  }

  /// All moves of one die: every stack at once, one direction after the other.
  template <bool with_change>
  const Moves<N>& find_moves(const Position<N>& position, int die, Moves<N>& moves) {
    std::array<Squares<N>, 4> contacts, vacant;
    for (const auto direction : directions) {
      const auto d = static_cast<std::size_t>(direction);
      const Squares<N> to = moved(own_, direction, die);
      const Squares<N> friends = to & own_, enemies = to & their_;
      contacts[d] = friends | enemies.without(lower(position, direction, die));
      vacant[d] = to.without(friends | enemies);
    }
    moves.count = 0;
    for (const auto direction : directions) add_moves<with_change>(position, contacts, direction, die, moves);
    moves.contacts = moves.count;
    for (const auto direction : directions) add_moves<with_change>(position, vacant, direction, die, moves);
    return moves;
  }

  /// Where stacks that move would meet a taller enemy stack: a bit-sliced comparison, by the borrow of own - their.
  static Squares<N> lower(const Position<N>& position, Direction direction, int die) {
    Squares<N> borrow;
    for (std::size_t k = 0; k < position.own.plane.size(); ++k) {
      const Squares<N> own = moved(position.own.plane[k], direction, die);
      const Squares<N>& their = position.their.plane[k];
      borrow = (their | borrow).without(own) | (their & borrow);
    }
    return borrow;
  }

  template <bool with_change>
  void add_moves(const Position<N>& position, const std::array<Squares<N>, 4>& targets, Direction direction, int die,
                 Moves<N>& moves) {
    const int step = offset<N>(direction, die);
    targets[static_cast<std::size_t>(direction)].for_each([&](int to) {
      const int from = to - step;
      Move<N>& move = moves.list[index(moves.count++)];
      const auto kind = own_height(to) ? Action::merge : their_height(to) ? Action::capture : Action::move;
      move.action = {kind, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
      move.touched = Squares<N>::of(from) | Squares<N>::of(to);
      if constexpr (with_change) move.change = change(position, move);
    });
  }

  /// What a move changes: the heights on its two squares, for the mover, who is `their` to the next player.
  Position<N> change(const Position<N>& position, const Move<N>& move) const {
    const int height = own_height(move.action.from) + own_height(move.action.to);
    Position<N> after;
    after.their.put(Squares<N>::of(move.action.to), height);
    for (std::size_t k = 0; k < after.own.plane.size(); ++k) {
      after.their.plane[k] ^= position.own.plane[k] & move.touched;
      after.own.plane[k] = position.their.plane[k] & move.touched;
    }
    return after;
  }

  template <class Sink>
  void single_actions(const Moves<N>& moves, Sink& sink) {
    for (int i = 0; i < moves.count; ++i) sink.changed(after(moves[i].action), {{moves[i].action}});
  }

  template <class Sink>
  void independent_pairs(const Moves<N>& first, const Moves<N>& second, Sink& sink) {
    for (int i = 0; i < first.count; ++i) {
      const Move<N>& move = first[i];
      const int end = i < first.contacts ? second.count : second.contacts;
      sink.pairs(move, second.from_to(0, end), [&](const Move<N>& other) { return move.independent_of(other); });
    }
  }

  template <class Sink>
  void independent_pairs_of_double(const Moves<N>& moves, int die, Sink& sink) {
    for (int i = 0; i < moves.contacts; ++i) {
      const Move<N>& move = moves[i];
      const auto others = moves.from_to(i + 1, moves.count);
      if (std::abs(move.action.from - move.action.to) == die) {
        sink.pairs(move, others, [&](const Move<N>& other) { return move.independent_of(other); });
      } else {
        sink.pairs(move, others, [&](const Move<N>& other) {
          return move.independent_of(other) && !along_columns_for_rows(move.action, other.action, die);
        });
      }
    }
  }

  /// The two moves are opposite sides, along the columns, of a square whose other diagonal two moves along the rows
  /// would fill just so:
  ///
  ///     b.to ..... a.from
  ///      ^           |
  ///      |           v        with equal heights on a.from and b.from
  ///     b.from ... a.to
  bool along_columns_for_rows(const Action& a, const Action& b, int die) const {
    const int across = b.to - a.from;
    return b.from - a.to == across && (across == die || across == -die) && b.to / N == a.from / N &&
           own_height(a.from) == own_height(b.from);
  }

  /// The turns that begin with a move of `first` and are no independent pairs.
  template <class Sink>
  void dependent_turns(const Moves<N>& first, const Moves<N>& second, int second_die, Sink& sink) {
    const bool one_target = their_.count() == 1;
    for (int i = 0; i < first.count; ++i) {
      const Move<N>& move = first[i];
      if (one_target && move.action.kind == Action::capture) {
        add(after(move.action), {{move.action}}, sink);
      } else if (!dependent_moves(move.action, second_die, sink) && !has_independent(second, move)) {
        removals(move.action, sink);
      }
    }
  }

  static bool has_independent(const Moves<N>& second, const Move<N>& move) {
    const auto others = second.from_to(0, move.action.kind == Action::move ? second.contacts : second.count);
    return std::any_of(others.begin(), others.end(), [&](const auto& other) { return move.independent_of(other); });
  }

  /// Second moves from and to the squares of the first. Returns whether there are any.
  template <class Sink>
  bool dependent_moves(const Action& first, int die, Sink& sink) {
    const auto& [kind, from, to] = first;
    const int height = own_height(from) + own_height(to);
    const bool vacant_allowed = kind != Action::move;
    bool any = false;
    const auto found = [&](const Changes& changes, Action::Kind second, int second_from, int second_to) {
      any = true;
      add(changes, {{first, action(second, second_from, second_to)}}, sink);
    };
    const auto left = vacant_allowed ? Changes::square(to, 0) : Changes::nothing;  // if the stack moves on
    const auto vacated = Changes::square(from, 0);
    const auto& around = reach<N>[index(die)][to];
    (around & own_).without(Squares<N>::of(from)).for_each([&](int other) {
      const int sum = height + own_height(other);
      found(Changes(vacated, left, Changes::square(other, sum)), Action::merge, to, other);
      found(Changes(vacated, Changes::square(other, 0), Changes::square(to, sum)), Action::merge, other, to);
    });
    (around & their_).for_each([&](int other) {
      if (their_height(other) > height) return;
      found(Changes(vacated, left, Changes::square(other, height)), Action::capture, to, other);
    });
    if (!vacant_allowed) return any;
    around.without(own_ | their_).for_each([&](int other) {
      found(Changes(vacated, left, Changes::square(other, height)), Action::move, to, other);
    });
    if (around.test(from)) found(Changes(left, to_vacated(from, height)), Action::move, to, from);
    (reach<N>[index(die)][from] & own_).without(Squares<N>::of(to)).for_each([&](int other) {
      const auto moved_up = to_vacated(from, own_height(other));
      found(Changes(Changes::square(other, 0), Changes::square(to, height), moved_up), Action::move, other, from);
    });
    return any;
  }

  /// A stack where another one left: no change if they are equally high.
  std::uint64_t to_vacated(int square, int height) const {
    return height == own_height(square) ? Changes::nothing : Changes::square(square, height);
  }

  /// The removals that follow a move with no second move.
  template <class Sink>
  void removals(const Action& first, Sink& sink) {
    const auto& [kind, from, to] = first;
    const int height = own_height(from) + own_height(to);
    const auto vacated = Changes::square(from, 0);
    const auto take = [&](int square, const Changes& changes) {
      add(changes, {{first, action(Action::removal, square)}}, sink);
    };
    const bool undone = kind == Action::move && height == 1;  // a lone checker moved and removed
    take(to, Changes(vacated, undone ? Changes::nothing : Changes::square(to, height - 1)));
    own_.without(Squares<N>::of(from) | Squares<N>::of(to)).for_each([&](int square) {
      take(square, Changes(vacated, Changes::square(to, height), Changes::square(square, own_height(square) - 1)));
    });
  }

  /// No move at all: any two checkers, or the last one.
  template <class Sink>
  void two_removals(Sink& sink) {
    own_.for_each([&](int a) {
      const Action first = action(Action::removal, a);
      if (own_height(a) > 1) sink.changed(Changes(Changes::square(a, own_height(a) - 2)), {{first, first}});
      const auto less = Changes::square(a, own_height(a) - 1);
      if (own_height(a) == 1 && own_.count() == 1) sink.changed(Changes(less), {{first}});
      own_.for_each([&](int b) {
        if (b <= a) return;
        sink.changed(Changes(less, Changes::square(b, own_height(b) - 1)), {{first, action(Action::removal, b)}});
      });
    });
  }

  static Action action(Action::Kind kind, int from, int to = 0) {
    return {kind, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
  }

  Changes after(const Action& move) const {
    return Changes(Changes::square(move.from, 0),
                   Changes::square(move.to, own_height(move.from) + own_height(move.to)));
  }

  template <class Sink>
  void add(const Changes& changes, const Play& play, Sink& sink) {
    if (seen_.insert(changes)) sink.changed(changes, play);
  }

  Squares<N> own_, their_;
  std::array<std::uint8_t, N * N> own_height_, their_height_;
  std::array<Moves<N>, 2> moves_;
  ChangeSet seen_;
};

}  // namespace alea::diablo
