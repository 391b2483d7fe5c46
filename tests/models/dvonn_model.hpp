// DVONN (Kris Burm, 2001), plainly: a grid, six directions and a flood fill. The oracle for the fast engine.
//
// The board, 49 spaces, columns A to K and rows 1 to 5; every row is shifted by half a space against the one above it,
// so that the neighbours of (column, row) are (+-1, 0), (0, +-1), (+1, +1) and (-1, -1):
//
//     row 1      A B C D E F G H I
//     row 2     A B C D E F G H I J
//     row 3    A B C D E F G H I J K
//     row 4     B C D E F G H I J K
//     row 5      C D E F G H I J K
//
// Rules:
// - Placement: 3 DVONN pieces, 23 white and 23 black ones go onto the empty spaces one at a time, White first. The
// first
//   three are the DVONN pieces (by White, Black, White); then Black places the first coloured piece, of his own colour,
//   and so on. White places piece 49 and then also makes the first move.
// - A stack belongs to the colour of its top piece; a lone DVONN piece belongs to nobody and never moves.
// - A move takes one own stack, whole, exactly as many spaces as it has pieces, in one of six straight directions, over
//   anything, onto an occupied space (whoever owns it, a lone DVONN piece too), on top.
// - A stack whose six neighbours all exist and are all occupied may not move, whatever its height; so a stack on the
// edge
//   always may.
// - After each move every stack that no chain of occupied neighbouring spaces connects to a stack with a DVONN piece in
// it
//   is removed, whoever owns it.
// - A player passes when, and only when, he has no legal move, and moves again later if he can.
// - The game ends when neither can move. The score is the number of pieces, whatever their colour, in the stacks that a
//   player owns; more wins, equal scores are a draw.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "tests/models/text.hpp"
#include "tests/vectors.hpp"

namespace alea::models {

/// Models Game (engine/game.hpp). White is Side::first.
struct DvonnModel {
  static constexpr int columns = 11;
  static constexpr int rows = 5;
  static constexpr int spaces = 49;
  static constexpr int dvonn_pieces = 3;

  enum class Owner : std::uint8_t { nobody, roller, opponent };

  struct Stack {
    Owner owner = Owner::nobody;  ///< nobody: an empty space or a lone DVONN piece
    std::uint8_t height = 0;      ///< 0 on an empty space
    std::uint8_t dvonn = 0;       ///< 1 if a DVONN piece is in it
    bool operator==(const Stack&) const = default;
  };

  /// `first_move`: White has just placed the last piece and is to move. It equals "the board is full and White is to
  /// move"; if White then has to pass, Black moves on a full board in phase `movement`.
  enum class Phase : std::uint8_t { placement, first_move, movement };

  struct Space {
    int column;  ///< 0 to 10
    int row;     ///< 0 to 4
  };

  struct Position {
    std::array<std::array<Stack, columns>, rows> board{};  ///< what is not a space stays empty
    Phase phase = Phase::placement;

    const Stack& operator[](Space s) const {
      return board[static_cast<std::size_t>(s.row)][static_cast<std::size_t>(s.column)];
    }
    Stack& operator[](Space s) { return board[static_cast<std::size_t>(s.row)][static_cast<std::size_t>(s.column)]; }

    /// The stacks of both sides exchanged.
    Position flipped() const {
      Position other = *this;
      for (auto& row : other.board) {
        for (Stack& stack : row) {
          if (stack.owner != Owner::nobody) stack.owner = opposite(stack.owner);
        }
      }
      return other;
    }
    bool operator==(const Position&) const = default;
  };
  using Roll = NoDice;

  enum class Kind : std::uint8_t { pass, placement, move };
  struct Play {
    Kind kind = Kind::pass;
    std::uint8_t from_column = 0, from_row = 0;  ///< of a move
    std::uint8_t to_column = 0, to_row = 0;      ///< of a move or a placement
  };

