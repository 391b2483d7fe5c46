// DVONN positions as text: the position string, checked against every invariant of the rules, and the drawn board.
#include <algorithm>
#include <charconv>
#include <vector>

#include "engine/dvonn/dvonn.hpp"
#include "engine/dvonn/stack_groups.hpp"

namespace alea {
namespace dvonn {

std::optional<int> parse_space(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const char letter = text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
  const int column = letter - 'A', row = text[1] - '1';
  if (!on_board(column, row)) return std::nullopt;
  return space_at(column, row);
}

std::string space_name(int space) {
  return {static_cast<char>('A' + column_of(space)), static_cast<char>('1' + row_of(space))};
}

namespace {

constexpr std::size_t longest_text = 256;

/// A position in absolute colours while it is being read: `view` is White's.
struct Setup {
  Position view;
  Phase phase = Phase::placement;
  Side to_move = Side::first;

  Bits white() const { return view.own(); }
  Bits black() const { return view.their(); }
};

InputError wrong(const std::string& message) { return {"position", message}; }

std::string quoted(std::string_view text) { return '"' + std::string(text.substr(0, 40)) + '"'; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    if (end == text.size()) return parts;
    begin = end + 1;
  }
}

std::string counted(int n, const char* noun) { return std::to_string(n) + " " + noun + (n == 1 ? "" : "s"); }

/// Reads the height behind an owner's letter at the front of `rest`, 1 if none is written, and takes it off.
int take_height(std::string_view& rest, int space) {
  int height = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), height);
  if (end == rest.data() || rest[0] == '-') return 1;
  const auto length = static_cast<std::size_t>(end - rest.data());
  if (error != std::errc() || rest[0] == '0' || height < 2 || height > spaces) {
    throw wrong("on " + space_name(space) + ": expected a height from 2 to 49, or none for 1, found " +
                quoted(rest.substr(0, length)));
  }
  rest.remove_prefix(length);
  return height;
}

/// Reads one space at the front of `rest` into `view` and takes it off.
void take_space(std::string_view& rest, int space, Position& view) {
  const char kind = rest[0];
  rest.remove_prefix(1);
  if (kind == '.') return;
  if (kind != 'r' && kind != 'w' && kind != 'b') {
    throw wrong("on " + space_name(space) + ": expected one of . r w b, found " + quoted({&kind, 1}));
  }
  int height = 1;
  bool contains_dvonn = kind == 'r';
  if (kind != 'r') {
    height = take_height(rest, space);
    if (!rest.empty() && rest[0] == '*') {
      contains_dvonn = true;
      rest.remove_prefix(1);
      if (height == 1) {
        throw wrong("on " + space_name(space) +
                    ": expected a height from 2 to 49 of a stack with a DVONN piece (*), found 1");
      }
    }
  }
  if (kind == 'w') view.plane[Position::own_plane] |= bit(space);
  if (contains_dvonn) view.plane[Position::dvonn_plane] |= bit(space);
  for (std::size_t k = Position::height_plane; k < Position::planes; ++k) {
    view.plane[k] |= (static_cast<Bits>(height) >> (k - Position::height_plane) & 1) << space;
  }
}

void read_row(std::string_view text, int row, Position& view) {
  const int first = first_column[static_cast<std::size_t>(row)], last = last_column[static_cast<std::size_t>(row)];
  const std::string expected = "row " + std::to_string(row + 1) + ": expected " + counted(last - first + 1, "space") +
                               " (" + space_name(space_at(first, row)) + " to " + space_name(space_at(last, row)) +
                               "), ";
  std::string_view rest = text;
  for (int column = first; column <= last; ++column) {
    if (rest.empty()) throw wrong(expected + "found " + std::to_string(column - first));
    take_space(rest, space_at(column, row), view);
  }
  if (!rest.empty()) throw wrong(expected + "found " + quoted(rest) + " after them");
}

