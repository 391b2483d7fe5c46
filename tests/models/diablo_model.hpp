// Diablo (Mark Steere, 2022), plainly: every first action, every second action after it. The oracle for the fast
// engine.
//
// Rules:
// - N x N board, N even; at the start one checker on every square, colours alternating, Black on A1. Black moves first.
// - Two dice with N/2 faces; two actions a turn, each move driven by a different die, in any order. A double gives two
//   moves of that distance.
// - A move takes a whole stack exactly the die's number of squares horizontally or vertically, over anything. Onto an
// own
//   stack it merges; onto an enemy stack of equal or smaller height it captures by replacement; onto an unoccupied
//   square it is a plain move, which only one of the two actions may be.
// - First action: if any move is possible with either die, one must be made. Otherwise two checkers are removed, one
// after
//   the other, from one own stack or two, and the turn ends.
// - Second action: after a plain move, a merge or capture with the other die if there is one, else the removal of one
// own
//   checker. After a merge or capture, any move with the other die if there is one, else a removal.
// - There is no duty to look ahead: a first move that leaves no second move is legal though another would have left
// one.
// - The same stack may move twice; a square vacated in this turn is unoccupied.
// - Balancing: on Black's first turn exactly one of the two dice is played, and that is the turn. In text that is the
// turn
//   when Black is to move and every square holds a stack of height 1; a full board with Green to move is ordinary.
// - A side without checkers loses at once, in the middle of a turn and on its own turn too.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "tests/models/text.hpp"
#include "tests/vectors.hpp"

namespace alea::models {

/// Models Game (engine/game.hpp). Black is Side::first.
template <int N>
struct DiabloModel {
  static_assert(N >= 2 && N <= 16 && N % 2 == 0);
  static constexpr int squares = N * N;

  enum class Owner : std::uint8_t { nobody, roller, opponent };

  struct Stack {
    Owner owner = Owner::nobody;
    std::uint8_t height = 0;  ///< 0 if and only if the square is unoccupied
    bool operator==(const Stack&) const = default;
  };

  struct Position {
    std::array<Stack, squares> board{};  ///< [row * N + column] from A1
    std::uint8_t first_turn = 0;         ///< 1 if the balancing rule applies

    const Stack& operator[](int square) const { return board[static_cast<std::size_t>(square)]; }
    Stack& operator[](int square) { return board[static_cast<std::size_t>(square)]; }

    /// Seen by the other side. Nobody's first turn: only the start of a game is one.
    Position flipped() const {
      Position other;
      for (int s = 0; s < squares; ++s) {
        if ((*this)[s].height > 0) other[s] = {opposite((*this)[s].owner), (*this)[s].height};
      }
      return other;
    }
    bool operator==(const Position&) const = default;
    /// Some order for maps, by bytes.
    bool operator<(const Position& other) const { return std::memcmp(this, &other, sizeof other) < 0; }
  };
  using Roll = Dice;

  enum class Kind : std::uint8_t { none, move, capture, merge, removal };
  struct Action {
    Kind kind = Kind::none;
    std::uint8_t from = 0;
    std::uint8_t to = 0;
  };
  /// The actions in the order in which they are made; kind `none` behind the last.
  struct Play {
    std::array<Action, 2> actions{};
  };
  /// One way to play a turn, and the board behind it, still seen by its maker.
  struct Turn {
    Position after;
    Play play;
  };

  static constexpr std::size_t statistics = 2;
  static constexpr std::size_t probabilities = 2;
  enum Statistic : std::size_t { win, lose };
  static constexpr std::array<float, statistics> utility_weights{1, -1};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) { return {v[1], v[0]}; }

  static std::string name() { return "diablo-" + std::to_string(N); }
  static Position start() {
    Position p;
    for (int s = 0; s < squares; ++s) p[s] = {(s / N + s % N) % 2 == 0 ? Owner::roller : Owner::opponent, 1};
    p.first_turn = 1;
    return p;
  }
  static Position start(Random&) { return start(); }
  static std::span<const Weighted<Roll>> rolls(const Position&) {
    static constexpr auto all = all_rolls<N / 2>();
    return all;
  }
  static std::span<const Weighted<Roll>> opening_rolls(const Position& p) { return rolls(p); }

  static void plays(const Position& p, const Roll& roll, PlayList<DiabloModel>& list) {
    std::map<Position, Play> distinct;
    for (const Turn& turn : every_turn(p, roll)) distinct.insert({turn.after, turn.play});
    list.clear();
    for (const auto& [after, play] : distinct) list.push(after.flipped(), play);
  }

