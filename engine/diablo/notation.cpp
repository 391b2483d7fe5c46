#include "engine/diablo/notation.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <iomanip>
#include <sstream>

#include "engine/error.hpp"

namespace alea::diablo {

namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text.substr(0, 60)) + '"'; }

std::string row_name(int row) { return "row " + std::to_string(row + 1); }

/// Reads text from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  char next() {
    const char c = peek();
    if (!rest_.empty()) rest_.remove_prefix(1);
    return c;
  }

  bool at_digit() const { return peek() >= '0' && peek() <= '9'; }

  /// A number without leading zeros, from `least` (at least 1) to `most`; 0 if there is none such.
  int number(int least, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || !at_digit() || peek() == '0' || value < least || value > most) return 0;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

char lower_case(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Fills one row; `black` is the sign of Black's heights.
void parse_row(std::string_view text, int row, int black, Grid& grid) {
  const int size = grid.size(), most = size * size / 2;
  const auto fail = [&](const std::string& what) { return InputError("position", row_name(row) + ": " + what); };
  Reader reader(text);
  for (int column = 0; column < size; ++column) {
    if (reader.done()) {
      throw fail("expected " + std::to_string(size) + " squares, found " + std::to_string(column) + " in " +
                 quoted(text));
    }
    const char c = reader.next();
    if (c == '.') continue;
    if (c != 'b' && c != 'g') throw fail("expected '.', 'b' or 'g' for each square, found " + quoted({&c, 1}));
    const int height = reader.at_digit() ? reader.number(2, most) : 1;
    if (height == 0) {
      throw fail("expected a height, where one is written, from 2 to " + std::to_string(most) + ", found " +
                 quoted(reader.rest()));
    }
    grid[column + size * row] = static_cast<std::int16_t>(c == 'b' ? black * height : -black * height);
  }
  if (!reader.done()) {
    throw fail("expected " + std::to_string(size) + " squares, found " + quoted(reader.rest()) + " after them");
  }
}

void check_checkers(const Grid& grid, int sign, char colour) {
  const int most = grid.squares() / 2, found = grid.checkers(sign);
  if (found <= most) return;
  throw InputError("position", "expected at most " + std::to_string(most) + " checkers a side, found " +
                                   std::to_string(found) + " of '" + colour + "'");
}

/// Takes the next square from `reader`.
int parse_square(Reader& reader, std::string_view action, int size) {
  const std::string_view text = reader.rest();
  const int column = lower_case(reader.next()) - 'a';
  const int row = column >= 0 && column < 26 ? reader.number(1, 999) : 0;
  if (row == 0) {
    throw InputError("play", quoted(action) + ": expected a square such as B3, found " + quoted(text));
  }
  if (column >= size || row > size) {
    const auto name = text.substr(0, text.size() - reader.rest().size());
    throw InputError("play", quoted(action) + ": " + std::string(name) + " is off the board, which ends at " +
                                 format_square(size * size - 1, size));
  }
  return column + size * (row - 1);
}

char letter(Side side) { return side == Side::first ? 'b' : 'g'; }

/// "b3", "g", ".": what stands on a square.
std::string format_stack(const Setup& setup, int square) {
  const int height = setup.grid[square];
  if (height == 0) return ".";
  const std::string owner(1, letter(height > 0 ? setup.to_move : other(setup.to_move)));
  return std::abs(height) == 1 ? owner : owner + std::to_string(std::abs(height));
}

bool takes_off(const Reader& reader) {
  const std::string_view text = reader.rest();
  return text.size() == 3 && lower_case(text[0]) == 'o' && lower_case(text[1]) == 'f' && lower_case(text[2]) == 'f';
}

}  // namespace

