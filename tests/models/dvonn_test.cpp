// The DVONN model against the reference vectors and the rules that implementations got wrong.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "engine/perft.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/dvonn_model.hpp"
#include "tests/vectors.hpp"

using namespace alea;
using namespace alea::models;

namespace {

/// The rows of a file beside the project; none, with a warning, where it is not there.
std::vector<tests::Row> rows_or_skip(const std::string& name) {
  const auto file = tests::reference_file(name);
  if (file.empty()) WARN("skipped: " << name << " is not beside the project");
  return file.empty() ? std::vector<tests::Row>{} : tests::read_rows(file);
}

/// "play:resulting position" of every legal play, sorted by play.
std::vector<std::string> plays_as_text(const Situation<DvonnModel>& s) {
  if (DvonnModel::finished(s.position)) return {};
  PlayList<DvonnModel> list;
  DvonnModel::plays(s.position, {}, list);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto& after = list.position(i);
    texts.push_back(DvonnModel::format_play(s.position, {}, list.play(i)) + ":" +
                    DvonnModel::format_position(after, next_side<DvonnModel>(after, s.to_move)));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

Situation<DvonnModel> after(const Situation<DvonnModel>& s, const std::string& play) {
  PlayList<DvonnModel> list;
  DvonnModel::plays(s.position, {}, list);
  const auto& next = list.position(DvonnModel::find_play(s.position, {}, list, play));
  return {next, next_side<DvonnModel>(next, s.to_move)};
}

std::string text(const Situation<DvonnModel>& s) { return DvonnModel::format_position(s.position, s.to_move); }

/// "White-Black" of a finished position.
std::string score(const Situation<DvonnModel>& s) {
  int white = DvonnModel::score(s.position, DvonnModel::Owner::roller),
      black = DvonnModel::score(s.position, DvonnModel::Owner::opponent);
  if (s.to_move == Side::second) std::swap(white, black);
  return std::to_string(white) + "-" + std::to_string(black);
}

}  // namespace

TEST_CASE("DVONN's board has the published geometry") {
  CHECK(DvonnModel::all_spaces().size() == 49);
  constexpr std::array<int, 12> landings{240, 186, 132, 86, 48, 38, 28, 18, 8, 2, 0, 0};
  for (int height = 1; height <= 12; ++height) {
    int pairs = 0;
    for (const auto from : DvonnModel::all_spaces()) {
      for (const auto direction : DvonnModel::directions)
        pairs += DvonnModel::on_board(DvonnModel::step(from, direction, height));
    }
    CHECK(pairs == landings[static_cast<std::size_t>(height - 1)]);
  }
  std::array<int, 7> by_neighbours{};
  for (const auto from : DvonnModel::all_spaces()) {
    std::size_t neighbours = 0;
    for (const auto direction : DvonnModel::directions)
      neighbours += DvonnModel::on_board(DvonnModel::step(from, direction, 1));
    ++by_neighbours[neighbours];
  }
  CHECK(by_neighbours == std::array<int, 7>{0, 0, 0, 6, 18, 0, 25});
}

TEST_CASE("The DVONN model lists the plays of every reference position") {
  std::string wrong;
  for (const auto& row : rows_or_skip("dvonn/plays.tsv")) {
    const auto s = DvonnModel::parse_position(row[0]);
    if (text(s) != row[0]) wrong += "text of " + row[0] + "\n";
    if (plays_as_text(s) != std::vector<std::string>(row.begin() + 2, row.end())) wrong += row[0] + "\n";
  }
  CHECK(wrong == "");
}

TEST_CASE("The DVONN model counts the reference trees") {
  auto rows = rows_or_skip("dvonn/perft.tsv");
  if (rows.empty()) rows = tests::read_rows(tests::vector_file("dvonn/perft.tsv"));  // a part of it is here
  int counted = 0;
  std::string wrong;
  for (const auto& row : rows) {
    const auto counts = tests::split(row[2], ',');
    for (std::size_t depth = 1; depth <= counts.size(); ++depth) {
      const auto expected = std::stoull(counts[depth - 1]);
      if (expected > 100000) break;
      ++counted;
      const auto found = perft<DvonnModel>(DvonnModel::parse_position(row[1]).position, static_cast<int>(depth));
      if (found != expected) wrong += row[0] + " depth " + std::to_string(depth) + "\n";
    }
  }
  CHECK(counted >= 30);
  CHECK(wrong == "");
}

TEST_CASE("The DVONN model replays archived games to their exact score") {
  std::string wrong;
  for (const auto& row : rows_or_skip("dvonn/games.tsv")) {
    Situation<DvonnModel> s{DvonnModel::start()};
    for (const std::string& play : tests::split(row[3], ' ')) s = after(s, play);
    if (!DvonnModel::finished(s.position) || score(s) != row[1]) wrong += row[0] + " " + score(s) + "\n";
    if (!DvonnModel::finished(s.position)) continue;
    const auto result = *DvonnModel::result(s.position);
    const bool draw = row[2].find("draw") != std::string::npos;
    if ((result[DvonnModel::draw] == 1) != draw || (result[DvonnModel::margin] == 0) != draw)
      wrong += row[0] + " draw\n";
  }
  CHECK(wrong == "");
}

TEST_CASE("The DVONN model refuses plays that archived games got wrong") {
  for (const auto& row : rows_or_skip("dvonn/illegal.tsv")) {
    INFO(row[0] << " " << row[3]);
    CHECK_THROWS_AS(after(DvonnModel::parse_position(row[1]), row[2]), InputError);
  }
}

TEST_CASE("White places the 49th piece and then also moves first") {
  auto s = DvonnModel::parse_position("wbwbwbbbb/wwwwwbwbbw/wwwrbbwwbbb/rwwwbbwwbb/r.wbwbbbb w p");
  CHECK(DvonnModel::format_position(DvonnModel::start(), Side::first) ==
        "........./........../.........../........../......... w p");
  CHECK_FALSE(DvonnModel::same_mover(s.position));
  s = after(s, "d5");
  CHECK(s.to_move == Side::first);
  CHECK(text(s) == "wbwbwbbbb/wwwwwbwbbw/wwwrbbwwbbb/rwwwbbwwbb/rwwbwbbbb w m");
  CHECK(DvonnModel::same_mover(s.position));
  CHECK(s.position == DvonnModel::parse_position(text(s)).position);
  CHECK(score(s) == "23-23");
  s = after(s, "A1B1");
  CHECK(s.to_move == Side::second);
  CHECK_FALSE(DvonnModel::same_mover(s.position));
}

TEST_CASE("A White without a first move passes on a full board, and Black then is not the same mover") {
  // All white pieces inside, all black ones on the edge.
  auto s = DvonnModel::parse_position("bbbbbbbbb/bwwwwwwwwb/bwwwwwwwwrb/bwwwwwwwrb/bbbbbbbbr w m");
  REQUIRE(DvonnModel::same_mover(s.position));
  s = after(s, "PASS");
  CHECK(s.to_move == Side::second);
  CHECK_FALSE(DvonnModel::same_mover(s.position));
  CHECK(s.position == DvonnModel::parse_position(text(s)).position);
  CHECK_FALSE(DvonnModel::finished(s.position));
}

TEST_CASE("The first coloured piece is Black's and the first three are DVONN pieces") {
  Situation<DvonnModel> s{DvonnModel::start()};
  for (const char* space : {"A1", "B1", "C1", "D1", "E1"}) s = after(s, space);
  CHECK(text(s) == "rrrbw..../........../.........../........../......... b p");
  CHECK_THROWS_AS(after(s, "A1"), InputError);
  CHECK_THROWS_AS(after(s, "PASS"), InputError);
  CHECK_THROWS_AS(after(s, "J1"), InputError);
}

TEST_CASE("Equal scores are a draw, and a game is over when neither side can move") {
  const auto draw = DvonnModel::parse_position("w2*......../........../........b2*../........../......... b m");
  REQUIRE(DvonnModel::finished(draw.position));
  CHECK(*DvonnModel::result(draw.position) == RollerValue<DvonnModel>{{0, 1, 0, 0}});
  const auto lost = DvonnModel::parse_position("w20*......../........../........b2*../........../......... b m");
  CHECK(*DvonnModel::result(lost.position) == RollerValue<DvonnModel>{{0, 0, 1, -18}});
}

TEST_CASE("Brute force finds DVONN endings solved by hand") {
  BruteForce<DvonnModel> exact;
  const auto value = [&](const std::string& position) { return exact(DvonnModel::parse_position(position).position); };
  // White has only A1B1, onto the DVONN piece, and Black takes the stack: 0-3. The same for Black.
  CHECK(value("wrb....../........../.........../........../......... w m") == RollerValue<DvonnModel>{{0, 0, 1, -3}});
  CHECK(value("wrb....../........../.........../........../......... b m") == RollerValue<DvonnModel>{{0, 0, 1, -3}});
  // B1A1 cuts Black's piece off, 2-0; B1C1 would cut off White's own stack, 0-0.
  CHECK(value("rwb....../........../.........../........../......... w m") == RollerValue<DvonnModel>{{1, 0, 0, 2}});
}

TEST_CASE("The DVONN model refuses texts that are no position") {
  for (const char* bad : {"", "w p", "........./........../.........../........../.........",
                          "........./........../.........../........../......... w x",
                          "........./........../.........../........../......... b p",
                          "........./........../.........../........../........ w p",
                          "w......../........../.........../........../......... b p",
                          "r2......../........../.........../........../......... b p",
                          "rrrw...../........../.........../........../......... w p",
                          "rrrr...../........../.........../........../......... w m",
                          "w......../........../.........../........../......... w m",
                          "rw1......./........../.........../........../......... w m",
                          "rw50......./........../.........../........../......... w m",
                          "rw*......./........../.........../........../......... w m",
                          "rrrw49b...../........../.........../........../......... w m"}) {
    INFO(bad);
    CHECK_THROWS_AS(DvonnModel::parse_position(bad), InputError);
  }
  CHECK_THROWS_AS(DvonnModel::parse_roll("3-1"), InputError);
}
