// Monte-Carlo tree search: what it finds, against looking at everything, and what it promises of its answers.
#include "search/mcts.hpp"

#include <numeric>

#include "search/mcts_agent.hpp"
#include "search/mcts_impl.hpp"
#include "tests/catch.hpp"
#include "tests/models/brute_force.hpp"
#include "tests/models/race_model.hpp"
#include "tests/nets/allocations.hpp"
#include "tests/search/dvonn_positions.hpp"
#include "tests/search/expectimax_models.hpp"

namespace alea {
namespace {

using models::BruteForce;
using models::RaceModel;
using tests::HashEvaluator;
using tests::TestTurn;

MctsOptions with(std::int64_t simulations, int arena_mib = 16) {
  MctsOptions options;
  options.simulations = simulations;
  options.arena_mib = arena_mib;
  return options;
}

template <Game G>
Mcts<G> make_search(const MctsOptions& options, std::shared_ptr<const ExactTable<G>> table = nullptr) {
  return Mcts<G>(std::make_unique<HashEvaluator<G>>(), options, {}, table);
}

template <Game G>
std::vector<SearchedPlay<G>> judged(Mcts<G>& search, const TestTurn<G>& turn, const Limits& limits = {}) {
  const auto plays = search.judge(turn.position, turn.roll, limits);
  return {plays.begin(), plays.end()};
}

template <Game G>
bool same(const std::vector<SearchedPlay<G>>& a, const std::vector<SearchedPlay<G>>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.index == y.index && x.visits == y.visits && x.value == y.value && x.proven == y.proven;
  });
}

template <Game G>
std::int64_t visits(const std::vector<SearchedPlay<G>>& plays) {
  return std::accumulate(plays.begin(), plays.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& play) { return sum + play.visits; });
}

/// The greatest difference in utility between what a search says and the truth: of positions before the roll, and of
/// the best play of each roll. Counts what is not proven in the end, or has a wrong probability, as 9.
template <Game G>
float error(const std::vector<typename G::Position>& positions, const MctsOptions& options) {
  BruteForce<G> exact;
  const Utility<G> utility;
  auto search = make_search<G>(options);
  float most = 0;
  for (const auto& position : positions) {
    most = std::max(most, std::abs(utility(search.value(position)) - exact.utility(position)));
    if (search.simulations() >= options.simulations) most = 9;
    for (const auto& [roll, probability] : G::rolls(position)) {
      search.forget();
      const auto best = judged(search, TestTurn<G>{position, roll}).front();
      if (!best.proven) most = 9;
      most = std::max(most, std::abs(best.utility - utility(exact.best(position, roll))));
    }
  }
  return most;
}

backgammon::Position bearoff() {
  backgammon::Position position;
  position.own.put(1, 1), position.own.put(6, 1), position.their.put(1, 1);
  return position;
}

/// Every roll wins a gammon.
backgammon::Position won_gammon() {
  backgammon::Position position;
  position.own.put(1, 2), position.their.put(6, 15);
  return position;
}

/// On the bar against a closed board: all rolls are the pass.
backgammon::Position closed_out() {
  backgammon::Position position;
  position.own.put(backgammon::bar, 1), position.own.put(6, 14);
  for (int point = 1; point <= 6; ++point) position.their.put(point, 2);
  position.their.put(24, 3);
  return position;
}