Setup read_setup(std::string_view text) {
  if (text.size() > longest_text) {
    throw wrong("expected at most " + std::to_string(longest_text) + " characters, found " +
                std::to_string(text.size()));
  }
  const auto fields = split(text, ' ');
  if (fields.size() != 3) {
    throw wrong("expected rows, side to move (w or b) and phase (p or m), separated by single spaces, found " +
                counted(static_cast<int>(fields.size()), "field"));
  }
  if (fields[1] != "w" && fields[1] != "b") throw wrong("side to move: expected w or b, found " + quoted(fields[1]));
  if (fields[2] != "p" && fields[2] != "m") throw wrong("phase: expected p or m, found " + quoted(fields[2]));
  Setup setup;
  setup.to_move = fields[1] == "w" ? Side::first : Side::second;
  setup.phase = fields[2] == "p" ? Phase::placement : Phase::movement;
  const auto lines = split(fields[0], '/');
  if (lines.size() != rows) throw wrong("expected 5 rows separated by /, found " + std::to_string(lines.size()));
  for (int row = 0; row < rows; ++row) read_row(lines[static_cast<std::size_t>(row)], row, setup.view);
  return setup;
}

void check_count(const char* what, int found, int most) {
  if (found > most) {
    throw wrong("expected at most " + std::to_string(most) + " " + what + ", found " + std::to_string(found));
  }
}

/// After n placements, White to move at even n: 3 DVONN pieces, then Black's and White's in turn.
void check_placement(const Setup& setup) {
  const Position& view = setup.view;
  const int placed = view.placed();
  if (const Bits stacks = view.occupied() & ~view.with_height(1)) {
    throw wrong("on " + space_name(lowest(stacks)) +
                ": expected single pieces in the placement phase (p), found height " +
                std::to_string(view.height(lowest(stacks))));
  }
  if (placed == spaces) throw wrong("phase: expected m, all 49 pieces being placed, found p");
  const int coloured = std::max(placed - dvonn_pieces, 0);
  const int dvonn = placed - coloured, black = (coloured + 1) / 2, white = coloured / 2;
  if (std::popcount(view.dvonn()) != dvonn || std::popcount(setup.black()) != black) {
    throw wrong("after " + counted(placed, "placement") + ": expected " + std::to_string(dvonn) + " DVONN, " +
                std::to_string(white) + " white and " + std::to_string(black) + " black, found " +
                std::to_string(std::popcount(view.dvonn())) + ", " + std::to_string(std::popcount(setup.white())) +
                " and " + std::to_string(std::popcount(setup.black())));
  }
  if ((setup.to_move == Side::first) != (placed % 2 == 0)) {
    throw wrong("side to move: expected " + std::string(placed % 2 == 0 ? "w" : "b") + " after " +
                counted(placed, "placement") + ", found " + (placed % 2 == 0 ? "b" : "w"));
  }
}

/// All three DVONN pieces are always on the board: alone, or one or more of them below the top of a starred stack.
void check_dvonn(const Position& view) {
  const int lone = std::popcount(view.lone_dvonn());
  const Bits starred = view.dvonn() & ~view.lone_dvonn();
  const int inside = dvonn_pieces - lone;  // the starred stacks share these, at least one each
  const int room = view.pieces_in(starred) - std::popcount(starred);
  if (inside > room) {
    throw wrong("expected 3 DVONN pieces, alone or inside stacks marked *, found room for " +
                std::to_string(lone + room));
  }
}

void check_connected(const Position& view) {
  const Bits stranded = view.occupied() & ~connected(view.dvonn(), view.occupied());
  if (stranded != 0) {
    throw wrong("on " + space_name(lowest(stranded)) +
                ": expected a stack that is connected to a DVONN piece, found one that is cut off");
  }
}

void check_movement(const Setup& setup, const Position& mover_view) {
  check_dvonn(setup.view);
  check_connected(setup.view);
  // The board stays full only as long as White, who makes the first move, has none.
  if (setup.view.placed() == spaces && setup.to_move == Side::second) {
    if (their_movable(mover_view) != 0)
      throw wrong("side to move: expected w, who makes the first stack move from a full board, found b");
  }
}

