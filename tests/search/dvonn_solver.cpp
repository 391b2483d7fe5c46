// The DVONN ending solver against looking at everything.
#include "search/dvonn_solver.hpp"

#include <map>

#include "search/dvonn_bounds.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/search/dvonn_positions.hpp"

namespace alea {
namespace {

/// The margin of best play for the margin, by looking at everything: BruteForce maximises wins alone.
class BruteMargin {
 public:
  int operator()(const Dvonn::Position& position) {
    if (const auto result = Dvonn::result(position)) return static_cast<int>((*result)[Dvonn::margin]);
    const auto [known, fresh] = margins_.try_emplace(position.plane, 0);
    if (!fresh) return known->second;
    PlayList<Dvonn> plays(32);
    Dvonn::plays(position, {}, plays);
    int best = -100;
    for (const auto& after : plays.positions()) best = std::max(best, -(*this)(after));
    return margins_[position.plane] = best;
  }

 private:
  std::map<std::array<dvonn::Bits, dvonn::Position::planes>, int> margins_;
};

/// Endings of at most `stacks` stacks, the first of each random game.
std::vector<Dvonn::Position> endings(int games, int stacks) { return tests::small_dvonn_positions(games, stacks); }

TEST_CASE("The DVONN solver finds the margin of every small ending") {
  DvonnSolver solver(1);
  int wrong = 0, positions = 0;
  for (const auto& position : endings(400, 12)) {
    BruteMargin brute;
    const auto solved = solver.solve(position, {});
    wrong += !solved || solved->front().margin != brute(position);
    ++positions;
  }
  REQUIRE(positions > 300);
  REQUIRE(wrong == 0);
}

TEST_CASE("The DVONN solver ranks all plays of an ending by their margins") {
  DvonnSolver solver(1);
  int wrong = 0;
  for (const auto& position : endings(100, 11)) {
    BruteMargin brute;
    PlayList<Dvonn> plays;
    Dvonn::plays(position, {}, plays);
    const auto solved = solver.solve(position, {}, 1000);
    wrong += solved->size() != plays.size();
    for (std::size_t i = 0; i < solved->size(); ++i) {
      const auto& play = (*solved)[i];
      wrong += i > 0 && play.margin > (*solved)[i - 1].margin;
      wrong += play.margin != -brute(Dvonn::after(position, play.play));
    }
    const auto best = solver.solve(position, {}, 2);
    for (std::size_t i = 0; i < best->size(); ++i) wrong += (*best)[i].margin != (*solved)[i].margin;
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("A solved line is played to the end and ends with the margin") {
  DvonnSolver solver(1);
  int wrong = 0;
  for (const auto& position : endings(200, 14)) {
    const auto solved = solver.solve(position, {});
    const SolvedPlay& best = solved->front();
    Dvonn::Position end = Dvonn::after(position, best.play);
    for (const auto& play : best.line) end = Dvonn::after(end, play);
    const auto result = Dvonn::result(end);
    const int sign = best.line.size() % 2 == 0 ? -1 : 1;
    wrong += !result || sign * static_cast<int>((*result)[Dvonn::margin]) != best.margin;
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("Bounds of the margin hold in every position of random games") {
  int wrong = 0, tight = 0, positions = 0;
  std::vector<Dvonn::Position> game;
  models::random_games<Dvonn>(
      300,
      [&](Side, const auto& position, const auto&, const auto&, std::size_t) {
        if (position.phase() == dvonn::Phase::movement) game.push_back(position);
      },
      [&](const auto& end) {
        // Whatever was played, the end lies within what was possible before.
        int margin = static_cast<int>((*end.result)[Dvonn::margin]);
        for (auto position = game.rbegin(); position != game.rend(); ++position) {
          margin = -margin;  // the last position's mover is not the one who would be next at the end
          const auto [lower, upper] = margin_bounds(*position);
          wrong += margin < lower || margin > upper;
          tight += upper - lower < 2 * position->pieces_in(position->occupied());
          ++positions;
        }
        game.clear();
      });
  REQUIRE(positions > 5000);
  REQUIRE(wrong == 0);
  REQUIRE(tight > positions / 40);
}

TEST_CASE("Bounds of the margin hold for best play, seen from either side") {
  int wrong = 0;
  for (const auto& position : endings(200, 11)) {
    BruteMargin brute;
    const int margin = brute(position);
    const auto bounds = margin_bounds(position);
    wrong += margin < bounds.lower || margin > bounds.upper;
    if (!position.first_move()) wrong += margin_bounds(position.flipped()) != bounds.flipped();
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("The bounds of a finished game are its margin") {
  int wrong = 0, finished = 0;
  models::random_games<Dvonn>(
      300,
      [&](Side, const auto& position, const auto&, const auto& plays, std::size_t chosen) {
        if (position.phase() == dvonn::Phase::placement) return;
        const auto& after = plays.position(chosen);
        const auto result = Dvonn::result(after);
        if (!result) return;
        const int margin = static_cast<int>((*result)[Dvonn::margin]);
        wrong += margin_bounds(after) != MarginBounds{margin, margin};
        ++finished;
      },
      [](const auto&) {});
  REQUIRE(finished == 300);
  REQUIRE(wrong == 0);
}

TEST_CASE("The outlook counts both players' moves") {
  int wrong = 0, positions = 0;
  models::random_games<Dvonn>(
      50,
      [&](Side, const auto& position, const auto&, const auto&, std::size_t) {
        if (position.phase() == dvonn::Phase::placement) return;
        const auto [own, their] = dvonn::mobilities(position);
        const Outlook outlook(position);
        wrong += outlook.own_moves != own.moves || outlook.their_moves != their.moves;
        ++positions;
      },
      [](const auto&) {});
  REQUIRE(positions > 1000);
  REQUIRE(wrong == 0);
}

TEST_CASE("A stack that is surrounded for ever keeps its game finished") {
  // D3 could land on F3, but none of its six neighbours can ever leave.
  const auto position =
      Dvonn::parse_position("........./..b5b5....../..b5*w2*b5*b5...../..b5b5....../......... w m").position;
  REQUIRE(Dvonn::finished(position));
  REQUIRE(margin_bounds(position) == MarginBounds{-33, -33});
}

TEST_CASE("Bounds follow the heights that a stack can come to") {
  // The stack that White makes on C3 has five pieces: G3, four spaces away, is never in its reach.
  const auto position =
      Dvonn::parse_position("........./........../w2rb3rr.b7..../....b5b6..../......... w m").position;
  REQUIRE(margin_bounds(position) == MarginBounds{-21, -13});
}

TEST_CASE("A limit ends a solution without an answer, the same way each time") {
  const auto hard = tests::small_dvonn_positions(1, 40);
  DvonnSolver solver(1);
  REQUIRE_FALSE(solver.solve(hard.front(), {.nodes = 1000}));
  REQUIRE(solver.nodes() <= 1001);
  const auto easy = endings(20, 16);
  for (const auto& position : easy) {
    solver.forget();
    REQUIRE(solver.solve(position, {}));
    const auto nodes = solver.nodes();
    solver.forget();
    REQUIRE(solver.solve(position, {}));
    REQUIRE(solver.nodes() == nodes);
  }
}

}  // namespace
}  // namespace alea