  static constexpr std::size_t statistics = 4;
  static constexpr std::size_t probabilities = 3;
  /// Three exclusive results, then the own score minus the opponent's.
  enum Statistic : std::size_t { win, draw, lose, margin };
  static constexpr std::array<float, statistics> utility_weights{1, 0, -1, 0};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) {
    return {v[lose], v[draw], v[win], -v[margin]};
  }

  static constexpr std::string_view name() { return "dvonn"; }
  static Position start() { return {}; }
  static Position start(Random&) { return start(); }
  static std::span<const Weighted<Roll>> rolls(const Position&) {
    static constexpr std::array<Weighted<Roll>, 1> only{{{NoDice{}, 1.0}}};
    return only;
  }
  static std::span<const Weighted<Roll>> opening_rolls(const Position& p) { return rolls(p); }

  /// Every play, also where two have one result.
  static void plays(const Position& p, const Roll&, PlayList<DvonnModel>& list) {
    list.clear();
    if (p.phase == Phase::placement) return placements(p, list);
    for (const Space from : all_spaces()) {
      for (const Space to : landings(p, from)) {
        list.push(after_move(p, from, to).flipped(), play_of(Kind::move, from, to));
      }
    }
    if (!list.empty()) return;
    Position passed = p.flipped();
    passed.phase = Phase::movement;
    list.push(passed, Play{});
  }

  static bool finished(const Position& p) {
    return p.phase != Phase::placement && !can_move(p) && !can_move(p.flipped());
  }
  static std::optional<RollerValue<DvonnModel>> result(const Position& p) {
    if (!finished(p)) return std::nullopt;
    const int difference = score(p, Owner::roller) - score(p, Owner::opponent);
    RollerValue<DvonnModel> value;
    value[difference > 0 ? win : difference == 0 ? draw : lose] = 1;
    value[margin] = static_cast<float>(difference);
    return value;
  }
  static constexpr bool same_mover(const Position& p) { return p.phase == Phase::first_move; }

  /// Pieces in the stacks of one side.
  static int score(const Position& p, Owner owner) {
    int pieces = 0;
    for (const Space s : all_spaces()) pieces += p[s].owner == owner ? p[s].height : 0;
    return pieces;
  }

  static Situation<DvonnModel> parse_position(std::string_view text);
  static std::string format_position(const Position& p, Side side);
  static Roll parse_roll(std::string_view text) {
    if (!text.empty()) throw unreadable("dice", "no dice in DVONN", text);
    return {};
  }
  static std::string format_roll(const Roll&) { return ""; }

