#include "engine/dvonn/sgf.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/dvonn/board.hpp"

namespace alea::dvonn {

namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text.substr(0, 40)) + '"'; }

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

/// Where something stands in a text, from 1.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// "line 3, column 7: expected .., found ..".
InputError wrong(Place place, const std::string& expected, const std::string& found) {
  return {"sgf", "line " + std::to_string(place.line) + ", column " + std::to_string(place.column) + ": expected " +
                     expected + ", found " + found};
}

/// A text and how far it is read.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool at(char c) const { return !at_end() && peek() == c; }
  char peek() const { return text_[at_]; }
  Place place() const { return place_; }

  void step() {
    const bool line_ends = text_[at_++] == '\n';
    place_ = line_ends ? Place{place_.line + 1, 1} : Place{place_.line, place_.column + 1};
  }
  template <class Condition>
  std::string_view take_while(Condition&& condition) {
    const std::size_t begin = at_;
    while (!at_end() && condition(peek())) step();
    return text_.substr(begin, at_ - begin);
  }
  void skip_spaces() { take_while(is_space); }

  InputError wrong_here(const std::string& expected) const {
    return wrong(place_, expected, at_end() ? "the end of the text" : quoted(text_.substr(at_, 1)));
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  Place place_;
};

/// The first words of a value; no action has more than six.
struct Words {
  explicit Words(std::string_view text) {
    for (Cursor cursor(text); count < words.size();) {
      cursor.skip_spaces();
      if (cursor.at_end()) break;
      words[count++] = cursor.take_while([](char c) { return !is_space(c); });
    }
  }
  std::string_view operator[](std::size_t i) const { return words[i]; }

  std::array<std::string_view, 7> words{};
  std::size_t count = 0;
};

/// Puts what one player does with pieces together to turns.
class Table {
 public:
  /// What is thrown when something else was expected.
  struct Unexpected {
    std::string expected;
  };

  /// Does what `words`, a number, a verb and its objects, say of `player`, 0 or 1.
  void act(int player, const Words& words, std::size_t line) {
    const std::string_view verb = words[1];
    if (verb == "Start") return start(words[2]);
    if (game_.resigned) throw Unexpected{"nothing after a resignation"};
    if (pending_ && player != player_) throw Unexpected{"P" + std::to_string(player_) + " to end its turn by done"};
    if (!first_player_) first_player_ = player;
    player_ = player;
    pending_ = true;
    if (verb == "pick") return pick();
    if (verb == "drop") return put_back();
    if (verb == "pickb") return pick_up(space(words, 2));
    if (verb == "dropb") return put_down(space(words, 2));
    if (verb == "move") return pick_up(space(words, 2)), put_down(space(words, 4));
    if (verb == "pass") return pass();
    if (verb == "resign") return resign();
    if (verb == "done") return commit(line);
    throw Unexpected{"one of Start pick drop pickb dropb move pass resign done"};
  }

  /// The game as far as it is committed.
  SgfGame game() && { return std::move(game_); }

 private:
  enum class Hand { empty, piece, stack };  ///< piece: from the pool

  static std::string space(const Words& words, std::size_t i) {
    const std::string name = std::string(words[i]) + std::string(words[i + 1]);
    const auto space = parse_space(name);
    if (!space) throw Unexpected{"a space such as D 3"};
    return space_name(*space);
  }

  void start(std::string_view player) {
    if (!game_.turns.empty() || pending_) throw Unexpected{"Start before all turns"};
    if (player != "P0" && player != "P1") throw Unexpected{"Start P0 or Start P1"};
    first_player_ = player == "P0" ? 0 : 1;
  }

  // From the pool another piece may be taken at any time: what was held or put down goes back first.
  void pick() { clear_hand(), hand_ = Hand::piece; }
  void put_back() { clear_hand(); }

  void pick_up(const std::string& space) {
    if (!to_.empty()) {
      if (space != to_) throw Unexpected{"done, or pickb from " + to_ + ", where something was just put down"};
      to_.clear();
      return;
    }
    if (hand_ != Hand::empty) throw Unexpected{"dropb of what was picked up before"};
    hand_ = Hand::stack;
    from_ = space;
  }

