// Matches that stop when they know enough, and matches from given positions.
#include <set>

#include "search/random_agent.hpp"
#include "selfplay/match.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

using G = Backgammon;

/// Plays what comes first in the list.
class First final : public Agent<G> {
 public:
  std::unique_ptr<Agent<G>> clone() const override { return std::make_unique<First>(); }
  std::size_t choose(const G::Position&, const Dice&, const PlayList<G>&, Random&) override { return 0; }
};

/// Tells where games begin.
class Witness final : public Agent<G> {
 public:
  explicit Witness(std::vector<G::Position>& starts) : starts_(starts) {}
  std::unique_ptr<Agent<G>> clone() const override { return std::make_unique<Witness>(starts_); }
  void start_game() override { first_ = true; }
  std::size_t choose(const G::Position&, const Dice&, const PlayList<G>&, Random&) override { return 0; }
  void observe(const G::Position& position, const Dice&, const backgammon::Play&) override {
    if (first_) starts_.push_back(position);
    first_ = false;
  }

 private:
  std::vector<G::Position>& starts_;
  bool first_ = true;
};

const RandomAgent<G> random_mover;
const First first_agent;

TEST_CASE("a match ends when the SPRT is decided, after the same games on any number of threads", "[threads]") {
  MatchOptions options{
      .games = 100'000, .each = {.paired = true}, .sprt = SprtOptions{.low = 0, .high = 0.4}, .threads = 1};
  const MatchReport alone = play_match<G>({"A", random_mover}, {"B", first_agent}, options);
  REQUIRE(alone.sprt);
  CHECK(alone.sprt->decision != SprtDecision::undecided);
  CHECK_FALSE(alone.partial);
  CHECK(alone.games < 5'000);
  CHECK(alone.games == 2 * alone.score.size());
  for (const int threads : {2, 5}) {
    options.threads = threads;
    const MatchReport together = play_match<G>({"A", random_mover}, {"B", first_agent}, options);
    CHECK(together.games == alone.games);
    CHECK(together.results == alone.results);
    CHECK(together.score.mean() == alone.score.mean());
    CHECK(together.sprt->log_likelihood_ratio == alone.sprt->log_likelihood_ratio);
    CHECK(together.sprt->decision == alone.sprt->decision);
  }
}

TEST_CASE("a match that is over before the SPRT is decided says so", "[threads]") {
  const RandomAgent<Dvonn> agent;
  const MatchReport report =
      play_match<Dvonn>({"A", agent}, {"B", agent}, {.games = 20, .sprt = SprtOptions{.low = 0, .high = 5}});
  CHECK(report.games == 20);
  CHECK_FALSE(report.partial);
  CHECK(report.sprt->decision == SprtDecision::undecided);
  CHECK(report.sprt->log_likelihood_ratio > report.sprt->lower);
  CHECK(report.sprt->log_likelihood_ratio < report.sprt->upper);
}

TEST_CASE("given openings are used in turn, by pairs", "[threads]") {
  const std::vector<Situation<G>> openings{G::parse_position("4HPwATDgc/ABMA"),
                                           G::parse_position("2wkAAAXkBgAAAA"),
                                           {G::parse_position("4HPwATDgc/ABMA").position, Side::second}};
  std::vector<G::Position> starts;
  const Witness witness(starts);
  play_match<G>({"A", witness}, {"B", random_mover}, {.games = 8, .each = {.paired = true}, .threads = 1}, {},
                {.openings = openings});
  REQUIRE(starts.size() == 8);
  for (std::size_t game = 0; game < 8; ++game) CHECK((starts[game] == openings[game / 2 % 3].position));

  CHECK_THROWS_AS(
      play_match<G>({"A", witness}, {"B", random_mover}, {.each = {.random_start = true}}, {}, {.openings = openings}),
      InputError);
}

}  // namespace
}  // namespace alea