  /// In upper or lower case.
  static std::size_t find_play(const Position& p, const Roll& roll, const PlayList<DvonnModel>& list,
                               std::string_view text) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (lower_case(format_play(p, roll, list.play(i))) == lower_case(text)) return i;
    }
    throw unreadable("play", "a legal placement such as B4, a legal move such as H5F5, or PASS without any", text);
  }
  static std::string format_play(const Position&, const Roll&, const Play& play) {
    if (play.kind == Kind::pass) return "PASS";
    const std::string to = space_name({play.to_column, play.to_row});
    return play.kind == Kind::placement ? to : space_name({play.from_column, play.from_row}) + to;
  }
  static std::string space_name(Space s) { return static_cast<char>('A' + s.column) + std::to_string(s.row + 1); }
  static std::string board(const Position& p, Side side) {
    std::string text = format_position(p, side) + "\n";
    std::replace(text.begin(), text.end(), '/', '\n');
    return text;
  }

  static constexpr std::array<Space, 6> directions{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}}};

  static bool on_board(Space s) {
    return s.row >= 0 && s.row < rows && s.column >= 0 && s.column < columns && s.column >= s.row - 2 &&
           s.column <= s.row + 8;
  }
  static Space step(Space s, Space direction, int distance) {
    return {s.column + distance * direction.column, s.row + distance * direction.row};
  }
  /// In the order of the position string.
  static const std::vector<Space>& all_spaces() {
    static const std::vector<Space> all = [] {
      std::vector<Space> found;
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
          if (on_board({column, row})) found.push_back({column, row});
        }
      }
      return found;
    }();
    return all;
  }

 private:
  static Owner opposite(Owner owner) { return owner == Owner::roller ? Owner::opponent : Owner::roller; }
  static bool occupied(const Position& p, Space s) { return on_board(s) && p[s].height > 0; }
  static int pieces_placed(const Position& p) {
    int pieces = 0;
    for (const Space s : all_spaces()) pieces += p[s].height;
    return pieces;
  }

  static Play play_of(Kind kind, Space from, Space to) {
    return {kind, static_cast<std::uint8_t>(from.column), static_cast<std::uint8_t>(from.row),
            static_cast<std::uint8_t>(to.column), static_cast<std::uint8_t>(to.row)};
  }

  static void placements(const Position& p, PlayList<DvonnModel>& list) {
    const int placed = pieces_placed(p);
    const Stack piece = placed < dvonn_pieces ? Stack{Owner::nobody, 1, 1} : Stack{Owner::roller, 1, 0};
    for (const Space to : all_spaces()) {
      if (occupied(p, to)) continue;
      Position after = p;
      after[to] = piece;
      const bool last = placed + 1 == spaces;
      if (last) after.phase = Phase::first_move;
      list.push(last ? after : after.flipped(), play_of(Kind::placement, {0, 0}, to));
    }
  }

  static bool surrounded(const Position& p, Space s) {
    for (const Space direction : directions) {
      if (!occupied(p, step(s, direction, 1))) return false;
    }
    return true;
  }

  /// Where the roller's stack on `from` may move; nowhere if there is none.
  static std::vector<Space> landings(const Position& p, Space from) {
    std::vector<Space> found;
    if (p[from].owner != Owner::roller || surrounded(p, from)) return found;
    for (const Space direction : directions) {
      const Space to = step(from, direction, p[from].height);
      if (occupied(p, to)) found.push_back(to);
    }
    return found;
  }

  static bool can_move(const Position& p) {
    for (const Space from : all_spaces()) {
      if (!landings(p, from).empty()) return true;
    }
    return false;
  }

  /// Still seen by the player who moves.
  static Position after_move(Position p, Space from, Space to) {
    const Stack below = p[to];
    const Stack above = p[from];
    p[to] = {above.owner, static_cast<std::uint8_t>(above.height + below.height),
             static_cast<std::uint8_t>(above.dvonn | below.dvonn)};
    p[from] = Stack{};
    p.phase = Phase::movement;
    return only_connected(p);
  }

  /// What is left of `p` when every stack without a chain to a DVONN piece has been removed.
  static Position only_connected(const Position& p) {
    Position kept;
    kept.phase = p.phase;
    std::vector<Space> to_visit;
    for (const Space s : all_spaces()) {
      if (p[s].dvonn) to_visit.push_back(s);
    }
    while (!to_visit.empty()) {
      const Space s = to_visit.back();
      to_visit.pop_back();
      if (!occupied(p, s) || occupied(kept, s)) continue;
      kept[s] = p[s];
      for (const Space direction : directions) to_visit.push_back(step(s, direction, 1));
    }
    return kept;
  }

  static Stack parse_stack(const CellText& cell, char mover, std::string_view text);
  static void check_placement(const Position& p, Side to_move, std::string_view text);
  static void check_movement(const Position& p, std::string_view text);
};

inline std::string DvonnModel::format_position(const Position& p, Side side) {
  const char mover = side == Side::first ? 'w' : 'b';
  const char rival = side == Side::first ? 'b' : 'w';
  std::string text;
  for (const Space s : all_spaces()) {
    if (s.row > 0 && !on_board({s.column - 1, s.row})) text += '/';
    const Stack& stack = p[s];
    if (stack.owner == Owner::nobody) {
      text += stack.height > 0 ? 'r' : '.';
    } else {
      text += format_cell({stack.owner == Owner::roller ? mover : rival, stack.height, stack.dvonn == 1});
    }
  }
  return text + " " + mover + " " + (p.phase == Phase::placement ? "p" : "m");
}

