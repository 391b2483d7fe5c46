// DVONN's rules one by one, and above all those that implementations got wrong.
#include <algorithm>

#include "engine/dvonn/stack_groups.hpp"
#include "tests/engine/dvonn/helpers.hpp"

using namespace alea;
using alea::tests::read;
using alea::tests::Record;
using alea::tests::refusal;
using alea::tests::space;

namespace {

std::string after(std::string_view position, std::string_view play) {
  Record record(Dvonn::parse_position(position));
  record.play(play);
  return record.text();
}

std::vector<std::string> plays(std::string_view position) {
  const auto p = read(position);
  PlayList<Dvonn> list;
  Dvonn::plays(p, {}, list);
  std::vector<std::string> texts;
  for (const auto& play : list.plays()) texts.push_back(Dvonn::format_play(p, {}, play));
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// The end of the placement phase: 48 pieces are placed in reading order, K5 is empty.
Record before_last_placement() {
  Record record({Dvonn::start()});
  dvonn::each_space(dvonn::board, [&](int s) {
    if (s != space("K5")) record.play(dvonn::space_name(s));
  });
  return record;
}

}  // namespace

TEST_CASE("White, Black and White place the DVONN pieces, then Black the first coloured piece") {
  Record record({Dvonn::start()});
  CHECK(record.text() == "........./........../.........../........../......... w p");
  for (const char* play : {"A1", "B1", "C1"}) record.play(play);
  CHECK(record.text() == "rrr....../........../.........../........../......... b p");
  record.play("D1");
  CHECK(record.text() == "rrrb...../........../.........../........../......... w p");
  record.play("E1");
  CHECK(record.text() == "rrrbw..../........../.........../........../......... b p");
}

TEST_CASE("White makes the 49th placement and then the first stack move") {
  Record record = before_last_placement();
  CHECK(record.to_move() == Side::first);
  CHECK_FALSE(Dvonn::same_mover(record.position()));
  record.play("K5");
  CHECK(record.to_move() == Side::first);
  CHECK(Dvonn::same_mover(record.position()));
  CHECK(record.position().phase() == dvonn::Phase::movement);
  CHECK(record.text() == "rrrbwbwbw/bwbwbwbwbw/bwbwbwbwbwb/wbwbwbwbwb/wbwbwbwbw w m");
  const auto before = record.position();
  record.play("K5J5");
  CHECK(record.to_move() == Side::second);
  CHECK_FALSE(Dvonn::same_mover(record.position()));
  CHECK(seen_by_mover<Dvonn>(before, RollerValue<Dvonn>{{1, 0, 0, 5}}).of == std::array<float, 4>{1, 0, 0, 5});
  CHECK(seen_by_mover<Dvonn>(record.position(), RollerValue<Dvonn>{{1, 0, 0, 5}}).of ==
        std::array<float, 4>{0, 0, 1, -5});
}

TEST_CASE("The opening score is 23-23") {
  Record record = before_last_placement();
  record.play("K5");
  CHECK(record.score() == "23-23");
  CHECK(Dvonn::board(record.position(), Side::first).find("White 23, Black 23") != std::string::npos);
}

TEST_CASE("The 49th placement is forced, and only it") {
  const Record record = before_last_placement();
  const auto forced = dvonn::forced_placement(record.position());
  REQUIRE(forced);
  CHECK(Dvonn::format_play(record.position(), {}, *forced) == "K5");
  CHECK_FALSE(dvonn::forced_placement(dvonn::after(record.position(), *forced)));
  CHECK_FALSE(dvonn::forced_placement(Dvonn::start()));
}

TEST_CASE("A surrounded stack does not move whatever its height") {
  const char* const surrounded = "....r..../....ww..../..rrww3w..../....bb..../......... w m";
  CHECK(refusal(surrounded, "F3C3").find("surrounded on six sides") != std::string::npos);
  CHECK((dvonn::movable(read(surrounded)) & dvonn::bit(space("F3"))) == 0);
  const char* const freed = "....r..../....ww..../..rrww3w..../....b...../......... w m";
  CHECK(after(freed, "F3C3") == "....r..../....ww..../..w4*rw.w..../....b...../......... b m");
}

TEST_CASE("A stack lands on an occupied space only, a DVONN piece included") {
  CHECK(refusal("wrrr...../........../.........../........../......... w m", "A1A2").find("A2 is empty") !=
        std::string::npos);
  CHECK(plays("wrrr...../........../.........../........../......... w m") == std::vector<std::string>{"A1B1"});
  CHECK(after("wrrr...../........../.........../........../......... w m", "A1B1") ==
        ".w2*rr...../........../.........../........../......... b m");
}

TEST_CASE("A stack jumps over empty and occupied spaces alike, exactly its height") {
  const char* const position = "w2.rr...../bbr......./.........../........../......... w m";
  CHECK(plays(position) == std::vector<std::string>{"A1C1"});
  CHECK(refusal(position, "A1A2").find("has height 2") != std::string::npos);
}

TEST_CASE("A DVONN piece moves only inside a stack") {
  CHECK(refusal("wrrr...../........../.........../........../......... w m", "B1A1").find("never moves") !=
        std::string::npos);
  CHECK(after("bw4*wbwb.../........../.........../........../......... w m", "B1F1") ==
        "..wbww5*.../........../.........../........../......... b m");
}

TEST_CASE("A move may cut off the stack it lands on, its own included") {
  const char* const position = "rrrwwb.../....w...../.........../........../......... w m";
  const char* const rest = "rrr....../........../.........../........../......... b m";
  CHECK(after(position, "D1E1") == rest);
  CHECK(after(position, "D1E2") == rest);
  CHECK(plays(position).size() == dvonn::count_plays(read(position)));
  CHECK(Dvonn::finished(read(rest)));
}

TEST_CASE("A moving DVONN piece saves the stacks it comes to and strands those it leaves") {
  // B1 carries the only DVONN pieces: C1 to E1 hang on F1 afterwards, A1 on nothing; F2 hangs on F1 as before.
  CHECK(after("bw4*bbbb.../.....b..../.........../........../......... w m", "B1F1") ==
        "..bbbw5*.../.....b..../.........../........../......... b m");
}

TEST_CASE("A player passes when, and only when, no move is possible") {
  const char* const stuck = "rrrbw5..../........../.........../........../......... w m";
  CHECK(plays(stuck) == std::vector<std::string>{"PASS"});
  CHECK(dvonn::count_plays(read(stuck)) == 1);
  CHECK(after(stuck, "PASS") == "rrrbw5..../........../.........../........../......... b m");
  CHECK(refusal("rrrbw5..../........../.........../........../......... b m", "PASS").find("only without a legal") !=
        std::string::npos);
  CHECK(refusal("........./........../.........../........../......... w p", "PASS").find("placement phase") !=
        std::string::npos);
}

TEST_CASE("White passes from a full board without a white piece on the edge") {
  const std::string rows = "bbbbbbbbb/rwwwwwwwwb/bwwwwwwwrrb/bwwwwwwwwb/bbbbbbbbb";
  const auto start = read(rows + " w m");
  CHECK(Dvonn::same_mover(start));
  const auto passed = dvonn::after(start, {});
  CHECK_FALSE(Dvonn::same_mover(passed));
  CHECK(passed == read(rows + " b m"));
  CHECK_FALSE(Dvonn::finished(start));
}

TEST_CASE("The game ends when neither can move; a tie is a draw") {
  const auto value = [](const char* text) { return Dvonn::result(read(text)).value().of; };
  CHECK(value("w5rrrb5..../........../.........../........../......... w m") == std::array<float, 4>{0, 1, 0, 0});
  CHECK(value("w5rrrb5..../........../.........../........../......... b m") == std::array<float, 4>{0, 1, 0, 0});
  CHECK(value("w6rrrb5..../........../.........../........../......... w m") == std::array<float, 4>{1, 0, 0, 1});
  CHECK(value("w6rrrb5..../........../.........../........../......... b m") == std::array<float, 4>{0, 0, 1, -1});
  CHECK(value("rrr....../........../.........../........../......... w m") == std::array<float, 4>{0, 1, 0, 0});
  CHECK_FALSE(Dvonn::result(read("rrrbw5..../........../.........../........../......... w m")));
  CHECK_FALSE(Dvonn::result(Dvonn::start()));
}

TEST_CASE("Stacks higher than 15 keep their height") {
  const auto tall = read("w46rrr...../........../.........../........../......... w m");
  CHECK(tall.height(space("A1")) == 46);
  CHECK(dvonn::score(tall) == dvonn::Score{46, 0});
  CHECK(Dvonn::finished(tall));
  CHECK(after("........./........../w10bbbbbbbbbb20*/........../......... w m", "A3K3") ==
        "........./........../.bbbbbbbbbw30*/........../......... b m");
  CHECK(plays("........./........../w11bbbbbbbbbb20*/........../......... w m") == std::vector<std::string>{"PASS"});
}

TEST_CASE("Flipping a value swaps wins and losses and negates the margin, twice is nothing") {
  const std::array<float, 4> value{0.5F, 0.2F, 0.3F, 4.0F};
  CHECK(Dvonn::flip(value) == std::array<float, 4>{0.3F, 0.2F, 0.5F, -4.0F});
  CHECK(Dvonn::flip(Dvonn::flip(value)) == value);
  CHECK(Utility<Dvonn>{}(RollerValue<Dvonn>{value}) == Approx(0.2F));
}

TEST_CASE("There is one roll, which is none") {
  REQUIRE(Dvonn::rolls(Dvonn::start()).size() == 1);
  CHECK(Dvonn::rolls(Dvonn::start())[0].probability == 1);
  CHECK(Dvonn::opening_rolls(Dvonn::start()).size() == 1);
}
