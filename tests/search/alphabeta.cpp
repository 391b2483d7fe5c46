// Alpha-beta against plain minimax: whatever the table and the threads, the value of a depth is one number.
#include "search/alphabeta.hpp"

#include <atomic>
#include <utility>
#include <vector>

#include "search/alphabeta_agent.hpp"
#include "search/dvonn_solver.hpp"
#include "tests/catch.hpp"
#include "tests/search/dvonn_positions.hpp"
#include "tests/search/minimax.hpp"

namespace alea {
namespace {

using tests::dvonn_positions;
using tests::minimax;
using tests::ScramblingEvaluator;
using tests::small_dvonn_positions;

AlphaBeta<Dvonn> make_search(const AlphaBetaOptions& options = {.solve_endings = false, .table_mib = 1}) {
  return AlphaBeta<Dvonn>(std::make_unique<ScramblingEvaluator>(), options);
}

/// The score of a candidate, from its value alone.
Score score_of(const Candidate<Dvonn>& candidate) {
  const RollerValue<Dvonn> value = seen_by_roller<Dvonn>(candidate.value);
  const bool certain = value[Dvonn::win] == 1 || value[Dvonn::draw] == 1 || value[Dvonn::lose] == 1;
  return certain ? proven_score<Dvonn>(value) : estimated_score<Dvonn>(value);
}

/// Where the search and minimax differ, of all positions at all depths up to `deepest`.
int differences(AlphaBeta<Dvonn>& search, std::span<const Dvonn::Position> positions, int deepest) {
  ScramblingEvaluator evaluator;
  int wrong = 0;
  for (const auto& position : positions) {
    for (int depth = 1; depth <= deepest; ++depth) {
      const auto report = search.search(position, {.plies = depth - 1});
      wrong += score_of(report.candidates.front()) != minimax<Dvonn>(evaluator, position, depth);
    }
  }
  return wrong;
}

TEST_CASE("Alpha-beta finds the minimax value of every depth in endings") {
  const auto positions = small_dvonn_positions(150, 14);
  REQUIRE(positions.size() > 100);
  auto search = make_search();
  REQUIRE(differences(search, positions, 6) == 0);
}

TEST_CASE("Alpha-beta finds the minimax value of every depth in the middle game") {
  const auto positions =
      dvonn_positions(12, [n = 0](const auto& p) mutable { return p.placed() <= 48 - 2 * (n++ % 12); });
  REQUIRE(positions.size() == 12);
  auto search = make_search();
  REQUIRE(differences(search, positions, 3) == 0);
}

TEST_CASE("Alpha-beta finds the minimax value where White moves again after the last placement") {
  std::vector<Dvonn::Position> positions;
  models::random_games<Dvonn>(
      3,
      [&](Side, const auto& position, const auto&, const auto&, std::size_t) {
        if (position.phase() == dvonn::Phase::placement && position.placed() >= 47) positions.push_back(position);
      },
      [](const auto&) {});
  REQUIRE(positions.size() == 6);
  auto search = make_search();
  REQUIRE(differences(search, positions, 3) == 0);
}

TEST_CASE("Who watches alpha-beta is told of each depth what a search of that depth finds") {
  const auto position = dvonn_positions(1, [](const auto& p) { return p.placed() <= 30; }).front();
  auto search = make_search();
  std::vector<std::pair<int, Score>> told;
  search.watch([&](const Report<Dvonn>& report) {
    told.emplace_back(report.candidates.front().plies, score_of(report.candidates.front()));
  });
  search.search(position, {.plies = 2});
  REQUIRE(told.size() == 3);
  ScramblingEvaluator evaluator;
  for (int plies = 0; plies <= 2; ++plies) {
    CHECK(told[static_cast<std::size_t>(plies)] == std::pair(plies, minimax<Dvonn>(evaluator, position, plies + 1)));
  }
}

TEST_CASE("Threads do not change the value of a depth") {
  const auto positions = small_dvonn_positions(40, 16);
  auto search = make_search({.solve_endings = false, .table_mib = 1, .threads = 3});
  REQUIRE(differences(search, positions, 5) == 0);
}

TEST_CASE("A search is the same whatever was searched before it was told to forget") {
  const auto positions = small_dvonn_positions(10, 20);
  const AlphaBetaOptions options{.solve_endings = false, .selective = GENERATE(false, true), .table_mib = 1};
  auto one = make_search(options), two = make_search(options);
  int same = 0;
  for (const auto& position : positions) {
    one.search(positions.front(), {.plies = 3});
    one.forget(), two.forget();
    const auto a = one.search(position, {.nodes = 3000}, 2), b = two.search(position, {.nodes = 3000}, 2);
    same += a.candidates.front().play == b.candidates.front().play && a.nodes == b.nodes &&
            a.candidates.front().line == b.candidates.front().line;
  }
  REQUIRE(same == static_cast<int>(positions.size()));
}

TEST_CASE("The best plays of a report have exact values and come in order") {
  ScramblingEvaluator evaluator;
  auto search = make_search();
  int wrong = 0;
  for (const auto& position : small_dvonn_positions(40, 18)) {
    constexpr int depth = 4;
    PlayList<Dvonn> plays;
    Dvonn::plays(position, {}, plays);
    std::vector<Score> scores;
    for (const auto& after : plays.positions()) scores.push_back(-minimax<Dvonn>(evaluator, after, depth - 1));
    std::ranges::sort(scores, std::ranges::greater());
    for (const std::size_t best : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
      const auto report = search.search(position, {.plies = depth - 1}, best);
      wrong += report.candidates.size() != std::min(best, plays.size());
      for (std::size_t i = 0; i < report.candidates.size(); ++i) {
        const auto& candidate = report.candidates[i];
        wrong += score_of(candidate) != scores[i];
        wrong += score_of(candidate) != -minimax<Dvonn>(evaluator, candidate.after, depth - 1);
      }
    }
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("A principal line leads to the position whose value is reported") {
  ScramblingEvaluator evaluator;
  auto search = make_search();
  int wrong = 0;
  PlayList<Dvonn> plays;
  for (const auto& root : small_dvonn_positions(40, 30)) {
    const auto report = search.search(root, {.plies = 3});
    const auto& best = report.candidates.front();
    Dvonn::Position position = best.after;
    bool mine = false;
    for (const std::string& text : best.line) {
      Dvonn::plays(position, {}, plays);
      position = plays.position(Dvonn::find_play(position, {}, plays, text));
      mine = !mine;
    }
    const auto leaf = evaluator.evaluate_one(position);
    wrong += best.value.of != (mine ? leaf.of : Dvonn::flip(leaf.of));
    wrong += best.line.size() != 3 && !Dvonn::finished(position);
    wrong += best.plies != 3 && !Dvonn::finished(position);
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("A search without limits ends when the game is searched to its end") {
  auto search = make_search();
  const auto positions = small_dvonn_positions(30, 11);
  for (const auto& position : positions) {
    const auto report = search.search(position, {});
    const auto value = report.candidates.front().value;
    REQUIRE((value[Dvonn::win] == 1 || value[Dvonn::draw] == 1 || value[Dvonn::lose] == 1));
  }
}

TEST_CASE("A selective search proves the same results") {
  auto selective = make_search({.solve_endings = false, .selective = true, .table_mib = 1});
  const auto positions = small_dvonn_positions(60, 12);
  REQUIRE(positions.size() > 40);
  REQUIRE(differences(selective, positions, 1) == 0);
  DvonnSolver solver(1);
  int wrong = 0;
  for (const auto& position : positions) {
    const auto report = selective.search(position, {});
    wrong += report.candidates.front().value[Dvonn::margin] !=
             static_cast<float>(solver.solve(position, {})->front().margin);
  }
  REQUIRE(wrong == 0);
}

/// Knows how every ending ends, but not that it does.
class KnowingEvaluator final : public Evaluator<Dvonn> {
 public:
  void evaluate(std::span<const Dvonn::Position> positions, std::span<RollerValue<Dvonn>> values) override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto result = Dvonn::result(positions[i]);
      values[i] = result ? *result : known(solver_.solve(positions[i], {})->front().margin);
    }
  }
  std::unique_ptr<Evaluator<Dvonn>> clone() const override { return std::make_unique<KnowingEvaluator>(); }

 private:
  static RollerValue<Dvonn> known(int margin) {
    if (margin == 0) return {{0.25F, 0.5F, 0.25F, 0}};
    return margin > 0 ? RollerValue<Dvonn>{{0.9F, 0, 0.1F, 10}} : RollerValue<Dvonn>{{0.1F, 0, 0.9F, -10}};
  }
  DvonnSolver solver_{1};
};

TEST_CASE("A selective search that sees how positions end keeps to the best result at every depth, with fewer nodes") {
  AlphaBeta<Dvonn> full(std::make_unique<KnowingEvaluator>(), {.solve_endings = false, .table_mib = 1});
  AlphaBeta<Dvonn> selective(std::make_unique<KnowingEvaluator>(),
                             {.solve_endings = false, .selective = true, .table_mib = 1});
  DvonnSolver solver(1);
  const auto sign = [](int margin) { return (margin > 0) - (margin < 0); };
  int wrong = 0;
  std::int64_t full_nodes = 0, selective_nodes = 0;
  const auto positions = small_dvonn_positions(40, 12);
  REQUIRE(positions.size() > 25);
  for (const auto& position : positions) {
    const int best = sign(solver.solve(position, {})->front().margin);
    for (int plies = 0; plies <= 4; ++plies) {
      full.forget(), selective.forget();
      const auto report = selective.search(position, {.plies = plies});
      const auto after = report.candidates.front().after;
      const auto result = Dvonn::result(after);
      const int margin = result ? static_cast<int>((*result)[Dvonn::margin]) : solver.solve(after, {})->front().margin;
      wrong += sign(-margin) != best;
      selective_nodes += report.nodes;
      full_nodes += full.search(position, {.plies = plies}).nodes;
    }
  }
  REQUIRE(wrong == 0);
  REQUIRE(selective_nodes < full_nodes * 9 / 10);
}

TEST_CASE("The bonus for the tempo keeps estimates in order and certain ones as they are") {
  const auto raised = [](Score score) { return score + tempo_bonus(score); };
  int wrong = 0;
  for (Score score = -alphabeta_score::unit; score < alphabeta_score::unit; score += 1000) {
    wrong += raised(score) > raised(score + 1000) || tempo_bonus(score) < 0;
  }
  REQUIRE(wrong == 0);
  REQUIRE(tempo_bonus(alphabeta_score::unit) == 0);
  REQUIRE(tempo_bonus(-alphabeta_score::unit) == 0);
  REQUIRE(tempo_bonus(0) > alphabeta_score::unit / 100);
}

TEST_CASE(
    "A search that plans no time ends after its first iteration, one that plans more time than it has at the limit") {
  auto search = make_search();
  for (const auto& position : small_dvonn_positions(5, 49)) {
    const auto report = search.search(position, {}, 1, 0);
    REQUIRE(report.candidates.front().plies == 0);
    REQUIRE(search.search(position, {.seconds = 3600, .plies = 2}, 1, 7200).candidates.front().plies == 2);
  }
}

TEST_CASE("Endings are solved exactly, whatever the depth, and the best play has the best margin") {
  auto search = make_search({.table_mib = 1});
  DvonnSolver solver(1);
  int wrong = 0;
  for (const auto& position : small_dvonn_positions(100, 15)) {
    const auto report = search.search(position, {.plies = 0}, 2);
    const auto solved = solver.solve(position, {}, 2);
    wrong += report.candidates.size() != solved->size();
    for (std::size_t i = 0; i < report.candidates.size(); ++i) {
      const auto& candidate = report.candidates[i];
      wrong += candidate.value[Dvonn::margin] != static_cast<float>((*solved)[i].margin);
      wrong += candidate.plies != static_cast<int>(candidate.line.size());
    }
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("The alpha-beta agent analyses a position in its part of a game's time") {
  AlphaBetaAgent<Dvonn> agent(std::make_unique<ScramblingEvaluator>(),
                              {.each = {}, .game_seconds = 0.5, .search = {.table_mib = 1}});
  Random random(1, Purpose::test);
  const auto position = Dvonn::random_start(random);
  CHECK(!agent.analyse(position, {}).candidates.empty());  // without a limit it would take for ever
  CHECK_NOTHROW(agent.evaluate(position));
}

TEST_CASE("A search that is stopped at once still has a play") {
  const std::atomic<bool> stop = true;
  auto search = make_search();
  for (const auto& position : small_dvonn_positions(5, 49)) {
    const auto report = search.search(position, {.stop = &stop});
    REQUIRE(report.candidates.size() == 1);
    REQUIRE(report.candidates.front().plies == 0);
  }
}

TEST_CASE("The alpha-beta agent plays a game from the empty board to its end") {
  AlphaBetaAgent<Dvonn> agent(std::make_unique<ScramblingEvaluator>(),
                              {.each = {.plies = 1}, .search = {.table_mib = 1}});
  agent.start_game();
  Random dice(3, Purpose::test), random(4, Purpose::test);
  PlayList<Dvonn> plays;
  const auto end = play_game<Dvonn>(
      Dvonn::start(), Side::first, dice, plays, 1000,
      [&](Side side, const auto& position, const auto& roll, const auto& list) -> std::size_t {
        return side == Side::first ? agent.choose(position, roll, list, random)
                                   : random.below(static_cast<std::uint32_t>(list.size()));
      },
      [](const auto&...) {});
  REQUIRE(end.result);
}

}  // namespace
}  // namespace alea
