// Plays in and out, with every spelling and every reason against them; the board picture.
#include <map>

#include "engine/backgammon/backgammon.hpp"
#include "tests/catch.hpp"
#include "tests/vectors.hpp"

namespace {

using namespace alea;

/// Checkers by point, 25 the bar, each side's from its own view.
using Points = std::map<int, int>;

Backgammon::Position place(const Points& own, const Points& their) {
  Backgammon::Position position;
  for (const auto& [side, points] : {std::pair{&position.own, own}, {&position.their, their}}) {
    for (const auto& [point, count] : points) side->put(point, count);
  }
  return position;
}

/// A position, a roll and all its plays.
struct Turn {
  Backgammon::Position position;
  Dice dice;
  PlayList<Backgammon> list;

  Turn(const Backgammon::Position& p, const std::string& dice_text)
      : position(p), dice(Backgammon::parse_roll(dice_text)) {
    Backgammon::plays(position, dice, list);
  }

  std::size_t find(const std::string& text) const { return Backgammon::find_play(position, dice, list, text); }

  /// The play that `text` names, as the program writes it; or why there is none.
  std::string read(const std::string& text) const {
    try {
      return Backgammon::format_play(position, dice, list.play(find(text)));
    } catch (const InputError& error) {
      REQUIRE(error.field() == "play");
      return error.what();
    }
  }
};

TEST_CASE("Opening plays lead where GNU Backgammon's do") {
  std::size_t rows = 0;
  for (const auto& row : tests::read_rows(tests::vector_file("backgammon/openings.tsv"))) {
    ++rows;
    CAPTURE(row[0], row[1]);
    const Turn turn(Backgammon::start(), row[0]);
    CHECK(Backgammon::format_position(turn.list.position(turn.find(row[1]))) == row[2]);
  }
  REQUIRE(rows == 104);
}

TEST_CASE("A play is read in every customary spelling") {
  const Turn turn(Backgammon::start(), "3-1");
  for (const char* text : {"8/5 6/5", "6/5 8/5", "  8/5,6/5 ", "8/5* 6/5*", "6/5*\t8/5", "08/05 06/05"}) {
    CHECK(turn.read(text) == "8/5 6/5");
  }
  for (const char* text : {"24/20", "24/23/20", "24/21/20", "21/20 24/21"}) CHECK(turn.read(text) == "24/20");

  const Turn doublet(Backgammon::start(), "1-1");
  for (const char* text :
       {"8/7(2) 6/5(2)", "6/5(2) 8/7 8/7", "8/7 (2) 6/5 6/5", "6/5*(2) 8/7(2)*", "8/7(1) 6/5(2) 8/7"}) {
    CHECK(doublet.read(text) == "8/7(2) 6/5(2)");
  }
  for (const char* text : {"8/6(2)", "8/7/6(2)", "8/7(2) 7/6(2)", "7/6(2) 8/7(2)"})
    CHECK(doublet.read(text) == "8/6(2)");
}

TEST_CASE("Entering, hits and bearing off are read and written") {
  const Turn entering(place({{25, 1}, {24, 2}, {6, 5}}, {{5, 1}, {4, 1}, {1, 2}}), "5-4");
  CHECK(entering.read("BAR/21* 24/19") == "bar/21* 24/19");
  CHECK(entering.read("24/19 25/21") == "bar/21* 24/19");
  CHECK(entering.read("Bar/20*/16") == "bar/20*/16");
  CHECK(entering.read("bar/21/16*") == "bar/21*/16");

  const Turn pointing(place({{8, 2}, {6, 2}}, {{20, 1}, {24, 3}}), "3-1");
  CHECK(pointing.read("8/5 6/5") == "8/5* 6/5");
  CHECK(pointing.read("6/5* 8/5*") == "8/5* 6/5");
  const Turn doublet(place({{6, 3}}, {{20, 1}, {24, 3}}), "1-1");
  CHECK(doublet.read("6/5(3) 5/4") == "6/5*/4 6/5(2)");
  CHECK(doublet.read("6/5*(2) 6/4") == "6/5*/4 6/5(2)");

  const Turn bearing_off(place({{6, 1}, {5, 2}, {1, 1}}, {{1, 2}}), "6-1");
  for (const char* text : {"6/OFF 1/Off", "1/0 6/off", "06/00 1/0"}) CHECK(bearing_off.read(text) == "6/off 1/off");
  CHECK(bearing_off.read("6/5/off") == "6/off");
  CHECK(bearing_off.read("6/5 5/off") == "6/off");
}

TEST_CASE("A hit on the way is made only where it is written or cannot be avoided") {
  const Backgammon::Position one_blot = place({{24, 1}, {6, 2}}, {{7, 1}, {24, 2}});
  CHECK(Turn(one_blot, "6-5").read("24/13") == "24/13");
  CHECK(Turn(one_blot, "6-5").read("24/18/13") == "24/18*/13");
  CHECK(Turn(one_blot, "6-5").read("24/19/13") == "24/13");
  const Backgammon::Position forced = place({{24, 1}, {6, 2}}, {{7, 1}, {6, 2}, {24, 2}});
  CHECK(Turn(forced, "6-5").read("24/13") == "24/18*/13");
  const Backgammon::Position two_blots = place({{24, 1}, {6, 2}}, {{7, 1}, {6, 1}, {24, 2}});
  CHECK(Turn(two_blots, "6-5").read("24/13") == "expected the point that is hit on the way, as in 24/18*/13");
  CHECK(Turn(two_blots, "6-5").read("24/19*/13") == "24/19*/13");
}

TEST_CASE("A refused play says why") {
  const Turn opening(Backgammon::start(), "3-1");
  CHECK(opening.read("7/4") == "7/4 is not possible: there is no checker on the 7-point");
  CHECK(opening.read("bar/22") == "bar/22 is not possible: there is no checker on the bar");
  CHECK(opening.read("8/6") == "the dice 3-1 do not make 8/6");
  CHECK(opening.read("8/off") == "the dice 3-1 do not make 8/off");
  CHECK(opening.read("8/5 6/3") == "6/3 is not possible: the dice that are left do not make it");
  CHECK(opening.read("5/8") == "checkers move to lower points, found 5/8");
  CHECK(opening.read("8/5").starts_with("both dice must be played, as in "));
  CHECK(opening.read("pass").starts_with("a move is possible, such as "));
  CHECK(Turn(Backgammon::start(), "5-5").read("24/19") ==
        "24/19 is not possible: the 19-point is held by the opponent");
  CHECK(Turn(Backgammon::start(), "5-5").read("13/8(2)").starts_with("4 moves must be made, found 2, as in "));
  CHECK(Turn(Backgammon::start(), "6-5").read("6/off 13/8") ==
        "6/off is not possible: no checker can be borne off while one is on the 24-point");

  const Turn on_bar(place({{25, 1}, {8, 2}}, {{1, 2}}), "3-1");
  CHECK(on_bar.read("8/5 8/7") == "8/5 is not possible: a checker on the bar must enter first");
  const Turn shut_out(place({{25, 1}, {8, 2}}, {{1, 2}, {3, 2}}), "3-1");
  CHECK(shut_out.read("PASS") == "pass");
  CHECK(shut_out.read("bar/22") == "bar/22 is not possible: the 22-point is held by the opponent");
  const Turn off_order(place({{5, 1}, {4, 2}}, {{1, 2}}), "6-3");
  CHECK(off_order.read("4/off 4/1") == "4/off is not possible: a 6 must be played from the 5-point");

  // Either die can be played, but not both: the larger must be.
  const Turn larger(place({{24, 1}}, {{12, 2}, {13, 2}}), "6-5");
  REQUIRE(larger.list.size() == 1);
  CHECK(larger.read("24/19") == "where only one die can be played it must be the larger one, as in 24/18");
}

TEST_CASE("What is no play is refused with the place where reading stopped") {
  const Turn turn(Backgammon::start(), "3-1");
  for (const auto& [text, place] : std::vector<std::pair<std::string, int>>{
           {"", 1},     {"8", 2},        {"8/", 3},     {"/5", 1},       {"8-5", 2},    {"8//5", 3},
           {"8/5x", 4}, {"26/5", 3},     {"8/5(", 5},   {"8/5(0)", 6},   {"8/5(5)", 6}, {"8/5(2", 6},
           {"8*/5", 2}, {"8/5**", 5},    {"b/5", 1},    {"passed", 1},   {"8/-5", 3},   {"+8/5", 1},
           {"8/-0", 3}, {"8/5 6/5;", 8}, {"8/5 \n", 5}, {"8/5(2)(2)", 7}}) {
    CAPTURE(text);
    const std::string end = "which cannot be read from character " + std::to_string(place) + " on";
    const std::string message = turn.read(text);
    CHECK((message.starts_with("expected moves such as ") && message.ends_with(end)));
  }
  CHECK(turn.read("8/5 8/5 8/5 8/5 8/5") == "expected at most four moves, found more");
  CHECK(turn.read("24/23/22/21(4)") == "expected at most four moves, found more");
  CHECK(turn.read(std::string(121, ' ')) == "expected at most 120 characters, found 121");
  const PlayList<Backgammon> nothing;
  CHECK_THROWS_AS(Backgammon::find_play(Backgammon::start(), {3, 1}, nothing, "8/5 6/5"), InputError);
}

TEST_CASE("The board shows both sides from the first player's seat and numbers points as the roller counts") {
  const Backgammon::Position position =
      place({{25, 1}, {24, 1}, {13, 3}, {8, 3}, {6, 7}}, {{24, 2}, {6, 5}, {1, 2}, {25, 3}});
  CHECK(Backgammon::board(position, Side::first) == R"(Position ID: gw8AwA78OTgACg
+13-14-15-16-17-18------19-20-21-22-23-24-+  O  pips 155  off 3
| X                |   | O              X |
| X                |   | O                |
| X                |   | O                |
|                  |   | O                |
|                  | X | O                |
|                  |BAR|                  |
|                  | O | 7                |
|                  | O | X                |
|             X    | O | X                |
|             X    |   | X              O |
|             X    |   | X              O |
+12-11-10--9--8--7-------6--5--4--3--2--1-+  X  pips 154  to roll
)");
  CHECK(Backgammon::board(position.flipped(), Side::second) == R"(Position ID: 4M/BAVCDDwDADg
+12-11-10--9--8--7-------6--5--4--3--2--1-+  O  pips 155  off 3  to roll
| X                |   | O              X |
| X                |   | O                |
| X                |   | O                |
|                  |   | O                |
|                  | X | O                |
|                  |BAR|                  |
|                  | O | 7                |
|                  | O | X                |
|             X    | O | X                |
|             X    |   | X              O |
|             X    |   | X              O |
+13-14-15-16-17-18------19-20-21-22-23-24-+  X  pips 154
)");
}

}  // namespace
