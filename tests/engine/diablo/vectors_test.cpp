// The reference data: lists of results, whole games, counts of the tree.
#include "tests/vectors.hpp"

#include "engine/diablo/notation.hpp"
#include "engine/diablo/turn.hpp"
#include "engine/perft.hpp"
#include "tests/catch.hpp"
#include "tests/engine/diablo/sizes.hpp"
#include "tests/sha256.hpp"

namespace alea::tests {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

/// The results as a row of plays.tsv gives them: their number, and the positions or their hash.
bool agrees(const std::vector<std::string>& results, const Row& row, std::size_t column) {
  if (std::to_string(results.size()) != row[column]) return false;
  const std::vector<std::string> expected(row.begin() + static_cast<std::ptrdiff_t>(column) + 1, row.end());
  if (expected.size() == 1 && expected[0].starts_with("sha256:"))
    return "sha256:" + sha256(joined(results)) == expected[0];
  return results == expected;
}

TEST_CASE("Every listed position and roll has exactly the reference results") {
  const auto rows = read_rows(vector_file("diablo/plays.tsv"));
  REQUIRE(rows.size() == 216);
  for (const Row& row : rows) {
    INFO(row[0] << ' ' << row[1]);
    with_size(rows_of(row[0]), [&]<class G>() {
      const auto situation = G::parse_position(row[0]);
      CHECK(G::format_position(situation.position, situation.to_move) == row[0]);
      CHECK(agrees(results_of(situation, G::parse_roll(row[1])), row, 2));
    });
  }
}

bool is_legal(diablo::Turn turn, const diablo::Action& action) {
  try {
    turn.act(action);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// "remove:" or "move:" and the squares from which the turn can go on, as a row of cases.tsv gives them.
std::string next_actions(const diablo::Turn& turn) {
  using diablo::Action;
  const int size = turn.grid().size();
  std::vector<std::string> removals, moves;
  for (std::uint8_t from = 0; from < turn.grid().squares(); ++from) {
    const std::string name = diablo::format_square(from, size);
    if (is_legal(turn, {Action::removal, from, 0})) removals.push_back(name);
    bool moving = false;
    for (std::uint8_t to = 0; to < turn.grid().squares(); ++to) {
      for (const auto kind : {Action::move, Action::merge, Action::capture}) moving |= is_legal(turn, {kind, from, to});
    }
    if (moving) moves.push_back(name);
  }
  REQUIRE((removals.empty() || moves.empty()));
  auto& squares = moves.empty() ? removals : moves;
  std::sort(squares.begin(), squares.end());
  std::string text = moves.empty() ? "remove:" : "move:";
  for (const auto& square : squares) text += (text.back() == ':' ? "" : ",") + square;
  return text;
}

TEST_CASE("The designer's own cases: what was played, what could follow, and all results") {
  const auto rows = read_rows(vector_file("diablo/cases.tsv"));
  REQUIRE(rows.size() == 7);
  for (const Row& row : rows) {
    using G = Diablo<6>;
    const auto situation = G::parse_position(row[2]);
    const Dice dice = G::parse_roll(row[3]);
    INFO(row[0] << ": " << row[1]);
    CHECK(agrees(results_of(situation, dice), row, 8));
    if (row[7] == "-") {
      const auto after = after_turn(situation, dice, row[4]);
      CHECK(G::format_position(after.position, after.to_move) == row[5]);
      CHECK(G::finished(after.position) == (row[6] != "-"));
    } else {
      CHECK_THROWS_AS(after_turn(situation, dice, row[4]), InputError);
      diablo::Turn turn(diablo::to_grid(situation.position), dice, false);
      turn.act(diablo::parse_action(row[4], 6));
      CHECK(next_actions(turn) == row[7]);
    }
  }
}

template <class G>
Situation<G> replay(const Row& row) {
  auto situation = G::parse_position(row[4]);
  for (const std::string& turn : split(row[6], ';')) {
    const Row parts = split(turn, ':');
    situation = after_turn(situation, G::parse_roll(parts.at(0)), parts.at(1));
  }
  return situation;
}

TEST_CASE("Games of the designer's program replay to their final positions and winners") {
  const auto rows = read_rows(vector_file("diablo/games.tsv"));
  REQUIRE(rows.size() == 88);
  for (const Row& row : rows) {
    INFO(row[0]);
    with_size(std::stoi(row[1]), [&]<class G>() {
      const auto [position, next, roll] = replay<G>(row);
      CHECK(G::format_position(position, next) == row[5]);
      const auto result = G::result(position);
      REQUIRE(result);
      const Side winner = (*result)[G::win] == 1 ? next : other(next);
      CHECK(winner == (row[2] == "b" ? Side::first : Side::second));
    });
  }
}

TEST_CASE("The tree has the reference number of nodes") {
  const auto rows = read_rows(vector_file("diablo/perft.tsv"));
  REQUIRE(rows.size() == 45);
  for (const Row& row : rows) {
    INFO(row[0] << " depth " << row[1]);
    with_size(rows_of(row[0]), [&]<class G>() {
      CHECK(perft<G>(G::parse_position(row[0]).position, std::stoi(row[1])) == std::stoull(row[2]));
    });
  }
}

TEST_CASE("Counting plays without listing them gives the length of the list") {
  for (const Row& row : read_rows(vector_file("diablo/plays.tsv"))) {
    with_size(rows_of(row[0]), [&]<class G>() {
      const auto position = G::parse_position(row[0]).position;
      const Dice dice = G::parse_roll(row[1]);
      if (!G::finished(position)) CHECK(G::count_plays(position, dice) == plays_of<G>(position, dice).size());
    });
  }
}

}  // namespace
}  // namespace alea::tests