  /// All sequences of actions, also those that lead to one position.
  static std::vector<Turn> every_turn(const Position& p, const Roll& roll) {
    std::vector<Turn> turns;
    for (const auto& [die, other] : {std::pair{roll.high, roll.low}, std::pair{roll.low, roll.high}}) {
      for (const Action& first : moves(p, die, true)) {
        const Position middle = made(p, first);
        if (p.first_turn || finished(middle)) {
          turns.push_back({middle, {{first}}});
        } else {
          for (const Action& second : second_actions(middle, other, first.kind)) {
            turns.push_back({made(middle, second), {{first, second}}});
          }
        }
      }
    }
    return turns.empty() ? two_removals(p) : turns;
  }

  static bool finished(const Position& p) {
    return !has_checkers(p, Owner::roller) || !has_checkers(p, Owner::opponent);
  }
  static std::optional<RollerValue<DiabloModel>> result(const Position& p) {
    if (!finished(p)) return std::nullopt;
    if (has_checkers(p, Owner::roller)) return RollerValue<DiabloModel>{{1, 0}};
    return RollerValue<DiabloModel>{{0, 1}};
  }
  static constexpr bool same_mover(const Position&) { return false; }

  static Situation<DiabloModel> parse_position(std::string_view text) {
    const auto words = tests::split(std::string(text.substr(0, 8 * squares)), ' ');
    if (words.size() != 2 || (words[1] != "b" && words[1] != "g")) {
      throw unreadable("position", "rows and the side to move, b or g", text);
    }
    const auto rows = tests::split(words[0], '/');
    if (rows.size() != N) throw unreadable("position", std::to_string(N) + " rows", text);
    Position p;
    for (int row = 0; row < N; ++row) {
      const auto cells = read_cells(rows[static_cast<std::size_t>(N - 1 - row)]);
      if (cells.size() != N) throw unreadable("position", std::to_string(N) + " squares a row", text);
      for (int column = 0; column < N; ++column) {
        p[row * N + column] = parse_stack(cells[static_cast<std::size_t>(column)], words[1][0], text);
      }
    }
    check_numbers(p, text);
    p.first_turn = words[1] == "b" && is_full(p);
    return {p, words[1] == "b" ? Side::first : Side::second};
  }
  static std::string format_position(const Position& p, Side side) {
    const char mover = side == Side::first ? 'b' : 'g';
    std::string text;
    for (int row = N - 1; row >= 0; --row) {
      for (int column = 0; column < N; ++column) {
        const Stack& stack = p[row * N + column];
        const char letter = stack.owner == Owner::nobody ? '.' : stack.owner == Owner::roller ? mover : rival(mover);
        text += format_cell({letter, stack.height, false});
      }
      text += row > 0 ? '/' : ' ';
    }
    return text + mover;
  }
  static Roll parse_roll(std::string_view text) { return parse_dice(text, N / 2); }
  static std::string format_roll(const Roll& roll) { return format_dice(roll); }

  /// Accepts every legal sequence of actions, in upper or lower case.
  static std::size_t find_play(const Position& p, const Roll& roll, const PlayList<DiabloModel>& list,
                               std::string_view text) {
    const auto found = std::find(list.positions().begin(), list.positions().end(), find_turn(p, roll, text).flipped());
    if (found != list.positions().end()) return static_cast<std::size_t>(found - list.positions().begin());
    throw unreadable("play", "a turn of the list", text);
  }
  /// The position after the turn that `text` spells, still seen by its maker. Throws InputError("play").
  static Position find_turn(const Position& p, const Roll& roll, std::string_view text) {
    const std::string wanted = lower_case(text);
    for (const Turn& turn : every_turn(p, roll)) {
      if (lower_case(format_play(p, roll, turn.play)) == wanted) return turn.after;
    }
    throw unreadable("play", "a legal turn with " + format_roll(roll), text);
  }
  static std::string format_play(const Position&, const Roll&, const Play& play) {
    std::string text;
    for (const Action& action : play.actions) {
      if (action.kind == Kind::none) continue;
      if (!text.empty()) text += ' ';
      text += format_action(action);
    }
    return text;
  }
  static std::string format_action(const Action& action) {
    const std::string from = square_name(action.from);
    const std::string to = square_name(action.to);
    switch (action.kind) {
      case Kind::move:
        return from + "-" + to;
      case Kind::capture:
        return from + "x" + to;
      case Kind::merge:
        return from + "+" + to;
      case Kind::removal:
        return from + "-off";
      case Kind::none:
        break;
    }
    return "";
  }
  static std::string square_name(int square) {
    return static_cast<char>('A' + square % N) + std::to_string(square / N + 1);
  }
  static std::string board(const Position& p, Side side) {
    std::string text = format_position(p, side) + "\n";
    std::replace(text.begin(), text.end(), '/', '\n');
    return text;
  }

