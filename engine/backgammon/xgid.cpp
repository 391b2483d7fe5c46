#include "engine/backgammon/xgid.hpp"

#include <algorithm>
#include <charconv>

#include "engine/backgammon/position_id.hpp"
#include "engine/error.hpp"

namespace alea::backgammon {
namespace {

constexpr std::size_t field_count = 10;
constexpr std::size_t longest_xgid = 120;
constexpr std::size_t squares = 26;
constexpr std::string_view actions = "-DBR";  ///< by CubeAction

[[noreturn]] void fail(const std::string& what, const std::string& expected, std::string_view found) {
  throw InputError("position", "XGID: expected " + what + " to be " + expected + ", found \"" +
                                   std::string(found.substr(0, 40)) + "\"");
}

std::array<std::string_view, field_count> split(std::string_view text) {
  std::array<std::string_view, field_count> fields;
  std::size_t n = 0;
  for (std::string_view rest = text;; ++n) {
    const std::size_t colon = rest.find(':');
    if (n < field_count) fields[n] = rest.substr(0, colon);
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  if (n + 1 != field_count) fail("the fields", "10 between colons", std::to_string(n + 1));
  return fields;
}

int number(const char* what, std::string_view text, int least, int most) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || last != end || value < least || value > most) {
    fail(what, std::to_string(least) + " to " + std::to_string(most), text);
  }
  return value;
}

Side seat(const char* what, std::string_view text) {
  if (text == "1") return Side::first;
  if (text == "-1") return Side::second;
  fail(what, "1 or -1", text);
}

/// One square: how many checkers of whom. The bars can hold only their owner's.
void read_square(std::string_view text, std::size_t square, Checkers& bottom, Checkers& top) {
  const char c = text[square];
  if (c == '-') return;
  const bool is_bottom = c >= 'A' && c <= 'O', is_top = c >= 'a' && c <= 'o';
  if (!is_bottom && !is_top) fail("the checkers", "-, A to O or a to o", text.substr(square, 1));
  if ((square == 0 && is_bottom) || (square == squares - 1 && is_top)) {
    fail("the bars", "the top player's first and the bottom player's last", text);
  }
  Checkers& side = is_bottom ? bottom : top;
  const int count = c - (is_bottom ? 'A' : 'a') + 1;
  if (side.on_board() + count > checkers) fail("the checkers", "at most 15 a side", text);
  side.put(static_cast<int>(is_bottom ? square : squares - 1 - square), count);
}

Position read_checkers(std::string_view text, Side on_roll) {
  if (text.size() != squares) fail("the checkers", "26 characters", text);
  Checkers bottom, top;
  for (std::size_t square = 0; square < squares; ++square) read_square(text, square, bottom, top);
  const Position position = on_roll == Side::first ? Position{bottom, top} : Position{top, bottom};
  check_position(position);
  return position;
}

void read_dice(std::string_view text, MatchState& match) {
  if (text == "00") return;
  const auto die = [](char c) { return c >= '1' && c <= '6'; };
  if (text.size() == 2 && die(text[0]) && die(text[1])) {
    const auto [low, high] = std::minmax(text[0], text[1]);
    match.dice = Dice{static_cast<std::uint8_t>(high - '0'), static_cast<std::uint8_t>(low - '0')};
  } else if (text.size() == 1 && text[0] != '-' && actions.find(text[0]) != std::string_view::npos) {
    match.cube_action = static_cast<CubeAction>(actions.find(text[0]));
    match.turn = other(match.on_roll);
  } else {
    fail("the dice", "two from 1 to 6, 00, D, B or R", text);
  }
}

void read_rules(std::string_view text, MatchState& match) {
  const int rules = number("the rules", text, 0, match.length > 0 ? 1 : 3);
  match.crawford = match.length > 0 && rules & 1;
  match.jacoby = match.length == 0 && rules & 1;
  match.beavers = match.length == 0 && rules & 2;
}

std::string checkers_text(const Checkers& bottom, const Checkers& top) {
  std::string text(squares, '-');
  for (int point = 1; point <= bar; ++point) {
    const auto square = static_cast<std::size_t>(point);
    if (const int n = bottom.count(point)) text[square] = static_cast<char>('A' + n - 1);
    if (const int n = top.count(point)) text[squares - 1 - square] = static_cast<char>('a' + n - 1);
  }
  return text;
}

std::string seat_text(Side side) { return side == Side::first ? "1" : "-1"; }

std::string dice_text(const MatchState& match) {
  if (match.dice) return std::to_string(match.dice->high) + std::to_string(match.dice->low);
  if (match.cube_action == CubeAction::none) return "00";
  return {actions[static_cast<std::size_t>(match.cube_action)]};
}

}  // namespace

std::string format_xgid(const Position& position, const MatchState& match) {
  const bool bottom_rolls = match.on_roll == Side::first;
  const int rules = match.length > 0 ? match.crawford : match.jacoby + 2 * match.beavers;
  std::string text(xgid_prefix);
  text += bottom_rolls ? checkers_text(position.own, position.their) : checkers_text(position.their, position.own);
  for (const std::string& field :
       {std::to_string(match.cube), match.cube_owner ? seat_text(*match.cube_owner) : "0", seat_text(match.on_roll),
        dice_text(match), std::to_string(match.score[0]), std::to_string(match.score[1]), std::to_string(rules),
        std::to_string(match.length), std::to_string(match.largest_cube)}) {
    text += ':';
    text += field;
  }
  return text;
}

MatchPosition parse_xgid(std::string_view text) {
  if (text.size() > longest_xgid) fail("the text", "at most 120 characters", text);
  if (text.starts_with(xgid_prefix)) text.remove_prefix(xgid_prefix.size());
  const auto [squares_text, cube, owner, turn, dice, bottom, top, rules, length, largest] = split(text);
  MatchState match;
  match.cube = number("the cube", cube, 0, 15);
  if (owner != "0") match.cube_owner = seat("the cube's owner", owner);
  match.on_roll = match.turn = seat("the turn", turn);
  read_dice(dice, match);
  match.score = {number("the bottom player's score", bottom, 0, largest_score),
                 number("the top player's score", top, 0, largest_score)};
  match.length = number("the match length", length, 0, largest_score);
  read_rules(rules, match);
  match.largest_cube = number("the largest cube", largest, 0, 30);
  return {read_checkers(squares_text, match.on_roll), match};
}

}  // namespace alea::backgammon
