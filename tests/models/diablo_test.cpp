// The Diablo model against the reference vectors: lists of plays, the designer's own implementation, exact values.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/perft.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/check_equal.hpp"
#include "tests/models/diablo_model.hpp"
#include "tests/models/random_games.hpp"
#include "tests/sha256.hpp"
#include "tests/vectors.hpp"

using namespace alea;
using namespace alea::models;

namespace {

/// Calls `visitor.template operator()<DiabloModel<N>>()` for the size of a position, which is its number of rows.
template <class Visitor>
auto with_size_of(const std::string& position, Visitor&& visitor) {
  switch (std::count(position.begin(), position.end(), '/') + 1) {
    case 2:
      return visitor.template operator()<DiabloModel<2>>();
    case 4:
      return visitor.template operator()<DiabloModel<4>>();
    case 6:
      return visitor.template operator()<DiabloModel<6>>();
    case 8:
      return visitor.template operator()<DiabloModel<8>>();
    case 10:
      return visitor.template operator()<DiabloModel<10>>();
    default:
      throw std::runtime_error("no model of the size of " + position);
  }
}

std::vector<tests::Row> rows_of(const std::string& name) {
  return tests::read_rows(tests::vector_file("diablo/" + name));
}

std::string hash_of(const std::vector<std::string>& lines) {
  return fmt::format("sha256:{}", tests::sha256(fmt::format("{}", fmt::join(lines, "\n"))));
}

/// The distinct results of a turn, sorted by bytes; none when the game is over.
std::vector<std::string> results_of_turn(const std::string& position, const std::string& dice) {
  return with_size_of(position, [&]<class G>() {
    const auto s = G::parse_position(position);
    if (G::finished(s.position)) return std::vector<std::string>{};
    return results_as_text<G>(s.position, G::parse_roll(dice), s.to_move);
  });
}

/// The position after a whole turn, as text.
std::string after(const std::string& position, const std::string& dice, const std::string& play) {
  return with_size_of(position, [&]<class G>() {
    const auto s = G::parse_position(position);
    return G::format_position(G::find_turn(s.position, G::parse_roll(dice), play).flipped(), other(s.to_move));
  });
}

/// "b" or "g" for the winner of a finished position, "-" for a live one.
std::string winner(const std::string& position) {
  return with_size_of(position, [&]<class G>() -> std::string {
    const auto s = G::parse_position(position);
    const auto result = G::result(s.position);
    if (!result) return "-";
    return ((*result)[G::win] == 1) == (s.to_move == Side::first) ? "b" : "g";
  });
}

/// What can follow a first action, as cases.tsv writes it: "move:A2,B3" or "remove:A4", the squares sorted.
std::string second_actions(const std::string& position, const std::string& dice, const std::string& first) {
  return with_size_of(position, [&]<class G>() {
    const auto s = G::parse_position(position);
    std::string kind;
    std::vector<std::string> from;
    for (const auto& turn : G::every_turn(s.position, G::parse_roll(dice))) {
      const auto& [action, next] = turn.play.actions;
      if (G::format_action(action) != first) continue;
      kind = next.kind == G::Kind::removal ? "remove:" : "move:";
      from.push_back(G::square_name(next.from));
    }
    std::sort(from.begin(), from.end());
    from.erase(std::unique(from.begin(), from.end()), from.end());
    for (std::size_t i = 0; i < from.size(); ++i) kind += (i == 0 ? "" : ",") + from[i];
    return kind;
  });
}

}  // namespace

TEST_CASE("The Diablo model lists the plays of every reference position") {
  std::string wrong;
  const auto rows = rows_of("plays.tsv");
  for (const auto& row : rows) {
    const auto found = results_of_turn(row[0], row[1]);
    std::vector<std::string> expected(row.begin() + 3, row.end());
    const bool hashed = expected.size() == 1 && expected[0].starts_with("sha256:");
    const bool same = hashed ? hash_of(found) == expected[0] : found == expected;
    if (!same || std::to_string(found.size()) != row[2]) wrong += row[0] + " " + row[1] + "\n";
  }
  CHECK(rows.size() == 216);
  CHECK(wrong == "");
}

TEST_CASE("The Diablo model agrees with the designer's implementation in special cases") {
  for (const auto& row : rows_of("cases.tsv")) {
    INFO(row[0] << ": " << row[1]);
    const std::string &position = row[2], &dice = row[3], &play = row[4], &next = row[7];
    CHECK(results_of_turn(position, dice) == std::vector<std::string>(row.begin() + 9, row.end()));
    if (next != "-") {
      CHECK(second_actions(position, dice, play) == next);
      CHECK_THROWS_AS(after(position, dice, play), InputError);
    } else {
      const std::string then = after(position, dice, play);
      CHECK(then == row[5]);
      CHECK(winner(then) == row[6]);
    }
  }
}