 private:
  static Owner opposite(Owner owner) { return owner == Owner::roller ? Owner::opponent : Owner::roller; }
  static char rival(char letter) { return letter == 'b' ? 'g' : 'b'; }

  static bool has_checkers(const Position& p, Owner owner) {
    for (const Stack& stack : p.board) {
      if (stack.owner == owner) return true;
    }
    return false;
  }
  static bool is_full(const Position& p) {
    for (const Stack& stack : p.board) {
      if (stack.height != 1) return false;
    }
    return true;
  }

  /// What moving the roller's stack from `from` to `to` would be, by the destination alone.
  static Kind kind_of(const Position& p, int from, int to) {
    if (p[to].owner == Owner::nobody) return Kind::move;
    if (p[to].owner == Owner::roller) return Kind::merge;
    return p[to].height <= p[from].height ? Kind::capture : Kind::none;
  }

  /// The roller's moves with one die; those to unoccupied squares only if `plain`.
  static std::vector<Action> moves(const Position& p, int die, bool plain) {
    std::vector<Action> found;
    for (int from = 0; from < squares; ++from) {
      if (p[from].owner != Owner::roller) continue;
      for (const auto& [across, up] : {std::pair{die, 0}, {-die, 0}, {0, die}, {0, -die}}) {
        const int column = from % N + across;
        const int row = from / N + up;
        if (column < 0 || column >= N || row < 0 || row >= N) continue;
        const int to = row * N + column;
        const Kind kind = kind_of(p, from, to);
        if (kind == Kind::none || (kind == Kind::move && !plain)) continue;
        found.push_back({kind, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
      }
    }
    return found;
  }

  static std::vector<Action> removals(const Position& p) {
    std::vector<Action> found;
    for (int from = 0; from < squares; ++from) {
      if (p[from].owner == Owner::roller) found.push_back({Kind::removal, static_cast<std::uint8_t>(from), 0});
    }
    return found;
  }

  static std::vector<Action> second_actions(const Position& middle, int die, Kind first) {
    const auto found = moves(middle, die, first != Kind::move);
    return found.empty() ? removals(middle) : found;
  }

  static std::vector<Turn> two_removals(const Position& p) {
    std::vector<Turn> turns;
    for (const Action& first : removals(p)) {
      const Position middle = made(p, first);
      if (finished(middle)) turns.push_back({middle, {{first}}});
      for (const Action& second : removals(middle)) turns.push_back({made(middle, second), {{first, second}}});
    }
    return turns;
  }

  static Position made(Position p, const Action& action) {
    p.first_turn = 0;
    Stack& from = p[action.from];
    Stack& to = p[action.to];
    if (action.kind == Kind::removal) {
      --from.height;
      if (from.height == 0) from = Stack{};
      return p;
    }
    if (action.kind == Kind::merge) from.height = static_cast<std::uint8_t>(from.height + to.height);
    to = from;
    from = Stack{};
    return p;
  }

  static Stack parse_stack(const CellText& cell, char mover, std::string_view text) {
    if (cell.star || (cell.letter == '.' && cell.height > 1)) throw unreadable("position", "stacks such as b3", text);
    if (cell.letter == '.') return {};
    if (cell.letter != 'b' && cell.letter != 'g') throw unreadable("position", "squares of ., b and g", text);
    if (cell.height > squares / 2) throw unreadable("position", "heights up to half the squares", text);
    return {cell.letter == mover ? Owner::roller : Owner::opponent, static_cast<std::uint8_t>(cell.height)};
  }
  static void check_numbers(const Position& p, std::string_view text) {
    int own = 0, their = 0;
    for (const Stack& stack : p.board) (stack.owner == Owner::roller ? own : their) += stack.height;
    if (own > squares / 2 || their > squares / 2) throw unreadable("position", "half the squares as checkers", text);
    if (own + their == 0) throw unreadable("position", "a side with checkers", text);
  }
};

static_assert(Game<DiabloModel<2>> && Game<DiabloModel<8>> && Game<DiabloModel<16>>);

}  // namespace alea::models
