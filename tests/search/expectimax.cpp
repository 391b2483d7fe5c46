// Choosing and judging plays: filters, depth, limits, threads, reports.
#include "engine/registry.hpp"
#include "search/expectimax_agent.hpp"
#include "tests/catch.hpp"
#include "tests/nets/allocations.hpp"
#include "tests/search/expectimax_models.hpp"

namespace alea {
namespace {

using tests::HashEvaluator;
using tests::TestTurn;

template <Game G>
Expectimax<G> make_search(const ExpectimaxOptions& options) {
  return Expectimax<G>(std::make_unique<HashEvaluator<G>>(), options);
}

ExpectimaxOptions with(int plies, const char* filter) {
  ExpectimaxOptions options;
  options.plies = plies;
  options.filters = find_move_filters(filter);
  options.cache_mib = 1;
  return options;
}

template <Game G>
std::vector<JudgedPlay<G>> judged(Expectimax<G>& search, const TestTurn<G>& turn, Judging purpose,
                                  const Limits& limits = {}) {
  PlayList<G> plays;
  G::plays(turn.position, turn.roll, plays);
  const auto found = search.judge(plays, purpose, limits);
  return {found.begin(), found.end()};
}

template <Game G>
bool same(const std::vector<JudgedPlay<G>>& a, const std::vector<JudgedPlay<G>>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.index == y.index && x.plies == y.plies && x.value == y.value;
  });
}

/// Turns at which searches with `a` and `b` differ: in the best play and its value, or in anything.
template <Game G>
int differences(const std::vector<TestTurn<G>>& turns, const ExpectimaxOptions& a, const ExpectimaxOptions& b,
                Judging purpose) {
  auto one = make_search<G>(a), other = make_search<G>(b);
  int differ = 0;
  for (const auto& turn : turns) {
    auto x = judged(one, turn, purpose), y = judged(other, turn, purpose);
    if (purpose == Judging::choice) x.resize(1), y.resize(1);
    differ += !same(x, y);
  }
  return differ;
}

TEST_CASE("Every play is judged as the flip of what its position is worth to the opponent") {
  const auto turns = tests::turns_of_random_games<Backgammon>(2, 10, 10);
  const HashEvaluator<Backgammon> evaluator;
  auto search = make_search<Backgammon>(with(1, "none"));
  float most = 0;
  for (const auto& turn : turns) {
    PlayList<Backgammon> plays;
    Backgammon::plays(turn.position, turn.roll, plays);
    for (const auto& play : search.judge(plays, Judging::report)) {
      const auto theirs = tests::plain_expectimax<Backgammon>(plays.position(play.index), 1, evaluator);
      most = std::max(most, tests::distance(play.value, MoverValue<Backgammon>{flip(theirs).of}));
      most = std::max(most, std::abs(play.utility - Utility<Backgammon>{}(play.value)));
      if (play.plies != 1) most = 9;
    }
  }
  CHECK(turns.size() > 5);
  CHECK(most < 1e-5F);
}

TEST_CASE("Threads and cache change nothing that a search finds") {
  auto base = with(2, "tiny"), changed = base;
  changed.threads = 3;
  changed.cache_mib = 0;
  CHECK(differences(tests::turns_of_random_games<Backgammon>(2, 30), base, changed, Judging::report) == 0);
  CHECK(differences(tests::turns_of_random_games<Dvonn>(2, 5), base, changed, Judging::report) == 0);
  CHECK(differences(tests::turns_of_random_games<Diablo<4>>(3, 5), base, changed, Judging::report) == 0);
}

TEST_CASE("Who watches is told every depth but the last, and changes nothing") {
  for (const auto& turn : tests::turns_of_random_games<Backgammon>(2, 5)) {
    PlayList<Backgammon> plays;
    Backgammon::plays(turn.position, turn.roll, plays);
    if (plays.size() < 2) continue;
    auto search = make_search<Backgammon>(with(2, "none"));
    const auto unwatched = judged(search, turn, Judging::report);
    std::vector<int> plies;
    const auto found = search.judge(plays, Judging::report, {}, [&](std::span<const JudgedPlay<Backgammon>> so_far) {
      if (so_far.size() == plays.size()) plies.push_back(so_far.front().plies);
    });
    CHECK(same(unwatched, {found.begin(), found.end()}));
    CHECK(plies == std::vector{0, 1});
  }
}