/// The setup seen by its mover, with the phase bits.
Position seen_by_mover(const Setup& setup) {
  Position position = setup.view;
  if (setup.to_move == Side::second) position.plane[Position::own_plane] = setup.black();
  if (setup.phase == Phase::movement) {
    position.plane[Position::dvonn_plane] |= Position::movement_bit;
    const bool first_move = setup.view.placed() == spaces && setup.to_move == Side::first;
    if (first_move) position.plane[Position::dvonn_plane] |= Position::first_move_bit;
  }
  return position;
}

std::string stack_text(const Position& position, Side to_move, int space) {
  const Bits here = bit(space);
  if (!(position.occupied() & here)) return ".";
  if (position.lone_dvonn() & here) return "r";
  const bool white = ((position.own() & here) != 0) == (to_move == Side::first);
  const int height = position.height(space);
  std::string text = white ? "w" : "b";
  if (height > 1) text += std::to_string(height);
  if (position.dvonn() & here) text += '*';
  return text;
}

/// "White to move, .." and what else the drawn board does not show.
std::string status_line(const Position& position, Side to_move) {
  const std::string mover = to_move == Side::first ? "White" : "Black";
  if (position.phase() == Phase::placement) {
    const int placed = position.placed();
    return mover + " places " + (placed < dvonn_pieces ? "a DVONN piece" : "a piece") + ", " +
           std::to_string(spaces - placed) + " left";
  }
  const auto [own, their] = score(position);
  const bool white = to_move == Side::first;
  const std::string points =
      "White " + std::to_string(white ? own : their) + ", Black " + std::to_string(white ? their : own);
  return (finished(position) ? "The game is over" : mover + " to move") + ": " + points;
}

}  // namespace
}  // namespace dvonn

Situation<Dvonn> Dvonn::parse_position(std::string_view text) {
  using namespace dvonn;
  const Setup setup = read_setup(text);
  check_count("pieces", setup.view.pieces_in(dvonn::board), spaces);
  check_count("DVONN pieces", std::popcount(setup.view.dvonn()), dvonn_pieces);
  check_count("white stacks", std::popcount(setup.white()), pieces_per_colour);
  check_count("black stacks", std::popcount(setup.black()), pieces_per_colour);
  const Position position = dvonn::seen_by_mover(setup);
  setup.phase == Phase::placement ? check_placement(setup) : check_movement(setup, position);
  return {position, setup.to_move, {}};
}

std::string Dvonn::format_position(const Position& position, Side to_move) {
  std::string text;
  dvonn::each_space(dvonn::board, [&](int space) {
    const int row = dvonn::row_of(space);
    if (row > 0 && dvonn::column_of(space) == dvonn::first_column[static_cast<std::size_t>(row)]) text += '/';
    text += dvonn::stack_text(position, to_move, space);
  });
  text += to_move == Side::first ? " w" : " b";
  text += position.phase() == dvonn::Phase::placement ? " p" : " m";
  return text;
}

/// Each row is half a space further left or right than the next; a column's letter stands where its line leaves the
/// board.
std::string Dvonn::board(const Position& position, Side to_move) {
  using namespace dvonn;
  constexpr int width = 5;  // of a space
  std::string text = "          A    B    C    D    E    F    G    H    I\n";
  for (int row = 0; row < rows; ++row) {
    const int first = first_column[static_cast<std::size_t>(row)], last = last_column[static_cast<std::size_t>(row)];
    std::string line(static_cast<std::size_t>((first * 2 - row + 2) * width / 2), ' ');
    line += std::to_string(row + 1) + "  ";
    for (int column = first; column <= last; ++column) {
      std::string stack = stack_text(position, to_move, space_at(column, row));
      stack.resize(width, ' ');
      line += stack;
    }
    if (last + 1 < columns) line += static_cast<char>('A' + last + 1);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text + status_line(position, to_move) + '\n';
}

}  // namespace alea
