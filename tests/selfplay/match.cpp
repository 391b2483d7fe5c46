#include "selfplay/match.hpp"

#include <atomic>
#include <mutex>

#include "engine/backgammon/backgammon.hpp"
#include "engine/diablo/diablo.hpp"
#include "engine/dvonn/dvonn.hpp"
#include "search/random_agent.hpp"
#include "selfplay/agents.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

using G = Backgammon;

/// What several agents saw, in the order of a match on one thread.
struct Log {
  struct Turn {
    char agent;
    Dice roll;
  };
  std::vector<std::vector<Turn>> games;
};

/// Plays the play that comes first or last in the list, and remembers the
/// rolls.
class Scribe final : public Agent<G> {
 public:
  enum class Style { first, last };
  Scribe(char name, Style style, Log* log = nullptr) : name_(name), style_(style), log_(log) {}

  std::unique_ptr<Agent<G>> clone() const override { return std::make_unique<Scribe>(*this); }
  void start_game() override {
    if (log_ && name_ == 'A') log_->games.emplace_back();
  }
  std::size_t choose(const G::Position&, const Dice& roll, const PlayList<G>& plays, Random&) override {
    if (log_) log_->games.back().push_back({name_, roll});
    return style_ == Style::first ? 0 : plays.size() - 1;
  }

 private:
  char name_;
  Style style_;
  Log* log_;
};

/// Fails in its own way on its `turn`-th turn.
class Failing final : public Agent<G> {
 public:
  enum class Way { runtime, input, index };
  Failing(Way way, int turn) : way_(way), turns_left_(turn) {}

  std::unique_ptr<Agent<G>> clone() const override { return std::make_unique<Failing>(*this); }
  std::size_t choose(const G::Position&, const Dice&, const PlayList<G>& plays, Random&) override {
    if (--turns_left_ > 0) return 0;
    if (way_ == Way::runtime) throw RuntimeFailure("the cable is out");
    if (way_ == Way::input) throw InputError("agent", "outside the tables");
    return plays.size();
  }

 private:
  Way way_;
  int turns_left_;
};

/// Plays at random and follows the game by what it is told; counts how often it is asked elsewhere than it believes to
/// be.
class Follower final : public Agent<Dvonn> {
 public:
  explicit Follower(std::atomic<int>& lost) : lost_(lost) {}

  std::unique_ptr<Agent<Dvonn>> clone() const override { return std::make_unique<Follower>(lost_); }
  void start_game() override { believed_ = Dvonn::start(); }
  std::size_t choose(const Dvonn::Position& position, const NoDice&, const PlayList<Dvonn>& plays,
                     Random& random) override {
    if (position != believed_) ++lost_;
    return random.below(static_cast<std::uint32_t>(plays.size()));
  }
  void observe(const Dvonn::Position& position, const NoDice&, const dvonn::Play& play) override {
    if (position != believed_) ++lost_;
    believed_ = Dvonn::after(position, play);
  }

 private:
  std::atomic<int>& lost_;
  Dvonn::Position believed_;
};

const RandomAgent<G> random_agent;
const Scribe first_agent('A', Scribe::Style::first);
const Scribe last_agent('B', Scribe::Style::last);

MatchReport match(const Agent<G>& a, const Agent<G>& b, const MatchOptions& options, const MatchHooks& hooks = {}) {
  return play_match<G>({"the first", a}, {"the second", b}, options, hooks);
}

std::string failure_of(const Agent<G>& a, const Agent<G>& b) {
  try {
    match(a, b, {.games = 20, .threads = 2});
  } catch (const RuntimeFailure& error) {
    return error.what();
  }
  return "";
}

void require_equal(const MatchReport& x, const MatchReport& y) {
  CHECK(x.games == y.games);
  CHECK(x.results == y.results);
  CHECK(x.score.size() == y.score.size());
  CHECK(x.score.mean() == y.score.mean());
  CHECK(x.score.variance() == y.score.variance());
  CHECK(x.distinct_games == y.distinct_games);
}

