// Positions: their bits, their texts, and what is refused.
#include <numeric>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/match_id.hpp"
#include "engine/backgammon/position_id.hpp"
#include "engine/backgammon/xgid.hpp"
#include "tests/catch.hpp"

namespace {

using namespace alea;
using namespace alea::backgammon;

const std::string start_id = "4HPwATDgc/ABMA";
const std::string start_squares = "-b----E-C---eE---c-e----B-";

std::string refusal(const std::string& text) {
  try {
    Backgammon::parse_position(text);
  } catch (const InputError& error) {
    return error.field() == "position" ? error.what() : "wrong field";
  }
  return "accepted";
}

TEST_CASE("The start has 15 checkers and 167 pips a side") {
  const Position start = Backgammon::start();
  CHECK(start.own == start.their);
  CHECK(start.own.count(24) == 2);
  CHECK(start.own.count(13) == 5);
  CHECK(start.own.count(8) == 3);
  CHECK(start.own.count(6) == 5);
  CHECK(start.own.on_board() == 15);
  CHECK(start.own.off() == 0);
  CHECK(start.pips() == 167);
  CHECK(start.their_pips() == 167);
  CHECK(Backgammon::format_position(start) == start_id);
}

TEST_CASE("Adding and removing checkers count every number from 0 to 15") {
  Checkers side;
  const std::uint32_t points = 1u << 3 | 1u << 24;
  for (int n = 0; n <= 15; ++n) {
    Checkers put;
    put.put(4, n);
    put.put(bar, n);
    CHECK(side == put);
    CHECK(side.count(4) == n);
    CHECK(side.count(5) == 0);
    CHECK(side.occupied() == (n >= 1 ? points : 0));
    CHECK(side.made() == (n >= 2 ? points : 0));
    CHECK(side.blots() == (n == 1 ? points : 0));
    Checkers less = side;
    if (n > 0) {
      less.remove(points);
      less.add(points);
      CHECK(less == side);
    }
    if (n < 15) side.add(points);
  }
}

TEST_CASE("A mirrored mask is seen from the other end") {
  for (int point = 1; point <= points; ++point) CHECK(mirrored(1u << (point - 1)) == 1u << (24 - point));
  CHECK(mirrored(bar_mask) == 0);
  CHECK(mirrored(board_mask) == board_mask);
}

TEST_CASE("The first roll is one of 15, each as likely; later rolls are 21") {
  const Position start = Backgammon::start();
  const auto sum = [](auto rolls) {
    return std::accumulate(rolls.begin(), rolls.end(), 0.0, [](double s, const auto& w) { return s + w.probability; });
  };
  const auto opening = Backgammon::opening_rolls(start), later = Backgammon::rolls(start);
  REQUIRE(opening.size() == 15);
  for (const auto& [roll, probability] : opening) {
    CHECK_FALSE(roll.is_double());
    CHECK(probability == Approx(1.0 / 15));
  }
  REQUIRE(later.size() == 21);
  for (const auto& [roll, probability] : later) CHECK(probability == Approx((roll.is_double() ? 1.0 : 2.0) / 36));
  CHECK(sum(opening) == Approx(1));
  CHECK(sum(later) == Approx(1));
}

TEST_CASE("A finished position has an exact result for either side") {
  struct Case {
    std::pair<int, int> checkers;  // point and number, the rest off
    std::size_t points;
  };
  CHECK_FALSE(Backgammon::finished(Backgammon::start()));
  CHECK_FALSE(Backgammon::result(Backgammon::start()));
  for (const auto& [checkers, points] : {Case{{1, 14}, 1},
                                         {{24, 14}, 1},
                                         {{25, 14}, 1},
                                         {{1, 15}, 2},
                                         {{18, 15}, 2},
                                         {{19, 15}, 3},
                                         {{24, 15}, 3},
                                         {{25, 15}, 3}}) {
    Position lost;
    lost.own.put(checkers.first, checkers.second);
    std::array<float, 6> expected{};
    expected[Backgammon::lose_single + points - 1] = 1;
    CHECK(Backgammon::finished(lost));
    CHECK(Backgammon::result(lost).value().of == expected);
    CHECK(Backgammon::finished(lost.flipped()));
    CHECK(Backgammon::result(lost.flipped()).value().of == Backgammon::flip(expected));
    CHECK(Utility<Backgammon>()(*Backgammon::result(lost)) == -static_cast<float>(points));
  }
}

TEST_CASE("Match IDs of GNU Backgammon are read and written") {
  MatchState money{.dice = Dice{3, 1}};
  CHECK(parse_match_id("cIkFAAAAAAAE") == money);
  CHECK(format_match_id(money) == "cIkFAAAAAAAE");

  MatchState top_rolls{.on_roll = Side::second, .turn = Side::second, .dice = Dice{3, 1}};
  CHECK(parse_match_id("MIEFAAAAAAAE") == top_rolls);
  CHECK(format_match_id(top_rolls) == "MIEFAAAAAAAE");

  MatchState jacoby{.dice = Dice{6, 4}, .jacoby = true};
  CHECK(parse_match_id("cAkTAAAAAAAA") == jacoby);
  CHECK(format_match_id(jacoby) == "cAkTAAAAAAAA");

  MatchState match{.length = 7, .score = {3, 5}, .cube = 1, .cube_owner = Side::first};
  CHECK(parse_match_id("UQngAFAAGAAE") == match);
  CHECK(format_match_id(match) == "UQngAFAAGAAE");

  MatchState long_match{.on_roll = Side::second,
                        .turn = Side::second,
                        .dice = Dice{5, 2},
                        .length = 13,
                        .score = {1, 0},
                        .cube = 2,
                        .cube_owner = Side::second};
  CHECK(parse_match_id("AoGqAQAACAAE") == long_match);
  CHECK(format_match_id(long_match) == "AoGqAQAACAAE");
}

TEST_CASE("Every field of a Match ID comes back as written") {
  Random random(1, Purpose::test);
  for (int i = 0; i < 10'000; ++i) {
    const auto any = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint32_t>(n))); };
    const auto seat = [&] { return any(2) ? Side::first : Side::second; };
    MatchState match;
    match.on_roll = seat();
    match.turn = seat();
    if (any(2)) match.dice = Backgammon::rolls({})[static_cast<std::size_t>(any(21))].roll;
    match.length = any(largest_score + 1);
    match.score = {any(largest_score + 1), any(largest_score + 1)};
    match.crawford = any(2);
    match.jacoby = any(2);
    match.cube = any(16);
    if (any(2)) match.cube_owner = seat();
    if (any(2)) match.cube_action = CubeAction::doubled;
    match.resignation = any(4);
    match.state = static_cast<GameState>(any(5));
    if (parse_match_id(format_match_id(match)) != match) FAIL("differs: " << format_match_id(match));
  }
}