TEST_CASE("What Mcts proves is the truth, whatever the evaluator, the widening and the threads") {
  std::vector<RaceModel::Position> races;
  for (const auto& turn : tests::turns_of_random_games<RaceModel>(10, 1)) races.push_back(turn.position);
  std::vector<Diablo<2>::Position> squares;
  for (const auto& turn : tests::turns_of_random_games<Diablo<2>>(10, 1)) squares.push_back(turn.position);
  const auto endings = tests::small_dvonn_positions(60, 8);
  REQUIRE(endings.size() > 30);
  auto options = with(50'000);
  for (const float widening : {0.0F, 2.0F}) {
    for (const int threads : {1, 3}) {
      options.widening = widening;
      options.threads = threads;
      CHECK(error<RaceModel>(races, options) < 1e-5F);
      CHECK(error<Diablo<2>>(squares, options) < 1e-5F);
      CHECK(error<Dvonn>(endings, options) < 1e-5F);
      CHECK(error<Backgammon>({bearoff(), bearoff().flipped(), won_gammon()}, options) < 1e-5F);
    }
  }
}

TEST_CASE("Mcts tends to the truth long before it is proven") {
  // Three checkers a side on 4x4: thousands of positions.
  const auto position = Diablo<4>::parse_position("g..g/..../b.../b..b b").position;
  BruteForce<Diablo<4>> exact;
  const float truth = exact.utility(position);
  const auto off = [&](std::int64_t simulations) {
    auto search = make_search<Diablo<4>>(with(simulations));
    return std::abs(Utility<Diablo<4>>{}(search.value(position)) - truth);
  };
  INFO("the truth is " << truth);
  CHECK(off(30'000) < 0.05F);
  CHECK(off(30'000) < off(30));
}

/// Holds every position.
class EveryRace final : public ExactTable<RaceModel> {
 public:
  std::optional<RollerValue<RaceModel>> value(const RaceModel::Position& position) const override {
    return exact_(position);
  }
  std::string description() const override { return "everything"; }

 private:
  mutable BruteForce<RaceModel> exact_;
};

TEST_CASE("What a table holds needs no simulations") {
  auto search = make_search<RaceModel>(with(1000), std::make_shared<EveryRace>());
  BruteForce<RaceModel> exact;
  int wrong = 0;
  for (const auto& turn : tests::turns_of_random_games<RaceModel>(20, 1)) {
    const auto plays = judged(search, turn);
    wrong += search.simulations() != 0 || !plays.front().proven;
    wrong += !(plays.front().value == exact.best(turn.position, turn.roll));
    wrong += !(search.value(turn.position) == exact(turn.position)) || search.simulations() != 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A finished position has its result without a simulation") {
  backgammon::Position gone;  // the opponent is off, the roller has borne off none: a gammon
  gone.own.put(3, 15);
  auto search = make_search<Backgammon>(with(100));
  CHECK(search.value(gone) == *Backgammon::result(gone));
  CHECK(search.simulations() == 0);
}

TEST_CASE("A search is repeatable, and forgets when told") {
  for (const bool halving : {false, true}) {
    auto options = with(300);
    options.halving = halving;
    auto search = make_search<Backgammon>(options), other = make_search<Backgammon>(options);
    int wrong = 0;
    for (const auto& turn : tests::turns_of_random_games<Backgammon>(2, 40)) {
      search.forget();
      const auto first = judged(search, turn);
      search.value(turn.position);
      search.forget();
      wrong += !same(first, judged(search, turn));
      other.forget();
      wrong += !same(first, judged(other, turn));
      wrong += visits(first) > 300 || visits(first) != search.simulations();
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("A play that was not visited has its static value, one visited once the value one ply deeper") {
  const HashEvaluator<Dvonn> evaluator;
  auto search = make_search<Dvonn>(with(30)), shallow = make_search<Dvonn>(with(1));
  int wrong = 0, once = 0, never = 0, same_mover = 0;
  for (const auto& turn : tests::turns_of_random_games<Dvonn>(3, 1)) {
    PlayList<Dvonn> plays;
    Dvonn::plays(turn.position, turn.roll, plays);
    search.forget(), shallow.forget();
    for (const auto& play : judged(plays.size() == 1 ? shallow : search, turn)) {
      if (play.visits > 1) continue;
      const auto& after = plays.position(play.index);
      const auto expected = tests::plain_expectimax<Dvonn>(after, static_cast<int>(play.visits), evaluator);
      wrong += tests::distance(play.value, seen_by_mover<Dvonn>(after, expected)) > 1e-5F;
      (play.visits == 1 ? once : never) += 1;
      same_mover += play.visits == 1 && Dvonn::same_mover(after);  // White's 49th placement: nothing is flipped
    }
  }
  CHECK(wrong == 0);
  CHECK(once > 100);
  CHECK(never > 100);
  CHECK(same_mover == 3);
}

TEST_CASE("The tree goes on from the best play and the opponent's turn") {
  auto search = make_search<Backgammon>(with(5000));
  const TestTurn<Backgammon> turn{Backgammon::start(), {3, 1}};
  const Dice next_roll{2, 1};  // of the most probable rolls the first: it is tried first
  PlayList<Backgammon> plays;
  Backgammon::plays(turn.position, turn.roll, plays);
  const auto middle = plays.position(judged(search, turn).front().index);
  REQUIRE(search.line(0).size() > 1);  // their best reply was visited
  const auto reply = search.line(0).front();
  REQUIRE(reply.starts_with("2-1: "));
  Backgammon::plays(middle, next_roll, plays);
  const auto expected = plays.position(Backgammon::find_play(middle, next_roll, plays, reply.substr(5)));

  CHECK(visits(judged(search, {expected, next_roll})) > 5000);  // on top of what was known
  CHECK(search.simulations() == 5000);
  search.forget();
  CHECK(visits(judged(search, {expected, next_roll})) == 5000);
  CHECK(visits(judged(search, turn)) == 5000);  // that is no continuation
}

TEST_CASE("A search that goes on finds what is true") {
  BruteForce<RaceModel> exact;
  const Utility<RaceModel> utility;
  auto search = make_search<RaceModel>(with(100'000));
  int wrong = 0, turns = 0;
  models::random_games<RaceModel>(
      30,
      [&](Side, const auto& position, const auto& roll, const auto& plays, std::size_t) {
        const auto best = search.judge(position, roll).front();
        wrong += std::abs(best.utility - utility(exact.best(position, roll))) > 1e-5F;
        wrong += std::abs(best.utility - utility(seen_by_mover<RaceModel>(plays.position(best.index),
                                                                          exact(plays.position(best.index))))) > 1e-5F;
        ++turns;
      },
      [](const auto&) {});
  CHECK(turns > 80);
  CHECK(wrong == 0);
}

TEST_CASE("A full arena ends growth, not the search") {
  auto search = make_search<Backgammon>(with(30'000, 1));
  const TestTurn<Backgammon> turn{Backgammon::start(), {6, 4}};
  const auto plays = judged(search, turn);
  CHECK(visits(plays) == 30'000);
  for (const auto& play : plays) {
    float sum = 0;
    for (const float probability : play.value.of) sum += probability;
    CHECK(sum == Approx(1).margin(1e-4));
  }
  // The turn alone is too large here: static values are left.
  const auto start = Diablo<10>::parse_position(
                         "b.b.b.b.b./b.b.b.b.b./b.b.b.b.b./b.b.b.b.b./b.b.b.b.b./g.g.g.g.g./"
                         "g.g.g.g.g./g.g.g.g.g./g.g.g.g.g./g.g.g.g.g. g")
                         .position;
  for (const bool halving : {false, true}) {
    auto options = with(10, 1);
    options.halving = halving;
    auto large = make_search<Diablo<10>>(options);
    const auto all = judged(large, TestTurn<Diablo<10>>{start, {2, 1}});
    CHECK(all.size() > 1000);
    CHECK(visits(all) == 0);
    CHECK(all.front().utility > all.back().utility);
  }
}

TEST_CASE("A forced pass is searched like any play") {
  auto search = make_search<Backgammon>(with(300));
  const auto plays = judged(search, {closed_out(), {6, 6}});
  REQUIRE(plays.size() == 1);
  CHECK(plays.front().visits == 300);
  search.value(closed_out());
  CHECK(search.simulations() == 300);
}

TEST_CASE("Threads share out the simulations of one search") {
  for (const bool halving : {false, true}) {
    auto options = with(1000);
    options.threads = 4;
    options.halving = halving;
    auto search = make_search<Backgammon>(options);
    for (const auto& turn : tests::turns_of_random_games<Backgammon>(1, 15)) {
      search.forget();
      const auto plays = judged(search, turn);
      CHECK(visits(plays) == search.simulations());
      CHECK(search.simulations() <= 1000);
      if (plays.size() > 1) CHECK(search.simulations() > 950);
    }
  }
}

TEST_CASE("Limits end a search") {
  auto search = make_search<Backgammon>(with(1'000'000'000));
  const TestTurn<Backgammon> turn{Backgammon::start(), {6, 4}};
  const auto some = judged(search, turn, {.nodes = 5000});
  CHECK(search.nodes() >= 5000);
  CHECK(search.nodes() < 5200);
  search.forget();
  CHECK(same(some, judged(search, turn, {.nodes = 5000})));
  const std::atomic<bool> stop = true;
  search.forget();
  CHECK(visits(judged(search, turn, {.stop = &stop})) < 20);
}

TEST_CASE("A warm tree search allocates nothing") {
  for (const bool halving : {false, true}) {
    auto options = with(500);
    options.halving = halving;
    auto search = make_search<Backgammon>(options);
    const auto turns = tests::turns_of_random_games<Backgammon>(1, 20);
    std::uint64_t before = 0;
    for (const int round : {0, 1}) {
      if (round == 1) before = tests::allocations();
      for (const auto& turn : turns) {
        search.judge(turn.position, turn.roll);
        search.value(turn.position);
      }
    }
    CHECK(tests::allocations() == before);
  }
}

TEST_CASE("The Mcts agent plays what it reports as best, and so does its clone") {
  MctsAgent<Dvonn> agent(std::make_unique<HashEvaluator<Dvonn>>(), with(200));
  const auto clone = agent.clone();
  PlayList<Dvonn> plays;
  Random random(1, Purpose::test);
  int wrong = 0, lines = 0;
  for (const auto& turn : tests::turns_of_random_games<Dvonn>(1, 7)) {
    agent.start_game();
    Dvonn::plays(turn.position, turn.roll, plays);
    const auto chosen = agent.choose(turn.position, turn.roll, plays, random);
    const auto report = agent.analyse(turn.position, turn.roll);
    wrong += report.candidates.size() != plays.size() || report.nodes < static_cast<std::int64_t>(plays.size());
    wrong += !(report.candidates.front().after == plays.position(chosen));
    clone->start_game();
    wrong += clone->choose(turn.position, turn.roll, plays, random) != chosen;
    wrong += !(agent.evaluate(turn.position) == clone->evaluate(turn.position));
    // Lines can be played.
    auto position = report.candidates.front().after;
    for (const auto& text : report.candidates.front().line) {
      Dvonn::plays(position, {}, plays);
      position = plays.position(Dvonn::find_play(position, {}, plays, text));
      ++lines;
    }
  }
  CHECK(wrong == 0);
  CHECK(lines > 10);
}

TEST_CASE("Lines of games with dice tell the roll before the play") {
  MctsAgent<Backgammon> agent(std::make_unique<HashEvaluator<Backgammon>>(), with(500));
  const auto report = agent.analyse(Backgammon::start(), {3, 1});
  const auto& best = report.candidates.front();
  REQUIRE_FALSE(best.line.empty());
  const auto colon = best.line.front().find(": ");
  REQUIRE(colon == 3);
  const Dice roll = Backgammon::parse_roll(best.line.front().substr(0, colon));
  PlayList<Backgammon> plays;
  Backgammon::plays(best.after, roll, plays);
  CHECK_NOTHROW(Backgammon::find_play(best.after, roll, plays, best.line.front().substr(colon + 2)));
}

}  // namespace
}  // namespace alea