bool same_rolls_while_both_last(const std::vector<Log::Turn>& x, const std::vector<Log::Turn>& y) {
  const std::size_t turns = std::min(x.size(), y.size());
  return std::equal(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(turns), y.begin(),
                    [](const auto& s, const auto& t) { return s.roll == t.roll; });
}

TEST_CASE("the number of threads changes no bit of a match", "[threads]") {
  for (const bool paired : {false, true}) {
    MatchOptions options{.games = 300, .each = {.paired = paired, .seed = 7}, .threads = 1};
    const MatchReport alone = match(random_agent, first_agent, options);
    CHECK(alone.games == 300);
    for (const int threads : {2, 5, 0}) {
      options.threads = threads;
      require_equal(alone, match(random_agent, first_agent, options));
    }
    options.each.seed = 8;
    CHECK(match(random_agent, first_agent, options).score.mean() != alone.score.mean());
  }
}

TEST_CASE("the games of a pair share all dice and swap the seats; pairs and single games do not", "[threads]") {
  for (const bool paired : {false, true}) {
    CAPTURE(paired);
    Log log;
    const Scribe a('A', Scribe::Style::first, &log), b('B', Scribe::Style::last, &log);
    match(a, b, {.games = 8, .each = {.paired = paired, .seed = 3}, .threads = 1});
    REQUIRE(log.games.size() == 8);
    for (std::size_t game = 0; game < 8; ++game) {
      CAPTURE(game);
      CHECK(log.games[game][0].agent == (game % 2 == 0 ? 'A' : 'B'));
      CHECK_FALSE(log.games[game][0].roll.is_double());
      if (game % 2 == 1) CHECK(same_rolls_while_both_last(log.games[game - 1], log.games[game]) == paired);
      if (game >= 2) CHECK_FALSE(same_rolls_while_both_last(log.games[game - 2], log.games[game]));
    }
  }
}

TEST_CASE("an agent without luck of its own draws a paired match against itself exactly", "[threads]") {
  const MatchReport report = match(first_agent, first_agent, {.games = 100, .each = {.paired = true}});
  CHECK(report.score.size() == 50);
  CHECK(report.score.mean() == 0);
  CHECK(report.score.standard_error() == 0);
  CHECK(report.distinct_games == 100);
}

TEST_CASE("swapping the agents of a paired match negates its score", "[threads]") {
  const MatchReport report = match(first_agent, last_agent, {.games = 200, .each = {.paired = true}});
  const MatchReport swapped = match(last_agent, first_agent, {.games = 200, .each = {.paired = true}});
  CHECK(report.score.mean() != 0);
  CHECK(swapped.score.mean() == Approx(-report.score.mean()));
  CHECK(swapped.score.standard_error() == Approx(report.score.standard_error()));
}

TEST_CASE("the score is the mean of the points of the results by kind", "[threads]") {
  const MatchReport report = match(random_agent, first_agent, {.games = 500});
  const double points[] = {1, 2, 3, -1, -2, -3};
  REQUIRE(report.results.size() == 6);
  CHECK(report.results[1].first == "win_gammon");
  CHECK(report.results[5].first == "lose_backgammon");
  double sum = 0;
  std::int64_t games = 0;
  for (std::size_t kind = 0; kind < 6; ++kind) {
    sum += points[kind] * static_cast<double>(report.results[kind].second);
    games += report.results[kind].second;
  }
  CHECK(games == 500);
  CHECK(report.score.size() == 500);
  CHECK(report.score.mean() == Approx(sum / 500));
  CHECK_FALSE(report.partial);
  CHECK(report.seconds_per_play[0] > 0);
}

/// The mean of 1, 0.5 and 0 for the wins, draws and losses of random play.
template <Game Plain>
void check_plain_score(std::size_t kinds) {
  const RandomAgent<Plain> agent;
  const MatchReport report = play_match<Plain>({"A", agent}, {"B", agent}, {.games = 400, .each = {.seed = 2}});
  REQUIRE(report.results.size() == kinds);
  double sum = 0;
  for (const auto& [name, count] : report.results) {
    sum += (name == "win" ? 1 : name == "draw" ? 0.5 : 0) * static_cast<double>(count);
    CHECK(count > 0);
  }
  CHECK(report.score.mean() == Approx(sum / 400));
}

