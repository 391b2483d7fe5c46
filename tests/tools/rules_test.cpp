// plays, apply, perft and replay.
#include <algorithm>

#include "engine/registry.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"
#include "tests/tools/program.hpp"
#include "tests/vectors.hpp"

using namespace alea::tests;

namespace {

const std::string finished = "4HPwATAAAAAAAA";  // the player on roll has no checkers left
const std::string opening_xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

std::vector<std::string> positions(const Json& answer) {
  std::vector<std::string> list;
  for (const auto& play : answer.at("plays")) list.push_back(play.at("position"));
  std::sort(list.begin(), list.end());
  return list;
}

Finished plays(const std::string& position, const std::string& dice) {
  return run_alea({"plays", "backgammon", "--position", position, "--dice", dice, "--json"});
}

Finished apply_play(const std::string& dice, const std::string& play) {
  return run_alea({"apply", "backgammon", "--position", backgammon_start, "--dice", dice, "--play", play, "--json"});
}

/// A game of random plays as a line that `replay` reads.
std::string random_record(const std::string& winner = "") {
  using G = alea::Backgammon;
  alea::Random random(7, alea::Purpose::test);
  alea::PlayList<G> list;
  std::string turns;
  alea::Situation<G> end{G::start()};
  const auto game = alea::play_game<G>(
      G::start(), alea::Side::first, random, list, 10'000,
      [&](auto, const auto&, const auto&, const auto& all) {
        return random.below(static_cast<std::uint32_t>(all.size()));
      },
      [&](auto, const auto& position, auto roll, const auto& all, std::size_t chosen) {
        if (!turns.empty()) turns += ';';
        turns += G::format_roll(roll);
        turns += ':';
        turns += G::format_play(position, roll, all.play(chosen));
        end.position = all.position(chosen);
      });
  const std::string won_by = game.next == alea::Side::first ? "b" : "w";
  return "game-7\t" + (winner.empty() ? won_by : winner) + "\t" + std::to_string(game.turns) + "\t" + backgammon_start +
         "\t" + G::format_position(end.position, game.next) + "\t" + turns;
}

}  // namespace

TEST_CASE("plays lists each resulting position once, with a play that leads there", "[tools]") {
  const auto answer = plays(backgammon_start, "1-3").json();
  CHECK(answer.at("position") == backgammon_start);
  CHECK(answer.at("dice") == "3-1");
  CHECK(answer.at("plays").size() == 16);
  const auto found = positions(answer);
  CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
  for (const auto& play : answer.at("plays")) {
    const auto after = apply_play("3-1", play.at("play"));
    CHECK(after.json().at("position") == play.at("position"));
  }
}

TEST_CASE("plays takes the dice of an XGID, and refuses others beside them", "[tools]") {
  const auto from_xgid = run_alea({"plays", "backgammon", "--position", opening_xgid, "--json"}).json();
  CHECK(from_xgid == plays(backgammon_start, "3-1").json());
  CHECK(plays(opening_xgid, "3-1").json() == from_xgid);
  const auto contradicted = plays(opening_xgid, "4-1");
  CHECK(contradicted.status == 2);
  CHECK(contradicted.error_field() == "dice");
}

TEST_CASE("plays of a finished position are none, a success", "[tools]") {
  const auto without_dice = run_alea({"plays", "backgammon", "--position", finished, "--json"});
  CHECK(without_dice.status == 0);
  CHECK(without_dice.json().at("plays").empty());
  CHECK(plays(finished, "6-5").json().at("plays").empty());
  CHECK(run_alea({"plays", "backgammon", "--position", finished}).out.find("over") != std::string::npos);
}