TEST_CASE("An XGID is read from the view of the player on roll") {
  const auto opening = Backgammon::parse_position("XGID=" + start_squares + ":0:0:1:31:0:0:0:0:10");
  CHECK(opening.position == Backgammon::start());
  CHECK(opening.to_move == Side::first);
  CHECK(opening.roll == Dice{3, 1});

  // The bottom player's blots on 24 and 22; for the top player on roll they are the opponent's.
  const std::string squares = "-b----E-C---eE---c-e--A-A-";
  const auto bottom = Backgammon::parse_position("XGID=" + squares + ":0:0:1:00:0:0:0:0:10");
  const auto top = Backgammon::parse_position(squares + ":0:0:-1:66:0:0:0:0:10");
  CHECK(Backgammon::format_position(bottom.position) == "4HPwATDgc/ABJA");
  CHECK_FALSE(bottom.roll);
  CHECK(Backgammon::format_position(top.position) == "4HPwASTgc/ABMA");
  CHECK(top.to_move == Side::second);
  CHECK(top.roll == Dice{6, 6});
  CHECK(top.position == bottom.position.flipped());
}

TEST_CASE("Every field of an XGID comes back as written") {
  for (const char* rest :
       {":0:0:1:31:0:0:0:0:10", ":1:1:-1:00:3:5:1:6:10", ":2:-1:1:D:3:5:0:11:10", ":0:0:1:64:0:0:3:0:10",
        ":3:-1:-1:B:0:0:2:0:8", ":1:1:1:R:12:7:1:0:10", ":0:0:-1:66:0:0:0:25:10"}) {
    const std::string text = "XGID=" + start_squares + rest;
    const auto [position, match] = parse_xgid(text);
    CHECK(format_xgid(position, match) == text);
  }
  CHECK(format_xgid(Backgammon::start(), {.dice = Dice{3, 1}}) == "XGID=" + start_squares + ":0:0:1:31:0:0:0:0:10");
}