TEST_CASE("Pruning changes neither the best play nor its value") {
  for (const char* filter : {"none", "huge"}) {
    auto base = with(2, filter), changed = base;
    base.star2 = false;
    changed.star2 = true;
    CHECK(differences(tests::turns_of_random_games<Backgammon>(3, 60, 8), base, changed, Judging::choice) == 0);
    CHECK(differences(tests::turns_of_random_games<Dvonn>(2, 5), base, changed, Judging::choice) == 0);
    CHECK(differences(tests::turns_of_random_games<Diablo<4>>(3, 5, 30), base, changed, Judging::choice) == 0);
    CHECK(differences(tests::turns_of_random_games<Dvonn>(2, 9), base, changed, Judging::report) == 0);
    base.plies = changed.plies = 3;
    CHECK(differences(tests::turns_of_random_games<Dvonn>(4, 9, 15), base, changed, Judging::choice) == 0);
    CHECK(differences(tests::turns_of_random_games<Diablo<2>>(20, 1), base, changed, Judging::choice) == 0);
  }
}

TEST_CASE("Pruning looks at fewer positions where nothing is filtered") {
  auto options = with(2, "none");
  std::int64_t nodes[2] = {};
  for (const bool star2 : {false, true}) {
    options.star2 = star2;
    auto search = make_search<Dvonn>(options);
    for (const auto& turn : tests::turns_of_random_games<Dvonn>(2, 5)) {
      judged(search, turn, Judging::choice);
      nodes[star2] += search.nodes();
    }
  }
  CHECK(nodes[true] < nodes[false] / 2);
}

TEST_CASE("Filtered plays stay at their depth and rank below the others") {
  auto search = make_search<Backgammon>(with(3, "tiny"));
  auto statically = make_search<Backgammon>(with(0, "none"));
  int wrong = 0, filtered = 0;
  for (const auto& turn : tests::turns_of_random_games<Backgammon>(4, 40, 30)) {
    const auto plays = judged(search, turn, Judging::report);
    const auto by_eye = judged(statically, turn, Judging::report);
    for (std::size_t i = 1; i < plays.size(); ++i) {
      const auto &above = plays[i - 1], &below = plays[i];
      wrong += above.plies < below.plies || (above.plies == below.plies && above.utility < below.utility);
      filtered += below.plies < 3;
    }
    wrong += plays.front().plies != 3;
    const auto best = std::ranges::find(plays, by_eye.front().index, &JudgedPlay<Backgammon>::index);
    wrong += best->plies < 2;                                 // the best static play passes the first filter always
    for (const auto& play : plays) wrong += play.plies == 1;  // that level is skipped
  }
  CHECK(wrong == 0);
  CHECK(filtered > 20);
}