TEST_CASE("without points a win scores 1, a draw 0.5 and a loss 0", "[threads]") {
  check_plain_score<Dvonn>(3);
  check_plain_score<Diablo<4>>(2);
}

TEST_CASE("a paired match has an even number of games", "[threads]") {
  CHECK(match(random_agent, random_agent, {.games = 5, .each = {.paired = true}}).games == 6);
  CHECK(match(random_agent, random_agent, {.games = 5}).games == 5);
}

TEST_CASE("games over the turn limit are counted apart and drawn", "[threads]") {
  const MatchReport report = match(random_agent, random_agent, {.games = 10, .each = {.max_turns = 3}});
  CHECK(report.games == 10);
  CHECK(report.cut == 10);
  CHECK(report.score.mean() == 0);
  for (const auto& [name, count] : report.results) CHECK(count == 0);
}

TEST_CASE("a match that is stopped tells of the whole pairs that were played", "[threads]") {
  std::atomic<int> turns = 0;
  const MatchHooks hooks{.stop = [&] { return ++turns > 2000; }};
  const MatchReport report =
      match(random_agent, random_agent, {.games = 1000, .each = {.paired = true}, .threads = 2}, hooks);
  CHECK(report.partial);
  CHECK(report.games > 0);
  CHECK(report.games < 1000);
  CHECK(report.games == 2 * report.score.size());

  const MatchReport nothing = match(random_agent, random_agent, {.games = 10}, {.stop = [] { return true; }});
  CHECK(nothing.partial);
  CHECK(nothing.games == 0);
}

TEST_CASE("progress tells of every game once, up to the last", "[threads]") {
  std::vector<std::int64_t> seen;
  const MatchHooks hooks{.progress = [&](const MatchProgress& now) {
    CHECK(now.total == 40);
    seen.push_back(now.games);
  }};
  match(random_agent, random_agent, {.games = 40, .threads = 3}, hooks);
  REQUIRE(seen.size() == 40);
  for (std::size_t i = 0; i < seen.size(); ++i) CHECK(seen[i] == static_cast<std::int64_t>(i) + 1);
}

TEST_CASE("the failure of an agent ends the match and says who, where and why", "[threads]") {
  const std::string failure = failure_of(random_agent, Failing(Failing::Way::runtime, 1));
  INFO(failure);
  CHECK(failure.find("agent B, the second") != std::string::npos);
  CHECK(failure.find("game ") == 0);
  CHECK(failure.find("the cable is out") != std::string::npos);

  const std::string illegal = failure_of(Failing(Failing::Way::index, 1), random_agent);
  INFO(illegal);
  CHECK(illegal.find("agent A, the first, at ") != std::string::npos);
  CHECK(illegal.find("a play that does not exist") != std::string::npos);
}

TEST_CASE("a match tells of the nodes of those who count them") {
  const auto searching = make_agent<Diablo<4>>("handwritten:plies=1"), other = make_agent<Diablo<4>>("random");
  const MatchReport report = play_match<Diablo<4>>({"A", *searching}, {"B", *other}, {.games = 4, .threads = 2});
  REQUIRE(report.nodes_per_play[player_a].has_value());
  CHECK(*report.nodes_per_play[player_a] > 1);
  CHECK_FALSE(report.nodes_per_play[player_b].has_value());
}

TEST_CASE("agents are told of every turn of both sides, in order", "[threads]") {
  std::atomic<int> lost = 0;
  const Follower agent(lost);
  CHECK(play_match<Dvonn>({"A", agent}, {"B", agent}, {.games = 20, .threads = 2}).games == 20);
  CHECK(lost == 0);
}

TEST_CASE("an agent that cannot judge a position stays an input error", "[threads]") {
  CHECK_THROWS_AS(match(Failing(Failing::Way::input, 3), random_agent, {.games = 4}), InputError);
}

}  // namespace
}  // namespace alea