TEST_CASE("A Position ID with a Match ID has dice and a player on roll") {
  const auto situation = Backgammon::parse_position("4HPwASTgc/ABMA:MIEFAAAAAAAE");
  CHECK(Backgammon::format_position(situation.position) == "4HPwASTgc/ABMA");
  CHECK(situation.to_move == Side::second);
  CHECK(situation.roll == Dice{3, 1});
  CHECK_FALSE(Backgammon::parse_position(start_id + ":UQngAFAAGAAE").roll);
}

TEST_CASE("Impossible Position IDs are refused with the reason") {
  const auto starts = [](const std::string& text, const std::string& reason) {
    CAPTURE(text, refusal(text));
    CHECK(refusal(text).starts_with(reason));
  };
  const std::string expected = "expected a Position ID of 14 base64 characters, found ";
  starts("", expected + "0 characters");
  starts("4HPwATDgc/ABM", expected + "13 characters");
  starts("4HPwATDgc/ABMA=", expected + "15 characters");
  starts("4HPwATDgc/ABMAA", expected + "15 characters");
  starts(std::string(1000, 'A'), expected + "1000 characters");
  starts("4HPwATDgc/AB-A", expected + "another character at place 13");
  starts("4HPwATDgc/AB\xc3\xa4", expected + "another character at place 13");
  starts("4HPwATDgc/ABMB", expected + "bits set after the last byte");
  starts("//8AAAAAAAAAAA", "expected at most 15 checkers a side");
  starts("/////////////w", "expected at most 15 checkers a side");
  starts("AAAAAAAAAAAAAA", "expected a side with checkers");
  starts("4HPwATDgc/ABMI", "expected a Position ID of 14 base64 characters, found bits");
  starts("AQAAAAAAAAAAgA", "expected no bits after the last bar");
  // The roller's 1-point is the opponent's 24-point.
  Position both;
  both.own.put(1, 2);
  both.their.put(24, 1);
  starts(format_position_id(both), "expected each point to be held by one side, found both on the roller's 1-point");
}

TEST_CASE("Impossible Match IDs are refused with the reason") {
  const auto refused = [](MatchState match) { return refusal(start_id + ":" + format_match_id(match)); };
  CHECK(refused({}) == "accepted");
  CHECK(refused({.dice = Dice{7, 1}}) == "Match ID: expected a die to be 0 to 6, found 7");
  CHECK(refused({.dice = Dice{3, 0}}) == "Match ID: expected both dice or neither to be rolled, found 3");
  CHECK(refused({.state = static_cast<GameState>(5)}) == "Match ID: expected the game state to be 0 to 4, found 5");
  CHECK(refusal(start_id + ":IAAAAAAAAAAA") == "Match ID: expected the cube's owner to be 0, 1 or 3, found 2");
  CHECK(refusal(start_id + ":AAAAAAAAAAAI") == "Match ID: expected the last five bits to be 0 to 0, found 1");
  CHECK(refusal(start_id + ":") == "expected a Match ID of 12 base64 characters, found 0 characters");
  CHECK(refusal(start_id + ":cIkFAAAAAAAE:") == "expected a Match ID of 12 base64 characters, found 13 characters");
}

