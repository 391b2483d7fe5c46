// DVONN as text: what is accepted, and what is said of the rest.
#include <utility>

#include "tests/engine/dvonn/helpers.hpp"

using namespace alea;
using alea::tests::refusal;

namespace {

const std::string empty_rows = "........./........../.........../........../.........";

/// What parse_position says of a bad text.
std::string complaint_about_position(const std::string& text) {
  try {
    Dvonn::parse_position(text);
    return "accepted";
  } catch (const InputError& error) {
    return error.field() == "position" ? error.what() : "wrong field " + error.field();
  }
}

void check_says(const std::string& said, const std::string& expected) {
  CAPTURE(said, expected);
  CHECK(said.find(expected) != std::string::npos);
}

}  // namespace

TEST_CASE("A position that is no position is refused with what is wrong") {
  const std::string tail = "/........../.........../........../......... w m";
  const std::pair<std::string, const char*> bad[] = {
      {"", "found 1 field"},
      {empty_rows, "found 1 field"},
      {empty_rows + " w", "found 2 fields"},
      {empty_rows + " w p ", "found 4 fields"},
      {empty_rows + " x p", "side to move: expected w or b, found \"x\""},
      {empty_rows + " w q", "phase: expected p or m, found \"q\""},
      {"........./........../.........../.......... w p", "expected 5 rows separated by /, found 4"},
      {empty_rows + "/. w p", "expected 5 rows separated by /, found 6"},
      {"......../........../.........../........../......... w p", "row 1: expected 9 spaces (A1 to I1), found 8"},
      {"........../........../.........../........../......... w p",
       "row 1: expected 9 spaces (A1 to I1), found \".\""},
      {"........./........../.........../........./......... w p", "row 4: expected 10 spaces (B4 to K4), found 9"},
      {"..x....../........../.........../........../......... w p", "on C1: expected one of . r w b, found \"x\""},
      {"w1rrr....." + tail, "on A1: expected a height from 2 to 49, or none for 1, found \"1\""},
      {"w0rrr....." + tail, "found \"0\""},
      {"w05rrr....." + tail, "found \"05\""},
      {"w50rrr....." + tail, "found \"50\""},
      {"w99999999999999999999rrr....." + tail, "found \"99999999999999999999\""},
      {"w-2rrr...." + tail, "on B1: expected one of"},
      {"w*rrr....." + tail, "on A1: expected a height from 2 to 49 of a stack with a DVONN piece (*), found 1"},
      {"r2rr......" + tail, "on B1: expected one of"},
      {"w40rrrb7...." + tail, "expected at most 49 pieces, found 50"},
      {"rrrr....." + tail, "expected at most 3 DVONN pieces, found 4"},
      {"wwwwwwwww/wwwwwwwwww/wwwww....../........../......rrr w m", "expected at most 23 white stacks, found 24"},
      {"bbbbbbbbb/bbbbbbbbbb/bbbbb....../........../......rrr w m", "expected at most 23 black stacks, found 24"},
      {"wrr......" + tail, "expected 3 DVONN pieces, alone or inside stacks marked *, found room for 2"},
      {"w3*........" + tail, "found room for 2"},
      {"ww3*r.w...." + tail, "on E1: expected a stack that is connected to a DVONN piece, found one that is cut off"},
      {std::string(300, '.'), "expected at most 256 characters, found 300"},
      {"r......../........../.........../........../......... w p",
       "side to move: expected b after 1 placement, found w"},
      {"rrrbw..../........../.........../........../......... w p",
       "side to move: expected b after 5 placements, found w"},
      {"rrrb...../........../.........../........../......... b p",
       "side to move: expected w after 4 placements, found b"},
      {"w......../........../.........../........../......... b p",
       "expected 1 DVONN, 0 white and 0 black, found 0, 1 and 0"},
      {"rrrw...../........../.........../........../......... w p",
       "expected 3 DVONN, 0 white and 1 black, found 3, 1 and 0"},
      {"rrrb2...../........../.........../........../......... w p",
       "on D1: expected single pieces in the placement phase (p), found height 2"},
      {"rrrbwbwbw/bwbwbwbwbw/bwbwbwbwbwb/wbwbwbwbwb/wbwbwbwbw w p",
       "phase: expected m, all 49 pieces being placed, found p"},
      {"rrrbwbwbw/bwbwbwbwbw/bwbwbwbwbwb/wbwbwbwbwb/wbwbwbwbw b m",
       "side to move: expected w, who makes the first stack move from a full board, found b"},
  };
  for (const auto& [text, expected] : bad) {
    CAPTURE(text);
    check_says(complaint_about_position(text), expected);
  }
}