TEST_CASE("plays refuses what cannot be and says which part", "[tools]") {
  CHECK(plays(backgammon_start, "7-1").error_field() == "dice");
  CHECK(plays(backgammon_start, "").error_field() == "dice");
  CHECK(plays(backgammon_start, "6").error_field() == "dice");
  CHECK(run_alea({"plays", "backgammon", "--position", backgammon_start, "--json"}).error_field() == "dice");
  for (const std::string impossible : {"", "nonsense", "4HPwATDgc/ABM", "////////////////", "\xff\xfe",
                                       "XGID=-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10"}) {  // 16 checkers
    CAPTURE(impossible);
    const auto refused = plays(impossible, "3-1");
    CHECK(refused.status == 2);
    CHECK(refused.error_field() == "position");
  }
}

TEST_CASE("plays --batch answers every line, goes on after bad ones, and ends with 2", "[tools]") {
  const auto good =
      run_alea({"plays", "backgammon", "--batch"}, "# a comment\n" + backgammon_start + "\t3-1\r\n" + opening_xgid);
  CHECK(good.status == 0);
  REQUIRE(good.lines().size() == 2);
  CHECK(good.lines()[0] == good.lines()[1]);

  const std::string too_long(10'000'000, 'x');
  const auto mixed = run_alea({"plays", "backgammon", "--batch"}, backgammon_start + "\t7-1\n" + too_long +
                                                                      "\n\nnonsense\t3-1\n" + backgammon_start +
                                                                      "\t3-1\textra\n" + backgammon_start + "\t3-1\n");
  CHECK(mixed.status == 2);
  const auto lines = mixed.lines();
  REQUIRE(lines.size() == 6);
  const char* const fields[] = {"dice", "line", "position", "position", "line"};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(lines[i].at("error").at("line") == i + 1);
    CHECK(lines[i].at("error").at("field") == fields[i]);
    CHECK(lines[i].at("error").at("message").is_string());
  }
  CHECK(lines[5].at("plays").size() == 16);
}

