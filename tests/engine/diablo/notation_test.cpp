// Reading and writing, and saying what is wrong.
#include "engine/diablo/notation.hpp"

#include "tests/catch.hpp"
#include "tests/engine/diablo/sizes.hpp"

namespace alea::tests {
namespace {

using G = Diablo<6>;

/// The message of the InputError that `action` throws, which must be about `field`.
template <class Action>
std::string message(const std::string& field, Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    CHECK(error.field() == field);
    return error.what();
  }
  return "nothing thrown";
}

std::string position_error(const std::string& text) {
  return message("position", [&] { G::parse_position(text); });
}

std::string play_error(const std::string& position, const std::string& dice, const std::string& turn) {
  return message("play", [&] { after_turn(G::parse_position(position), G::parse_roll(dice), turn); });
}

void contains(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  CHECK(text.find(part) != std::string::npos);
}

const std::string empty5 = "....../....../....../....../....../";

TEST_CASE("A position's text is checked row by row") {
  contains(position_error(""), "side to move");
  contains(position_error(empty5 + "......"), "side to move");
  contains(position_error(empty5 + "...... w"), "found \"w\"");
  contains(position_error(empty5 + "...... b "), "found \"b \"");
  contains(position_error(empty5 + "..... b"), "row 1: expected 6 squares, found 5");
  contains(position_error(empty5 + "....... b"), "row 1: expected 6 squares, found \".\" after them");
  contains(position_error(empty5 + "......b" + " b"), "found \"b\" after them");
  contains(position_error("....../....../....../....../...... b"), "expected 6 rows separated by '/', found 5");
  contains(position_error(empty5 + empty5 + "...... b"), "expected 6 rows");
  contains(position_error(empty5 + "B..... b"), "found \"B\"");
  for (const char* const height : {"0", "1", "02", "19", "99999999999999999999"}) {
    contains(position_error(empty5 + "b" + height + "..... b"), "from 2 to 18");
  }
  contains(position_error(empty5 + "b10b9.... b"), "at most 18 checkers a side, found 19 of 'b'");
  contains(position_error(empty5 + "b10g9g10... b"), "found 19 of 'g'");
  CHECK_THROWS_AS(G::parse_position(std::string(100000, '/').append(" b")), InputError);
  CHECK_THROWS_AS(Diablo<4>::parse_position(empty5 + "...... b"), InputError);
}

TEST_CASE("Dice have N/2 faces") {
  CHECK(G::parse_roll("1-3") == Dice{3, 1});
  CHECK(message("dice", [] { G::parse_roll("4-1"); }) != "nothing thrown");
  CHECK(message("dice", [] { Diablo<2>::parse_roll("2-1"); }) != "nothing thrown");
}

TEST_CASE("A turn is read in either case and in any legal order") {
  const std::string position = "....../....../....../b...../g...../b.b..g b";
  const auto after = [&](const std::string& turn) {
    const auto [next, side, roll] = after_turn(G::parse_position(position), G::parse_roll("2-1"), turn);
    return G::format_position(next, side);
  };
  CHECK(after("A1xA2 C1-C3") == "....../....../....../b.b.../b...../.....g g");
  CHECK(after("a1Xa2 c1-c3") == after("A1xA2 C1-C3"));
  CHECK(after("C1-C3 A1xA2") == after("A1xA2 C1-C3"));
  CHECK(after("  A1xA2   C1-C3 ") == after("A1xA2 C1-C3"));
  CHECK(after("C1+A1 A1xA2") == "....../....../....../b...../b2...../.....g g");
}

TEST_CASE("A turn that cannot be read is refused with what was expected") {
  const std::string p = "....../....../....../b...../g...../b.b..g b";
  contains(play_error(p, "2-1", ""), "begins with an action such as");
  contains(play_error(p, "2-1", "hello"), "expected a square such as B3, found \"hello\"");
  contains(play_error(p, "2-1", "A1"), "expected '-', 'x' or '+'");
  contains(play_error(p, "2-1", "A1*A2"), "expected '-', 'x' or '+'");
  contains(play_error(p, "2-1", "A1-"), "expected a square such as B3, found \"\"");
  contains(play_error(p, "2-1", "A0-A1"), "expected a square");
  contains(play_error(p, "2-1", "A1-A7"), "A7 is off the board, which ends at F6");
  contains(play_error(p, "2-1", "G1-A7"), "G1 is off the board");
  contains(play_error(p, "2-1", "A1xA2x"), "expected the action to end before \"x\"");
  contains(play_error(p, "2-1", "A1-offside"), "expected a square");
  contains(play_error(p, "2-1", std::string(100000, 'A')), "expected a square");
}

TEST_CASE("An illegal turn is refused with the rule it breaks") {
  const std::string p = "....../....../....../b...../g...../b.b..g b";
  contains(play_error(p, "2-1", "B1-C1"), "no stack stands on B1");
  contains(play_error(p, "2-1", "A2xA1"), "the stack on A2 is the opponent's");
  contains(play_error(p, "2-1", "A1-B2"), "along its row or its column");
  contains(play_error(p, "2-1", "A1-A1"), "along its row or its column");
  contains(play_error(p, "2-1", "A1-D1"), "the distance is 3, but the dice are 2-1");
  contains(play_error(p, "2-1", "A1-B1 C1-D1"), "the distance is 1, but the die left is 2");
  contains(play_error(p, "2-1", "A1-A2"), "A2 holds an enemy stack: expected A1xA2");
  contains(play_error(p, "2-1", "A1-C1"), "C1 holds a stack of the mover: expected A1+C1");
  contains(play_error(p, "2-1", "A1xB1"), "B1 is unoccupied: expected A1-B1");
  contains(play_error(p, "2-1", "A1-B1 C1-C3"), "only one of the two actions may go to an unoccupied square");
  contains(play_error(p, "2-1", "A1-off"), "a checker is removed only when no move is possible, and ");
  contains(play_error(p, "2-1", "A1xA2 A2-off"), "a checker is removed only when no move is possible, and ");
  contains(play_error(p, "2-1", "A1xA2"), "expected a second action such as ");
  contains(play_error(p, "2-1", "A1xA2 C1-C3 C3-C4"), "the turn is over after C1-C3");
  contains(play_error(empty5 + "bg2.... b", "1-1", "A1xB1"), "taller (2 against 1)");
  contains(play_error(empty5 + "bg..b. b", "2-1", "A1xB1 E1-C1"), "the turn is over after A1xB1");
  contains(play_error("....../....../....../....../g2...../bg2.... b", "1-1", "A1-off A1-off"),
           "the turn is over after A1-off");
  contains(play_error("....../....../....../....../g4...../b3g4.... b", "1-1", "A1-off A1-A2"),
           "after a removal the second action");
  contains(play_error(empty5 + "b..... b", "1-1", "A1-B1"), "the game is over");
  contains(play_error("gbgbgb/bgbgbg/gbgbgb/bgbgbg/gbgbgb/bgbgbg b", "1-1", "A1xA2 A2xA3"),
           "the turn is over after A1xA2");
}

TEST_CASE("The board is drawn with coordinates, heights and the side to move") {
  CHECK(Diablo<2>::board(Diablo<2>::parse_position("g2./.b g").position, Side::second) ==
        " 2 | g2   .   \n"
        " 1 | .    b   \n"
        "   +----------\n"
        "     A    B   \n"
        "Green (g) to move\n");
  contains(G::board(G::start(), Side::first), "Black (b) to move, one action only");
}

TEST_CASE("Names tell the size") {
  CHECK(Diablo<2>::name() == "diablo-2");
  CHECK(Diablo<8>::name() == "diablo-8");
  CHECK(Diablo<16>::name() == "diablo-16");
}

}  // namespace
}  // namespace alea::tests