TEST_CASE("Starred stacks share the three DVONN pieces") {
  const std::string tail = "/........../.........../........../......... w m";
  for (const char* row : {"w4*........", "w2*w2*w2*......", "w3*w2*.......", "w2*rr......", "w3*r......."}) {
    CAPTURE(row);
    CHECK(complaint_about_position(row + tail) == "accepted");
  }
  check_says(complaint_about_position("w2*w2*......." + tail), "found room for 2");
  check_says(complaint_about_position("w2*r......." + tail), "found room for 2");
}

TEST_CASE("An illegal play is refused with its reason") {
  const std::string placing = "rrr....../........../.........../........../......... b p";
  const std::string moving = "wrrrbw2.../........../.........../........../......... w m";
  const std::string over = "w6rrrb5..../........../.........../........../......... w m";
  const std::pair<std::pair<std::string, const char*>, const char*> bad[] = {
      {{placing, "A1"}, "A1 is occupied"},
      {{placing, "J1"}, "J1 is off the board"},
      {{placing, "A4"}, "A4 is off the board"},
      {{placing, "A1B1"}, "no stack moves before all 49 pieces are placed"},
      {{placing, "PASS"}, "nobody passes in the placement phase"},
      {{placing, "resign"}, "resign is not a play"},
      {{placing, ""}, "expected a placement (B4), a stack move (H5F5) or PASS, found \"\""},
      {{placing, "A1 "}, "found \"A1 \""},
      {{placing, "A1-B1"}, "found \"A1-B1\""},
      {{placing, "A11"}, "found \"A11\""},
      {{moving, "B2"}, "all pieces are placed"},
      {{moving, "A1L1"}, "L1 is off the board"},
      {{moving, "B2B1"}, "there is no stack on B2"},
      {{moving, "B1A1"}, "the DVONN piece on B1 belongs to nobody and never moves"},
      {{moving, "E1D1"}, "the stack on E1 is the opponent's"},
      {{moving, "A1C1"}, "the stack on A1 has height 1 and must move exactly so far, but C1 is at distance 2"},
      {{moving, "A1B3"}, "A1 and B3 are not on a straight line"},
      {{moving, "A1A1"}, "A1 and A1 are not on a straight line"},
      {{moving, "A1A2"}, "A2 is empty"},
      {{moving, "PASS"}, "PASS is allowed only without a legal move, and there are 2"},
  };
  for (const auto& [what, expected] : bad) {
    CAPTURE(what.first, what.second);
    check_says(refusal(what.first, what.second), expected);
  }
  const auto finished = tests::read(over);
  REQUIRE(Dvonn::finished(finished));
  try {
    Dvonn::find_play(finished, {}, PlayList<Dvonn>(), "PASS");
    FAIL("accepted");
  } catch (const InputError& error) {
    check_says(error.what(), "the game is over");
  }
}

TEST_CASE("An unreadable play is quoted in part, however long") {
  const std::string said = refusal(empty_rows + " w p", std::string(100000, 'x'));
  CHECK(said.size() < 200);
}

TEST_CASE("A roll of no dice is the empty text") {
  CHECK(Dvonn::format_roll(Dvonn::parse_roll("")).empty());
  try {
    Dvonn::parse_roll("3-1");
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.field() == "dice");
  }
}

TEST_CASE("The board is drawn as it lies") {
  const auto moving = Dvonn::parse_position("rb..wb.b./w2bb2.w2wb2.bw2/.bbb2..wb2.b3*./bww7..wwb2.b/rb..ww.w2w b m");
  CHECK(Dvonn::board(moving.position, moving.to_move) ==
        "          A    B    C    D    E    F    G    H    I\n"
        "     1  r    b    .    .    w    b    .    b    .    J\n"
        "  2  w2   b    b2   .    w2   w    b2   .    b    w2   K\n"
        "3  .    b    b    b2   .    .    w    b2   .    b3*  .\n"
        "  4  b    w    w7   .    .    w    w    b2   .    b\n"
        "     5  r    b    .    .    w    w    .    w2   w\n"
        "Black to move: White 24, Black 23\n");
  const auto lines = [](const std::string& text) {
    return Dvonn::board(tests::read(text), text[text.size() - 3] == 'w' ? Side::first : Side::second);
  };
  check_says(lines(empty_rows + " w p"), "White places a DVONN piece, 49 left");
  check_says(lines("rrr....../........../.........../........../......... b p"), "Black places a piece, 46 left");
  check_says(lines("rrr....../........../.........../........../......... b m"), "The game is over: White 0, Black 0");
}
