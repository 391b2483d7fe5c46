#include "selfplay/tournament/schedule.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "engine/random.hpp"
#include "tests/catch.hpp"

namespace alea {
namespace {

std::set<std::pair<std::size_t, std::size_t>> pairs(const std::vector<Meeting>& meetings) {
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (const auto& [a, b] : meetings) pairs.insert(std::minmax(a, b));
  return pairs;
}

}  // namespace

TEST_CASE("in a round robin every two players meet once, and at any time have played about equally often") {
  for (std::size_t players = 2; players <= 13; ++players) {
    CAPTURE(players);
    const auto meetings = round_robin(players);
    CHECK(meetings.size() == players * (players - 1) / 2);
    CHECK(pairs(meetings).size() == meetings.size());
    std::vector<int> played(players);
    int widest = 0;
    for (const auto& [a, b] : meetings) {
      CHECK(a < b);
      CHECK(b < players);
      ++played[a], ++played[b];
      const auto [least, most] = std::ranges::minmax(played);
      widest = std::max(widest, most - least);
    }
    CHECK(widest <= 2);
  }
}

TEST_CASE("in a gauntlet one player meets all others") {
  CHECK(gauntlet(3, 1) == std::vector<Meeting>{{1, 0}, {1, 2}});
}

TEST_CASE("in a Swiss tournament nobody meets the same opponent twice while there are others") {
  Random random(1, Purpose::test);
  for (std::size_t players = 2; players <= 12; ++players) {
    CAPTURE(players);
    std::vector<double> scores(players);
    std::vector<Meeting> before;
    // The pairings of a complete round robin exist for all these rounds; a greedy choice may miss the last of them.
    const std::size_t rounds = std::max<std::size_t>(1, players / 2);
    for (std::size_t round = 0; round < rounds; ++round) {
      const auto meetings = swiss_round(scores, before);
      CHECK(meetings.size() == players / 2);
      std::set<std::size_t> seen;
      for (const auto& [a, b] : meetings) {
        seen.insert({a, b});
        (random.below(2) ? scores[a] : scores[b]) += 1;
      }
      CHECK(seen.size() == players / 2 * 2);
      before.insert(before.end(), meetings.begin(), meetings.end());
    }
    CHECK(pairs(before).size() == before.size());
    std::vector<int> played(players);
    for (const auto& [a, b] : before) ++played[a], ++played[b];
    CHECK(std::ranges::max(played) - std::ranges::min(played) <= 1);
  }
}

TEST_CASE("in a Swiss tournament players who stand alike meet, and meet again when all have met") {
  const double scores[] = {0, 3, 1, 2};
  CHECK(swiss_round(scores, {}) == std::vector<Meeting>{{1, 3}, {2, 0}});
  const std::vector<Meeting> top{{1, 3}};
  CHECK(swiss_round(scores, top) == std::vector<Meeting>{{1, 2}, {3, 0}});
  const std::vector<Meeting> all = round_robin(4);
  CHECK(swiss_round(scores, all).size() == 2);
  const double two[] = {1, 0};
  const std::vector<Meeting> once{{0, 1}};
  CHECK(swiss_round(two, once) == once);
}

TEST_CASE("seeds of pairings differ in everything that names them") {
  std::set<std::uint64_t> seeds;
  for (const std::uint64_t seed : {1, 2}) {
    for (const char* const a : {"ann", "bob", "an", ""}) {
      for (const char* const b : {"carl", "ncarl", "dora"}) {
        for (const int round : {1, 2, 11}) seeds.insert(pairing_seed(seed, a, b, round));
      }
    }
  }
  CHECK(seeds.size() == 2 * 4 * 3 * 3);
  for (const std::uint64_t seed : seeds) CHECK(seed < std::uint64_t{1} << 63);
}

}  // namespace alea
