// The position as a picture for terminals.
//
//     Position ID: 4HPwATDgc/ABMA
//     +13-14-15-16-17-18------19-20-21-22-23-24-+  O  pips 167
//     | X           O    |   | O              X |
//     ..
//     |                  |BAR|                  |
//     ..
//     +12-11-10--9--8--7-------6--5--4--3--2--1-+  X  pips 167  to roll
//
// X is Side::first and plays towards the lower right whoever is on roll; the points are numbered as the roller counts.
#include <algorithm>

#include "engine/backgammon/position_id.hpp"
#include "engine/backgammon/stake.hpp"

namespace alea {
namespace {

using namespace backgammon;

constexpr int rows = 5;  ///< of each half; higher stacks end in their number

class Picture {
 public:
  Picture(const Position& position, Side to_move, int of)
      : to_move_(to_move),
        of_(of),
        x_(to_move == Side::first ? position.own : position.their),
        o_(to_move == Side::first ? position.their : position.own),
        x_pips_(to_move == Side::first ? position.pips() : position.their_pips()),
        o_pips_(to_move == Side::first ? position.their_pips() : position.pips()) {}

  std::string draw() const {
    std::string text = numbers(13, 1) + label('O', o_, o_pips_, Side::second) + "\n";
    for (int row = 0; row < rows; ++row) text += line(row, 13, 1, x_.count(bar), 'X') + "\n";
    text += "|                  |BAR|                  |\n";
    for (int row = rows - 1; row >= 0; --row) text += line(row, 12, -1, o_.count(bar), 'O') + "\n";
    return text + numbers(12, -1) + label('X', x_, x_pips_, Side::first) + "\n";
  }

 private:
  /// The frame above or below twelve points that begin at X's point `first`.
  std::string numbers(int first, int step) const {
    std::string text = "+";
    for (int i = 0; i < 12; ++i) {
      const int point = first + i * step;
      const std::string number = std::to_string(to_move_ == Side::first ? point : bar - point);
      if (i == 6) text += "-----";
      if (number.size() == 1) text += '-';
      text += number;
      text += '-';
    }
    return text + "+";
  }

  /// Row 0 is at the edge of the board; the bar fills from the middle.
  std::string line(int row, int first, int step, int on_bar, char whose) const {
    std::string text = "|";
    for (int i = 0; i < 12; ++i) {
      if (i == 6) text.append("|").append(cell(rows - 1 - row, on_bar, whose)).append("|");
      const int point = first + i * step;
      const int x = x_.count(point), o = o_.count(bar - point);
      text += x ? cell(row, x, 'X') : cell(row, o, 'O');
    }
    return text + "|";
  }

  static std::string cell(int row, int count, char whose) {
    if (row == rows - 1 && count > rows) return (count < 10 ? " " : "") + std::to_string(count).append(" ");
    return row < count ? std::string{' ', whose, ' '} : "   ";
  }

  std::string label(char whose, const Checkers& side, int pips, Side seat) const {
    std::string text = std::string("  ") + whose + "  pips " + std::to_string(pips);
    if (const int off = of_ - side.on_board(); off > 0) text += "  off " + std::to_string(off);
    return text + (to_move_ == seat ? "  to roll" : "");
  }

  Side to_move_;
  int of_;  ///< checkers a side
  const Checkers& x_;
  const Checkers& o_;
  int x_pips_;
  int o_pips_;
};

}  // namespace

std::string backgammon::draw_board(const Position& position, Side to_move, int of) {
  return "Position ID: " + format_position_id(position) + "\n" + Picture(position, to_move, of).draw();
}

std::string Backgammon::board(const Position& position, Side to_move) {
  return draw_board(position, to_move, checkers);
}

}  // namespace alea
