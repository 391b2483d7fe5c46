// DVONN plays as text, and why one is illegal.
#include <algorithm>
#include <cstdlib>

#include "engine/dvonn/dvonn.hpp"
#include "engine/dvonn/stack_groups.hpp"

namespace alea {
namespace dvonn {

namespace {

constexpr std::size_t longest_play = 40;

InputError illegal(const std::string& message) { return {"play", message}; }

std::string upper(std::string_view text) {
  std::string result(text.substr(0, longest_play));
  for (char& c : result) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return result;
}

/// Does `text` look like a space (a letter and a digit), on the board or not?
bool looks_like_space(std::string_view text) {
  return text.size() == 2 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= '0' && text[1] <= '9';
}

int read_space(std::string_view text) {
  if (const auto space = parse_space(text)) return *space;
  throw illegal(std::string(text) + " is off the board (rows A1-I1, A2-J2, A3-K3, B4-K4, C5-K5)");
}

/// Reads upper-case text; throws when it is no play of any position.
Play read_play(std::string_view text) {
  if (text == "PASS") return {};
  if (text == "RESIGN") throw illegal("resign is not a play: expected a placement (B4), a stack move (H5F5) or PASS");
  const bool two = text.size() == 4 && looks_like_space(text.substr(0, 2)) && looks_like_space(text.substr(2));
  if (!two && !looks_like_space(text)) {
    throw illegal("expected a placement (B4), a stack move (H5F5) or PASS, found \"" + std::string(text) + "\"");
  }
  const auto space = [](std::string_view name) { return static_cast<std::uint8_t>(read_space(name)); };
  if (two) return {space(text.substr(0, 2)), space(text.substr(2))};
  return {Play::nowhere, space(text)};
}

std::string why_no_placement(const Position& position, Play play) {
  if (position.phase() == Phase::movement) {
    return "all pieces are placed: expected a stack move such as H5F5, or PASS";
  }
  return space_name(play.to) + " is occupied: a piece is placed on an empty space";
}

/// Spaces from one to another in a straight line, 0 if they are not on one.
int distance(int from, int to) {
  const int across = column_of(to) - column_of(from), up = row_of(to) - row_of(from);
  if (across != 0 && up != 0 && across != up) return 0;
  return std::max(std::abs(across), std::abs(up));
}

std::string why_no_move(const Position& position, Play play) {
  const std::string from = space_name(play.from), to = space_name(play.to);
  if (position.phase() == Phase::placement) return "no stack moves before all 49 pieces are placed";
  if (!(position.occupied() & bit(play.from))) return "there is no stack on " + from;
  if (position.lone_dvonn() & bit(play.from))
    return "the DVONN piece on " + from + " belongs to nobody and never moves";
  if (position.their() & bit(play.from)) return "the stack on " + from + " is the opponent's";
  if (!(movable(position) & bit(play.from))) {
    return "the stack on " + from + " is surrounded on six sides and cannot move";
  }
  const int length = distance(play.from, play.to), height = position.height(play.from);
  if (length == 0) return from + " and " + to + " are not on a straight line";
  if (length != height) {
    return "the stack on " + from + " has height " + std::to_string(height) + " and must move exactly so far, but " +
           to + " is at distance " + std::to_string(length);
  }
  return to + " is empty: a stack lands on an occupied space";
}

std::string why_no_pass(const Position& position, std::size_t plays) {
  if (position.phase() == Phase::placement) return "nobody passes in the placement phase";
  return "PASS is allowed only without a legal move, and there " +
         (plays == 1 ? "is one" : "are " + std::to_string(plays));
}

std::string why_illegal(const Position& position, Play play, std::size_t plays) {
  if (plays == 0) return "the game is over";
  if (play.is_pass()) return why_no_pass(position, plays);
  return play.is_placement() ? why_no_placement(position, play) : why_no_move(position, play);
}

}  // namespace
}  // namespace dvonn

std::size_t Dvonn::find_play(const Position& position, Roll, const PlayList<Dvonn>& list, std::string_view text) {
  const Play play = dvonn::read_play(dvonn::upper(text));
  const auto plays = list.plays();
  const auto found = std::find(plays.begin(), plays.end(), play);
  if (found == plays.end()) throw dvonn::illegal(dvonn::why_illegal(position, play, plays.size()));
  return static_cast<std::size_t>(found - plays.begin());
}

std::string Dvonn::format_play(const Position&, Roll, const Play& play) {
  if (play.is_pass()) return "PASS";
  if (play.is_placement()) return dvonn::space_name(play.to);
  return dvonn::space_name(play.from) + dvonn::space_name(play.to);
}

}  // namespace alea