TEST_CASE("The Diablo model replays the designer's games") {
  std::string wrong;
  for (const auto& row : rows_of("games.tsv")) {
    std::string position = row[4];
    for (const std::string& turn : tests::split(row[6], ';')) {
      const auto colon = turn.find(':');
      position = after(position, turn.substr(0, colon), turn.substr(colon + 1));
    }
    if (position != row[5] || winner(position) != row[2]) wrong += row[0] + "\n";
  }
  CHECK(wrong == "");
}

TEST_CASE("The Diablo model counts the reference trees") {
  int counted = 0;
  std::string wrong;
  for (const auto& row : rows_of("perft.tsv")) {
    const auto expected = std::stoull(row[2]);
    if (expected > 60000) continue;
    ++counted;
    const auto found = with_size_of(
        row[0], [&]<class G>() { return perft<G>(G::parse_position(row[0]).position, std::stoi(row[1])); });
    if (found != expected) wrong += row[0] + " " + row[1] + "\n";
  }
  CHECK(counted >= 35);
  CHECK(wrong == "");
}

TEST_CASE("Brute force solves Diablo on the 2x2 board") {
  BruteForce<DiabloModel<2>> exact;
  for (const auto& row : rows_of("exact2x2.tsv")) {
    INFO(row[0]);
    CHECK(exact(DiabloModel<2>::parse_position(row[0]).position)[0] == std::stof(row[1]));
  }
}

TEST_CASE("Brute force finds exact values of Diablo on the 4x4 board") {
  using G = DiabloModel<4>;
  BruteForce<G> exact;
  int compared = 0;
  double worst = 0;
  for (const auto& row : rows_of("exact4x4.tsv")) {
    const auto position = G::parse_position(row[0]).position;
    int checkers = 0;
    for (const auto& stack : position.board) checkers += stack.height;
    if (checkers > 4) continue;
    worst = std::max(worst, std::abs(exact(position)[G::win] - std::stod(row[1])));
    ++compared;
  }
  CHECK(compared >= 20);
  CHECK(worst < 1e-6);
}

TEST_CASE("Diablo's first turn is Black's on a full board, with 2N(N-d) moves for a die d") {
  using G = DiabloModel<8>;
  const auto start = G::start();
  CHECK(start == G::parse_position(G::format_position(start, Side::first)).position);
  CHECK(start.first_turn == 1);
  CHECK(G::parse_position(G::format_position(start, Side::second)).position.first_turn == 0);
  PlayList<G> list;
  for (const auto& [roll, probability] : G::rolls(start)) {
    G::plays(start, roll, list);
    const std::size_t one = 2 * 8 * (8 - roll.high), both = one + 2 * 8 * (8 - roll.low);
    CHECK(list.size() == (roll.is_double() ? one : both));
  }
}

TEST_CASE("Random Diablo games last as long as the rules page says") {
  const auto mean_turns = []<class G>(int games) {
    int turns = 0;
    random_games<G>(
        games, [](auto&&...) {}, [&](const GameEnd<G>& end) { turns += end.turns; });
    return static_cast<double>(turns) / games;
  };
  CHECK(std::abs(mean_turns.template operator()<DiabloModel<4>>(100) - 15) < 2);
  CHECK(std::abs(mean_turns.template operator()<DiabloModel<6>>(30) - 35) < 4);
}

TEST_CASE("The Diablo model refuses illegal turns and texts that are no position") {
  const std::string start = "gbgb/bgbg/gbgb/bgbg b";
  for (const char* play : {"", "A1xA2 A2xA3", "A1-A2", "A1xB2", "A1xA4", "A2xA1", "A1-off", "pass"}) {
    INFO(play);
    CHECK_THROWS_AS(after(start, "2-1", play), InputError);
  }
  CHECK(after(start, "2-1", "a1Xa2") == "gbgb/bgbg/bbgb/.gbg g");
  for (const char* bad :
       {"", "gbgb/bgbg/gbgb/bgbg", "gbgb/bgbg/gbgb/bgbg w", "gbgb/bgbg/gbgb b", "gbgb/bgbg/gbgb/bgb b",
        "..../..../..../.... b", "b9../..../..../.... b", "b1../..../..../.... b", "b*g./..../..../.... b",
        "..../..../..../b.r. b", "b8b./..../..../.... b", ".2../..../..../b... b"}) {
    INFO(bad);
    CHECK_THROWS_AS(DiabloModel<4>::parse_position(bad), InputError);
  }
  CHECK_THROWS_AS(DiabloModel<4>::parse_roll("3-1"), InputError);
}
