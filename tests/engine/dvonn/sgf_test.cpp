// Boardspace's SGF: what players did with their hands becomes turns.
#include "engine/dvonn/sgf.hpp"

#include <utility>
#include <vector>

#include "tests/engine/dvonn/helpers.hpp"

using namespace alea;
using dvonn::read_sgf;
using dvonn::SgfGame;

namespace {

/// A record whose players act so, each text "0 dropb D 3" by that player; one action a line, from line 3 on.
std::string record(const std::vector<std::string>& actions) {
  std::string text = "(;\nGM[Dvonn]VV[1]P0[id \"a\"]\n";
  for (std::size_t i = 0; i < actions.size(); ++i) {
    text += "; P" + actions[i].substr(0, 1) + "[" + std::to_string(i) + actions[i].substr(1) + "]\n";
  }
  return text + ")\n";
}

std::string played(const std::vector<std::string>& actions) {
  const auto games = read_sgf(record(actions));
  REQUIRE(games.size() == 1);
  std::string plays;
  for (const auto& turn : games[0].turns) plays += (turn.side == Side::first ? "w:" : "b:") + turn.play + " ";
  if (games[0].resigned) plays += *games[0].resigned == Side::first ? "w resigns" : "b resigns";
  return plays;
}

std::string complaint(const std::string& text) {
  try {
    read_sgf(text);
    return "accepted";
  } catch (const InputError& error) {
    return error.field() == "sgf" ? error.what() : "wrong field " + error.field();
  }
}

std::string complaint(const std::vector<std::string>& actions) { return complaint(record(actions)); }

/// "D 3" from "D3".
std::string apart(std::string_view space) { return {space[0], ' ', space[1]}; }

/// The actions of a play in one of the ways in which people and robots do it.
void add_actions(std::string player, const std::string& play, std::uint32_t way, std::vector<std::string>& actions) {
  const auto add = [&](const std::string& action) { actions.push_back(player + " " + action); };
  if (play == "PASS") {
    if (way % 2 == 0) add("pass");
  } else if (play.size() == 2) {
    if (way % 2 == 0) add("pick wr 0");
    add("dropb " + apart(play));
    if (way % 4 == 1) add("pickb " + apart(play)), add("dropb " + apart(play));
  } else if (way % 3 == 0) {
    add("move " + apart(play) + " " + apart(play.substr(2)));
  } else {
    if (way % 3 == 1) add("pickb " + apart(play)), add("dropb " + apart(play));
    add("pickb " + apart(play));
    add("dropb " + apart(play.substr(2)));
  }
  add("done");
}

}  // namespace

TEST_CASE("Games of random plays come back from their records") {
  PlayList<Dvonn> list;
  std::size_t wrong = 0, turns = 0;
  for (std::uint64_t number = 0; number < 50; ++number) {
    Random random(3, Purpose::test, 0, number);
    std::vector<std::string> actions{"0 Start P" + std::to_string(number % 2)}, plays;
    const Side of_first_seat = number % 2 == 0 ? Side::first : Side::second;
    std::vector<Side> sides;
    Situation<Dvonn> now{Dvonn::start()};
    while (!Dvonn::finished(now.position)) {
      Dvonn::plays(now.position, {}, list);
      const std::size_t chosen = random.below(static_cast<std::uint32_t>(list.size()));
      plays.push_back(Dvonn::format_play(now.position, {}, list.play(chosen)));
      sides.push_back(now.to_move);
      add_actions(now.to_move == of_first_seat ? "0" : "1", plays.back(), random.below(12), actions);
      now.to_move = next_side<Dvonn>(list.position(chosen), now.to_move);
      now.position = list.position(chosen);
    }
    const SgfGame game = read_sgf(record(actions)).at(0);
    turns += plays.size();
    wrong += game.turns.size() != plays.size() || game.resigned;
    for (std::size_t i = 0; i < plays.size() && i < game.turns.size(); ++i) {
      wrong += game.turns[i].play != plays[i] || game.turns[i].side != sides[i];
    }
  }
  CHECK(turns > 50 * 60);
  CHECK(wrong == 0);
}

TEST_CASE("Only done commits a turn, and minds are changed before it") {
  CHECK(played({"0 Start P0", "0 dropb D 3", "0 done"}) == "w:D3 ");
  CHECK(played({"0 dropb D 3"}).empty());
  CHECK(played({"0 dropb D 3", "0 pickb D 3", "0 dropb E 3", "0 done"}) == "w:E3 ");
  CHECK(played({"0 pick wr 2", "0 dropb D 3", "0 drop wr 2", "0 pick wr 2", "0 dropb a 1", "0 done"}) == "w:A1 ");
  CHECK(played({"0 dropb D 3", "0 pick br 1", "0 dropb E 3", "0 done"}) == "w:E3 ");
  CHECK(played({"0 pickb A 1", "0 dropb B 1", "0 pickb B 1", "0 dropb A 2", "0 done"}) == "w:A1A2 ");
  CHECK(played({"0 pickb A 1", "0 dropb A 1", "0 pickb B 1", "0 dropb C 1", "0 done"}) == "w:B1C1 ");
  CHECK(played({"0 move A 1 B 1", "0 pickb B 1", "0 dropb A 2", "0 done"}) == "w:A1A2 ");
  CHECK(played({"0 done", "1 pass", "1 done"}) == "w:PASS b:PASS ");
}