TEST_CASE("plays agrees with the reference positions", "[tools]") {
  const auto file = vector_file("backgammon/plays.tsv");
  if (file.empty()) {
    WARN("skipped: no backgammon/plays.tsv");
    return;
  }
  const auto rows = read_rows(file);
  std::string input;
  for (const Row& row : rows) input += row[0] + "\t" + row[1] + "\n";
  const auto answers = run_alea({"plays", "backgammon", "--batch"}, input).lines();
  REQUIRE(answers.size() == rows.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i][2] == "0") {
      wrong += answers[i].at("plays").size() != 1 || answers[i].at("plays")[0].at("play") != "pass";
    } else {
      wrong += positions(answers[i]) != std::vector<std::string>(rows[i].begin() + 3, rows[i].end());
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("plays and apply draw the board for people", "[tools]") {
  const auto listed = run_alea({"plays", "backgammon", "--position", backgammon_start, "--dice", "3-1"});
  CHECK(listed.out.find("24/23") != std::string::npos);
  CHECK(listed.out.find("leads to") != std::string::npos);
  const auto applied =
      run_alea({"apply", "backgammon", "--position", backgammon_start, "--dice", "3-1", "--play", "8/5 6/5"});
  CHECK(applied.status == 0);
  CHECK(applied.out.find("sGfwATDgc/ABMA") != std::string::npos);
}

TEST_CASE("apply makes a play or says why it is illegal", "[tools]") {
  CHECK(apply_play("3-1", "6/5 8/5").json() == Json{{"position", "sGfwATDgc/ABMA"}, {"finished", false}});
  for (const char* illegal : {"8/4 6/5", "24/20", "pass", "", "nonsense", "1/off"}) {
    CAPTURE(illegal);
    const auto refused = apply_play("2-1", illegal);
    CHECK(refused.status == 2);
    CHECK(refused.error_field() == "play");
  }
  const auto after_the_end =
      run_alea({"apply", "backgammon", "--position", finished, "--dice", "3-1", "--play", "8/5 6/5", "--json"});
  CHECK(after_the_end.status == 2);
  CHECK(after_the_end.error_field() == "play");
}

TEST_CASE("apply tells that the game is over", "[tools]") {
  const std::string last_checker = "4HPwATACAAAAAA";  // one checker on the 2-point
  const auto won =
      run_alea({"apply", "backgammon", "--position", last_checker, "--dice", "3-1", "--play", "2/off", "--json"});
  CHECK(won.status == 0);
  CHECK(won.json().at("finished") == true);
}

TEST_CASE("perft counts over all rolls, and from one first roll", "[tools]") {
  const auto all = run_alea({"perft", "backgammon", "--depth", "2", "--json"}).json();
  CHECK(all.at("nodes") == Json{447, 202782});
  CHECK(all.at("seconds").is_number());
  CHECK(run_alea({"perft", "backgammon", "--depth", "1", "--dice", "3-1", "--json"}).json().at("nodes") == Json{16});
  CHECK(run_alea({"perft", "backgammon", "--depth", "1", "--position", opening_xgid, "--json"}).json().at("nodes") ==
        Json{16});
  CHECK(run_alea({"perft", "backgammon", "--depth", "2", "--position", finished, "--json"}).json().at("nodes") ==
        Json{0, 0});
  CHECK(run_alea({"perft", "backgammon", "--depth", "2"}).out.find("202782") != std::string::npos);
}

TEST_CASE("replay plays recorded games to their end", "[tools]") {
  const auto played = run_alea({"replay", "backgammon", "--batch"}, "# header\n" + random_record() + "\n");
  CHECK(played.status == 0);
  const auto json = played.json();
  CHECK(json.at("id") == "game-7");
  CHECK((json.at("result") == "w" || json.at("result") == "b"));
  CHECK(json.at("turns") == std::stoi(split(random_record(), '\t')[2]));
  CHECK(!json.contains("recorded"));
}

TEST_CASE("replay tells what a record says otherwise", "[tools]") {
  const auto json = run_alea({"replay", "backgammon", "--batch"}, random_record("nobody") + "\n").json();
  CHECK(json.at("recorded") == Json{{"result", "nobody"}});
}

TEST_CASE("replay names the turn that breaks the rules", "[tools]") {
  const std::string head = "g\tw\t1\t" + backgammon_start + "\t-\t";
  const std::vector<std::pair<std::string, int>> cases{
      {"3-1:8/5 6/5;6-1:1/off", 2},  // an illegal play
      {"7-1:8/5 6/5", 1},            // impossible dice
      {"3-1:8/5 6/5", 2},            // no end
      {"", 1},
  };
  for (const auto& [turns, turn] : cases) {
    CAPTURE(turns);
    const auto refused = run_alea({"replay", "backgammon", "--batch"}, head + turns + "\n");
    CHECK(refused.status == 2);
    const auto json = refused.json();
    CHECK(json.at("id") == "g");
    CHECK(json.at("error").at("turn") == turn);
    CHECK(json.at("error").at("play").is_string());
    CHECK(json.at("error").at("message").is_string());
  }
  const auto after_the_end = run_alea({"replay", "backgammon", "--batch"}, random_record() + ";3-1:8/5 6/5\n");
  CHECK(after_the_end.json().at("error").at("play") == "8/5 6/5");
}

TEST_CASE("replay goes on after lines that are no records", "[tools]") {
  const auto mixed =
      run_alea({"replay", "backgammon", "--batch"}, "too\tfew\nid\tw\t1\tnonsense\t-\t3-1:pass\nid\tw\t1\t" +
                                                        backgammon_start + "\t-\tno dice\n" + random_record() + "\n");
  CHECK(mixed.status == 2);
  const auto lines = mixed.lines();
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].at("error").at("field") == "line");
  CHECK(lines[1].at("error").at("field") == "position");
  CHECK(lines[2].at("error").at("field") == "line");
  CHECK(lines[3].contains("result"));
}

TEST_CASE("replay reads Diablo's record of any size, which must be that of its game", "[tools]") {
  const auto unknown = run_alea({"replay", "diablo", "--batch"}, "id\t7\tb\t1\tx b\ty b\t1-1:A1xB1\n");
  CHECK(unknown.status == 2);
  CHECK(unknown.json().at("error").at("field") == "game");
  CHECK(run_alea({"replay", "chess", "--batch"}, "").status == 2);
}