Setup parse_setup(std::string_view text, int size) {
  const std::size_t space = text.find(' ');
  const std::string_view side = space == std::string_view::npos ? "" : text.substr(space + 1);
  if (side != "b" && side != "g") {
    throw InputError("position", "expected the side to move, \" b\" or \" g\", after the rows, found " +
                                     quoted(space == std::string_view::npos ? text : side));
  }
  Setup setup{Grid(size), side == "b" ? Side::first : Side::second};
  std::string_view rows = text.substr(0, space);
  for (int row = size - 1; row >= 0; --row) {
    const std::size_t end = rows.find('/');
    if ((row > 0) != (end != std::string_view::npos)) {
      throw InputError("position", "expected " + std::to_string(size) + " rows separated by '/', found " +
                                       (row > 0 ? std::to_string(size - row) : "more"));
    }
    parse_row(rows.substr(0, end), row, setup.to_move == Side::first ? 1 : -1, setup.grid);
    if (row > 0) rows.remove_prefix(end + 1);
  }
  check_checkers(setup.grid, 1, letter(setup.to_move));
  check_checkers(setup.grid, -1, letter(other(setup.to_move)));
  return setup;
}

std::string format_setup(const Setup& setup) {
  const int size = setup.grid.size();
  std::string text;
  for (int row = size - 1; row >= 0; --row) {
    for (int column = 0; column < size; ++column) text += format_stack(setup, column + size * row);
    text += row > 0 ? '/' : ' ';
  }
  return text + letter(setup.to_move);
}

std::string format_square(int square, int size) {
  return static_cast<char>('A' + square % size) + std::to_string(square / size + 1);
}

std::string format_action(const Action& action, int size) {
  const std::string from = format_square(action.from, size);
  switch (action.kind) {
    case Action::move:
      return from + '-' + format_square(action.to, size);
    case Action::capture:
      return from + 'x' + format_square(action.to, size);
    case Action::merge:
      return from + '+' + format_square(action.to, size);
    case Action::removal:
      return from + "-off";
    case Action::none:
      break;
  }
  return "";
}

Action parse_action(std::string_view text, int size) {
  Reader reader(text);
  const auto from = static_cast<std::uint8_t>(parse_square(reader, text, size));
  const char sign = lower_case(reader.next());
  if (sign == '-' && takes_off(reader)) return {Action::removal, from, 0};
  const auto kind = sign == '-'   ? Action::move
                    : sign == 'x' ? Action::capture
                    : sign == '+' ? Action::merge
                                  : Action::none;
  if (kind == Action::none) {
    throw InputError("play", quoted(text) + ": expected '-', 'x' or '+' after the first square");
  }
  const auto to = static_cast<std::uint8_t>(parse_square(reader, text, size));
  if (!reader.done()) {
    throw InputError("play", quoted(text) + ": expected the action to end before " + quoted(reader.rest()));
  }
  return {kind, from, to};
}

Grid play_text(Turn turn, std::string_view text) {
  const int size = turn.grid().size();
  std::string last;
  for (Reader reader(text); !reader.done();) {
    const std::size_t end = std::min(reader.rest().find(' '), reader.rest().size());
    const std::string_view word = reader.rest().substr(0, end);
    reader = Reader(reader.rest().substr(std::min(end + 1, reader.rest().size())));
    if (word.empty()) continue;
    const Action action = parse_action(word, size);
    if (turn.over()) {
      throw InputError("play",
                       quoted(word) + ": the " + (last.empty() ? "game is over" : "turn is over after " + last));
    }
    turn.act(action);
    last = format_action(action, size);
  }
  if (!turn.over()) {
    const std::string example = format_action(turn.example(), size);
    throw InputError("play", last.empty()
                                 ? "expected a turn that begins with an action such as " + example + ", found nothing"
                                 : "expected a second action such as " + example + " after " + last);
  }
  return turn.grid();
}

std::string draw(const Setup& setup, std::string_view note) {
  const int size = setup.grid.size();
  std::ostringstream out;
  for (int row = size - 1; row >= 0; --row) {
    out << std::setw(2) << row + 1 << " |";
    for (int column = 0; column < size; ++column) {
      out << ' ' << std::left << std::setw(4) << format_stack(setup, column + size * row) << std::right;
    }
    out << '\n';
  }
  out << "   +" << std::string(static_cast<std::size_t>(5 * size), '-') << "\n    ";
  for (int column = 0; column < size; ++column) out << ' ' << static_cast<char>('A' + column) << "   ";
  out << '\n' << (setup.to_move == Side::first ? "Black (b)" : "Green (g)") << " to move" << note << '\n';
  return out.str();
}

}  // namespace alea::diablo