TEST_CASE("Whatever the limit, all plays are judged, and more time only looks deeper") {
  auto search = make_search<Backgammon>(with(2, "huge"));
  const std::atomic<bool> stop = true;
  int wrong = 0, partly = 0;
  for (const auto& turn : tests::turns_of_random_games<Backgammon>(2, 20)) {
    const auto all = judged(search, turn, Judging::report);
    const auto none = judged(search, turn, Judging::report, {.stop = &stop});
    for (const auto& play : none) wrong += play.plies != 0;
    wrong += none.size() != all.size();
    for (const std::int64_t nodes : {1, 2000, 20000}) {
      search.forget();
      const auto some = judged(search, turn, Judging::report, {.nodes = nodes});
      search.forget();
      wrong += !same(some, judged(search, turn, Judging::report, {.nodes = nodes}));
      for (const auto& play : some) {
        const auto full = std::ranges::find(all, play.index, &JudgedPlay<Backgammon>::index);
        if (play.plies == full->plies) wrong += !(play.value == full->value);
        partly += play.plies < full->plies;
      }
    }
    wrong += !same(all, judged(search, turn, Judging::report, {.nodes = 1'000'000'000}));
    const auto shallow = judged(search, turn, Judging::report, {.plies = 1});
    wrong += shallow.front().plies != 1;
  }
  CHECK(wrong == 0);
  CHECK(partly > 30);
}

TEST_CASE("A pruning evaluator with the same opinions changes nothing, another one little") {
  auto options = with(1, "none");
  const auto turns = tests::turns_of_random_games<Backgammon>(2, 20);
  auto plain = make_search<Backgammon>(options);
  Expectimax<Backgammon> same_opinion(std::make_unique<HashEvaluator<Backgammon>>(), options, {},
                                      std::make_unique<HashEvaluator<Backgammon>>());
  Expectimax<Backgammon> other_opinion(std::make_unique<HashEvaluator<Backgammon>>(), options, {},
                                       std::make_unique<HashEvaluator<Backgammon>>(2));
  int differ = 0, other = 0;
  for (const auto& turn : turns) {
    const auto expected = judged(plain, turn, Judging::report);
    differ += !same(expected, judged(same_opinion, turn, Judging::report));
    other += !same(expected, judged(other_opinion, turn, Judging::report));
  }
  CHECK(differ == 0);
  CHECK(other > 0);
}

TEST_CASE("A warm search allocates nothing") {
  for (const bool star2 : {false, true}) {
    auto options = with(2, "normal");
    options.star2 = star2;
    auto search = make_search<Backgammon>(options);
    PlayList<Backgammon> plays;
    const auto turns = tests::turns_of_random_games<Backgammon>(1, 20);
    std::uint64_t before = 0;
    for (const int round : {0, 1}) {
      if (round == 1) before = tests::allocations();
      for (const auto& turn : turns) {
        Backgammon::plays(turn.position, turn.roll, plays);
        search.judge(plays, Judging::choice);
        search.value(turn.position, 2);
      }
    }
    CHECK(tests::allocations() == before);
  }
}

TEST_CASE("The agent plays what it reports as best, and so does its clone") {
  ExpectimaxAgent<Diablo<4>> agent(std::make_unique<HashEvaluator<Diablo<4>>>(), with(1, "normal"));
  const auto clone = agent.clone();
  agent.start_game();
  PlayList<Diablo<4>> plays;
  Random random(1, Purpose::test);
  int wrong = 0;
  for (const auto& turn : tests::turns_of_random_games<Diablo<4>>(4, 3)) {
    Diablo<4>::plays(turn.position, turn.roll, plays);
    const auto chosen = agent.choose(turn.position, turn.roll, plays, random);
    const auto report = agent.analyse(turn.position, turn.roll);
    wrong += report.candidates.size() != plays.size() || report.nodes < static_cast<std::int64_t>(plays.size());
    wrong += !(report.candidates.front().after == plays.position(chosen));
    wrong += clone->choose(turn.position, turn.roll, plays, random) != chosen;
    wrong += !(agent.evaluate(turn.position) == clone->evaluate(turn.position));
  }
  CHECK(wrong == 0);
}

TEST_CASE("A move filter keeps the best, what it accepts, and extras within its threshold") {
  const std::vector<float> utilities{0.1F, 0.5F, 0.45F, 0.5F, -1, 0.4F};
  const auto kept = [&](const MoveFilter& filter) {
    std::vector<std::uint32_t> order{0, 1, 2, 3, 4, 5};
    order.resize(filter.select(utilities, order));
    return order;
  };
  using Order = std::vector<std::uint32_t>;
  CHECK(kept(MoveFilter::all()) == Order{1, 3, 2, 5, 0, 4});
  CHECK(kept(MoveFilter::best()) == Order{1});
  CHECK(kept({0, 8, 0.16F}) == Order{1, 3, 2, 5});
  CHECK(kept({0, 3, 0.16F}) == Order{1, 3, 2});
  CHECK(kept({0, 8, 0.06F}) == Order{1, 3, 2});
  CHECK(kept({5, 1, 0.06F}) == Order{1, 3, 2, 5, 0});
  CHECK(kept({0, 0, 0}) == Order{1});
  CHECK(kept({9, 9, 0}).size() == 6);
}

TEST_CASE("The predefined move filters are GNU Backgammon's") {
  const auto numbers = [](const char* name) {
    const MoveFilters& filters = find_move_filters(name);
    CHECK(filters.after_plies(1).keeps_all());
    CHECK(filters.after_plies(3).keeps_all());
    CHECK(filters.after_plies(4).keeps_all());
    CHECK(filters.inner == MoveFilter::best());
    return std::pair{filters.after_plies(0), filters.after_plies(2)};
  };
  CHECK(numbers("tiny") == std::pair{MoveFilter{0, 5, 0.08F}, MoveFilter{0, 2, 0.02F}});
  CHECK(numbers("narrow") == std::pair{MoveFilter{0, 8, 0.12F}, MoveFilter{0, 2, 0.03F}});
  CHECK(numbers("normal") == std::pair{MoveFilter{0, 8, 0.16F}, MoveFilter{0, 2, 0.04F}});
  CHECK(numbers("large") == std::pair{MoveFilter{0, 16, 0.32F}, MoveFilter{0, 4, 0.08F}});
  CHECK(numbers("huge") == std::pair{MoveFilter{0, 20, 0.44F}, MoveFilter{0, 6, 0.11F}});
  CHECK(find_move_filters("none").inner.keeps_all());
  CHECK_THROWS_AS(find_move_filters("enormous"), InputError);
}

}  // namespace
}  // namespace alea