  void put_down(const std::string& space) {
    if (!to_.empty()) throw Unexpected{"done after something was put down on " + to_};
    if (hand_ == Hand::stack && space == from_) return clear_hand();
    if (hand_ == Hand::empty) hand_ = Hand::piece;
    to_ = space;
  }

  void pass() {
    if (hand_ != Hand::empty || !to_.empty()) throw Unexpected{"pass with an empty hand"};
  }

  void resign() { resigning_ = !resigning_; }

  void commit(std::size_t line) {
    const Side side = player_ == first_player_ ? Side::first : Side::second;
    if (resigning_) {
      game_.resigned = side;
    } else {
      if (hand_ != Hand::empty && to_.empty()) throw Unexpected{"dropb before done"};
      game_.turns.push_back({side, to_.empty() ? "PASS" : from_ + to_, line});
    }
    clear_hand();
    pending_ = false;
  }

  void clear_hand() {
    hand_ = Hand::empty;
    from_.clear();
    to_.clear();
  }

  SgfGame game_;
  std::optional<int> first_player_;
  int player_ = 0;        ///< who acted last
  bool pending_ = false;  ///< and has not committed
  bool resigning_ = false;
  Hand hand_ = Hand::empty;  ///< what is held, or was before it was put down
  std::string from_;         ///< where a stack was picked up
  std::string to_;           ///< where it, or a piece, was put down
};

/// Reads the value behind '[' and the ']' that ends it; a backslash takes the next character as it is.
std::string read_value(Cursor& cursor, std::string_view property) {
  cursor.step();
  std::string value;
  for (; !cursor.at_end() && !cursor.at(']'); cursor.step()) {
    if (cursor.at('\\')) cursor.step();
    if (cursor.at_end()) break;
    value += cursor.peek();
  }
  if (cursor.at_end()) throw cursor.wrong_here("the ] that ends the value of " + std::string(property));
  cursor.step();
  return value;
}

void check_game(Place place, std::string_view name) {
  const auto equal = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
  if (!std::ranges::equal(name, std::string_view("dvonn"), equal)) {
    throw wrong(place, "a game of Dvonn", "GM[" + std::string(name.substr(0, 40)) + "]");
  }
}

void read_property(Cursor& cursor, Table& table) {
  const std::string_view property = cursor.take_while([](char c) { return is_letter(c) || is_digit(c); });
  cursor.skip_spaces();
  if (!cursor.at('[')) throw cursor.wrong_here("[ after the property " + std::string(property));
  for (; cursor.at('['); cursor.skip_spaces()) {
    const Place place = cursor.place();
    const std::string value = read_value(cursor, property);
    if (property == "GM") check_game(place, value);
    if (property != "P0" && property != "P1") continue;
    const Words words(value);
    if (words.count == 0 || !std::ranges::all_of(words[0], is_digit)) continue;  // P0[id ..], P0[time ..]
    try {
      table.act(property[1] - '0', words, place.line);
    } catch (const Table::Unexpected& unexpected) {
      throw wrong(place, unexpected.expected, std::string(property) + '[' + value.substr(0, 40) + ']');
    }
  }
}

/// A game from its '(' to its ')'.
SgfGame read_game(Cursor& cursor) {
  Table table;
  cursor.step();
  for (cursor.skip_spaces(); !cursor.at(')'); cursor.skip_spaces()) {
    if (cursor.at(';')) {
      cursor.step();
    } else if (!cursor.at_end() && is_letter(cursor.peek())) {
      read_property(cursor, table);
    } else {
      throw cursor.wrong_here("a node (;), a property or the ) that ends the game");
    }
  }
  cursor.step();
  return std::move(table).game();
}

}  // namespace

std::vector<SgfGame> read_sgf(std::string_view text) {
  std::vector<SgfGame> games;
  Cursor cursor(text);
  while (true) {
    cursor.take_while([](char c) { return c != '('; });
    if (cursor.at_end()) break;
    games.push_back(read_game(cursor));
  }
  if (games.empty()) throw cursor.wrong_here("a game that opens with (;");
  return games;
}

}  // namespace alea::dvonn