inline DvonnModel::Stack DvonnModel::parse_stack(const CellText& cell, char mover, std::string_view text) {
  const bool plain = cell.height == 1 && !cell.star;
  if (cell.letter == '.' && plain) return {};
  if (cell.letter == 'r' && plain) return {Owner::nobody, 1, 1};
  if (cell.letter != 'w' && cell.letter != 'b') throw unreadable("position", "spaces of ., r, w and b", text);
  if (cell.height > spaces) throw unreadable("position", "heights up to 49", text);
  if (cell.height == 1 && cell.star)
    throw unreadable("position", "another piece on every DVONN piece in a stack", text);
  return {cell.letter == mover ? Owner::roller : Owner::opponent, static_cast<std::uint8_t>(cell.height),
          static_cast<std::uint8_t>(cell.star)};
}

/// The pieces on the board are those that the order of placement has brought there, and the right side is to move.
inline void DvonnModel::check_placement(const Position& p, Side to_move, std::string_view text) {
  const int placed = pieces_placed(p);
  int dvonn = 0, stacks = 0;
  for (const Space s : all_spaces()) {
    stacks += p[s].height > 0;
    dvonn += p[s].dvonn;
  }
  if (stacks != placed) throw unreadable("position", "single pieces in the placement phase", text);
  if (placed == spaces) throw unreadable("position", "an empty space in the placement phase", text);
  if (to_move != (placed % 2 == 0 ? Side::first : Side::second)) {
    throw unreadable("position", "White to place after an even number of pieces, else Black", text);
  }
  const int coloured = std::max(placed - dvonn_pieces, 0);
  const int white = score(p, to_move == Side::first ? Owner::roller : Owner::opponent);
  if (dvonn != placed - coloured || white != coloured / 2) {
    throw unreadable("position", "three DVONN pieces first, then black and white ones by turns", text);
  }
}

inline void DvonnModel::check_movement(const Position& p, std::string_view text) {
  int dvonn = 0;
  for (const Space s : all_spaces()) dvonn += p[s].dvonn;
  if (pieces_placed(p) > spaces) throw unreadable("position", "at most 49 pieces", text);
  if (dvonn == 0 || dvonn > dvonn_pieces) throw unreadable("position", "one to three stacks with DVONN pieces", text);
}

inline Situation<DvonnModel> DvonnModel::parse_position(std::string_view text) {
  const auto words = tests::split(std::string(text.substr(0, 400)), ' ');
  if (words.size() != 3 || (words[1] != "w" && words[1] != "b") || (words[2] != "p" && words[2] != "m")) {
    throw unreadable("position", "five rows, the side to move (w or b) and the phase (p or m)", text);
  }
  constexpr std::array<std::size_t, rows> widths{9, 10, 11, 10, 9};
  const auto texts = tests::split(words[0], '/');
  if (texts.size() != rows) throw unreadable("position", "five rows", text);
  std::vector<CellText> cells;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto more = read_cells(texts[row]);
    if (more.size() != widths[row]) throw unreadable("position", "rows of 9, 10, 11, 10 and 9 spaces", text);
    cells.insert(cells.end(), more.begin(), more.end());
  }
  Position p;
  for (std::size_t i = 0; i < cells.size(); ++i) p[all_spaces()[i]] = parse_stack(cells[i], words[1][0], text);
  const Side to_move = words[1] == "w" ? Side::first : Side::second;
  if (words[2] == "p") {
    check_placement(p, to_move, text);
    return {p, to_move};
  }
  check_movement(p, text);
  const bool full = std::all_of(all_spaces().begin(), all_spaces().end(), [&](Space s) { return occupied(p, s); });
  p.phase = full && to_move == Side::first ? Phase::first_move : Phase::movement;
  return {p, to_move};
}

static_assert(Game<DvonnModel>);

}  // namespace alea::models