TEST_CASE("Impossible XGIDs are refused with the field") {
  const auto starts = [](const std::string& text, const std::string& reason) {
    CAPTURE(text, refusal(text));
    CHECK(refusal(text).starts_with("XGID: expected " + reason));
  };
  const std::string good = ":0:0:1:31:0:0:0:0:10";
  starts("XGID=" + start_squares, "the fields to be 10 between colons, found \"1\"");
  starts("XGID=" + start_squares + ":0:0:1:31:0:0:0:0", "the fields to be 10");
  starts("XGID=" + start_squares + good + ":0", "the fields to be 10");
  starts("XGID=" + std::string(200, ':'), "the text to be at most 120 characters");
  starts("XGID=" + start_squares.substr(1) + good, "the checkers to be 26 characters");
  starts("XGID=-b----F-C---eE---c-e----B-" + good, "the checkers to be at most 15 a side");
  starts("XGID=-b----P-C---eE---c-e----B-" + good, "the checkers to be -, A to O or a to o");
  starts("XGID=-b----E C---eE---c-e----B-" + good, "the checkers to be -, A to O or a to o");
  starts("XGID=Ab----E-C---eD---c-e----B-" + good, "the bars to be");
  starts("XGID=-b----E-C---dE---c-e----Ba" + good, "the bars to be");
  const auto with = [&](const std::string& rest) { return "XGID=" + start_squares + rest; };
  starts(with(":16:0:1:31:0:0:0:0:10"), "the cube to be 0 to 15, found \"16\"");
  starts(with(":x:0:1:31:0:0:0:0:10"), "the cube to be 0 to 15");
  starts(with(":0:2:1:31:0:0:0:0:10"), "the cube's owner to be 1 or -1");
  starts(with(":0:0:0:31:0:0:0:0:10"), "the turn to be 1 or -1");
  for (const char* dice : {"", "3", "30", "71", "311", "d", "DD", "-"}) {
    starts(with(":0:0:1:" + std::string(dice) + ":0:0:0:0:10"), "the dice to be");
  }
  starts(with(":0:0:1:31:-1:0:0:0:10"), "the bottom player's score");
  starts(with(":0:0:1:31:0:99999999999:0:0:10"), "the top player's score");
  starts(with(":0:0:1:31:0:0:4:0:10"), "the rules to be 0 to 3");
  starts(with(":0:0:1:31:0:0:2:7:10"), "the rules to be 0 to 1");
  starts(with(":0:0:1:31:0:0:0:-7:10"), "the match length");
  starts(with(":0:0:1:31:0:0:0:0:"), "the largest cube");
  CHECK(refusal("XGID=" + std::string(26, '-') + good) ==
        "expected a side with checkers on the board, found both borne off");
  CHECK(refusal("XGID=aBBBBBB------------bbbbbbA" + good) ==
        "expected a side that may move, found both on the bar before closed boards");
  CHECK(refusal("XGID=aBBBBBB------------bbbbb-A" + good) == "accepted");
}

/// `text` with one to four characters changed, left out or doubled.
std::string changed(std::string text, Random& random) {
  for (std::uint32_t n = 1 + random.below(4); n > 0 && !text.empty(); --n) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
    switch (random.below(4)) {
      case 0:
        text.erase(at, 1);
        break;
      case 1:
        text.insert(at, 1, text[at]);
        break;
      case 2:
        text[at] = static_cast<char>(random.below(256));
        break;
      default:
        text[at] = text[random.below(static_cast<std::uint32_t>(text.size()))];
    }
  }
  return text;
}

TEST_CASE("Texts with random changes are read as possible positions and legal plays, or refused") {
  Random random(3, Purpose::test);
  const auto start = Backgammon::start();
  PlayList<Backgammon> plays;
  Backgammon::plays(start, {1, 1}, plays);
  int read = 0, refused = 0, wrong = 0;
  const auto attempt = [&](const auto& reader) {
    try {
      reader();
      ++read;
    } catch (const InputError&) {
      ++refused;
    }
  };
  for (int i = 0; i < 50'000; ++i) {
    for (const std::string& text :
         {start_id, start_id + ":cIkFAAAAAAAE", "XGID=" + start_squares + ":0:0:1:31:0:0:0:0:10"}) {
      attempt([&] {
        const Position position = Backgammon::parse_position(changed(text, random)).position;
        wrong += parse_position_id(format_position_id(position)) != position;
      });
    }
    attempt([&] {
      wrong += Backgammon::find_play(start, {1, 1}, plays, changed("8/7(2) 24/23*/22", random)) >= plays.size();
    });
  }
  CHECK(wrong == 0);
  CHECK(read > 1000);
  CHECK(refused > 100'000);
}

}  // namespace