TEST_CASE("Who begins has White, whatever the seat") {
  CHECK(played({"0 Start P1", "1 dropb D 3", "1 done", "0 dropb E 3", "0 done"}) == "w:D3 b:E3 ");
  CHECK(played({"1 dropb D 3", "1 done", "0 dropb E 3", "0 done"}) == "w:D3 b:E3 ");
}

TEST_CASE("A resignation is committed too, and can be taken back") {
  CHECK(played({"0 dropb D 3", "0 done", "1 resign", "1 done"}) == "w:D3 b resigns");
  CHECK(played({"0 resign", "0 resign", "0 dropb D 3", "0 done"}) == "w:D3 ");
  CHECK(played({"0 resign"}).empty());
}

TEST_CASE("Turns know their line; other properties, text around games and escapes do not matter") {
  const std::string text =
      "From the archive:\n\n (; GM[DVONN]DT[today \\] (still the date) \\\\]SU [dvonn -1] P0[id \"somebody\"]\r\n"
      "P1[ id else][time 0:01]\n;P0[0 Start P0]C[what a move; P0[9 done\\]]\n ; P0 [1\tdropb\n D  3]\n;P0[2 "
      "done]TM[9]\n;\n"
      "P0[time 0:09:03 ]\n)\n(;GM[Dvonn];P1[0 dropb E 3];P1[1 done])";
  const auto games = read_sgf(text);
  REQUIRE(games.size() == 2);
  REQUIRE(games[0].turns.size() == 1);
  CHECK(games[0].turns[0].play == "D3");
  CHECK(games[0].turns[0].line == 8);
  REQUIRE(games[1].turns.size() == 1);
  CHECK(games[1].turns[0].side == Side::first);
}

TEST_CASE("A record that is cut off anywhere is refused with the place") {
  const std::string whole = record({"0 Start P0", "0 dropb D 3", "0 done", "1 dropb E 3", "1 done"});
  const std::size_t last = whole.rfind(')');
  std::size_t wrong = 0;
  for (std::size_t length = 0; length <= last; ++length) {
    const std::string said = complaint(whole.substr(0, length));
    const bool good = said.starts_with("line ") && said.ends_with("found the end of the text");
    if (!good) UNSCOPED_INFO(said);
    wrong += !good;
  }
  CHECK(wrong == 0);
  CHECK(complaint(whole.substr(0, last + 1)) == "accepted");
  CHECK(complaint(std::string("(;GM[Dvonn]\n;P0[0 dropb D")) ==
        "line 2, column 14: expected the ] that ends the value of P0, found the end of the text");
}

TEST_CASE("A record that is no record is refused with what was expected and found") {
  const std::pair<std::string, const char*> texts[] = {
      {"", "line 1, column 1: expected a game that opens with (;, found the end of the text"},
      {"B4 C5", "expected a game that opens with (;"},
      {"(;GM[Hex])", "line 1, column 5: expected a game of Dvonn, found GM[Hex]"},
      {"(;GM[Dvonn]\n  (;P0[0 done]))",
       "line 2, column 3: expected a node (;), a property or the ) that ends the game, found \"(\""},
      {"(;GM[Dvonn]\n;P0)", "line 2, column 4: expected [ after the property P0, found \")\""},
  };
  for (const auto& [text, expected] : texts) {
    CAPTURE(text, complaint(text));
    CHECK(complaint(text).find(expected) != std::string::npos);
  }
  const std::pair<std::vector<std::string>, const char*> bad[] = {
      {{"0 dropb D 9"}, "line 3, column 5: expected a space such as D 3, found P0[0 dropb D 9]"},
      {{"0 dropb"}, "expected a space such as D 3"},
      {{"0 move A 1 J 1"}, "expected a space such as D 3"},
      {{"0 fly D 3"}, "expected one of Start pick drop pickb dropb move pass resign done, found P0[0 fly D 3]"},
      {{"0"}, "expected one of Start"},
      {{"0 Start P2"}, "expected Start P0 or Start P1"},
      {{"0 done", "0 Start P0"}, "line 4, column 5: expected Start before all turns"},
      {{"0 dropb D 3", "1 dropb E 3"}, "expected P0 to end its turn by done, found P1[1 dropb E 3]"},
      {{"0 dropb D 3", "0 dropb E 3"}, "expected done after something was put down on D3"},
      {{"0 dropb D 3", "0 pickb E 3"}, "expected done, or pickb from D3, where something was just put down"},
      {{"0 pickb D 3", "0 pickb E 3"}, "expected dropb of what was picked up before"},
      {{"0 pickb D 3", "0 done"}, "expected dropb before done"},
      {{"0 dropb D 3", "0 pickb D 3", "0 done"}, "expected dropb before done"},
      {{"0 dropb D 3", "0 pass"}, "expected pass with an empty hand"},
      {{"0 resign", "0 done", "1 done"}, "expected nothing after a resignation"},
  };
  for (const auto& [actions, expected] : bad) {
    CAPTURE(actions, complaint(actions));
    CHECK(complaint(actions).find(expected) != std::string::npos);
  }
  CHECK(complaint("(;GM[" + std::string(100'000, 'x') + "])").size() < 200);
}
