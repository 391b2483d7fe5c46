// What a match has found so far: the records of its games, in their order whoever played them, and what follows.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "selfplay/sprt.hpp"
#include "selfplay/statistics.hpp"

namespace alea {

struct SprtReport {
  double log_likelihood_ratio = 0;
  double lower = 0, upper = 0;
  SprtDecision decision = SprtDecision::undecided;
};

struct MatchReport {
  std::int64_t games = 0;  ///< played to the end or cut off
  bool partial = false;    ///< stopped early: games that were under way (and their pair) are not counted
  /// A's points per game where games have points (backgammon), else 1, 0.5 or 0 for a win, a draw, a loss. A sample of
  /// games; of means of pairs when paired. A game that was cut off scores as a draw, 0 points.
  SampleMean score;
  std::optional<SampleMean> adjusted = {};  ///< the same less the luck of the dice, where it was judged
  std::vector<std::pair<std::string_view, std::int64_t>> results;  ///< of A, by kind: "win_gammon" .., or "win" ..
  std::int64_t cut = 0;                                            ///< games longer than max_turns
  double turns_per_game = 0;                                       ///< mean, both players' turns; NaN without games
  /// Different games, by A's side and the sequence of positions. Deterministic agents in a game without chance play the
  /// same two games again and again, and then the uncertainty of `score` is an illusion.
  std::int64_t distinct_games = 0;
  double seconds_per_play[2] = {};  ///< of A and B; NaN without plays
  /// Positions that A and B evaluated, where they count them (Agent::nodes).
  std::optional<double> nodes_per_play[2] = {};
  std::optional<SprtReport> sprt = {};
};

struct MatchProgress {
  std::int64_t games = 0;
  std::int64_t total = 0;
  SampleMean
      score;  ///< so far, adjusted if luck is judged; the order of games, and so the last bits, depend on threads
  std::optional<SprtReport> sprt = {};  ///< of the first games that are all there
};

using ShowProgress = std::function<void(const MatchProgress&)>;

/// A game for the scoreboard.
struct GameRecord {
  static constexpr std::int8_t no_result = -1;
  std::uint64_t line = 0;  ///< equal for equal games
  float score = 0;
  float luck = 0;  ///< of A's and B's dice together, in A's score
  std::int32_t turns = 0;
  std::int8_t result = no_result;  ///< an index into the results' names
};

struct ScoreboardOptions {
  std::int64_t units = 0;       ///< games, or pairs of games
  std::int64_t games_each = 1;  ///< 2 for pairs
  ScoreUnit unit = ScoreUnit::points;
  bool luck = false;                     ///< records have it
  std::optional<SprtOptions> sprt = {};  ///< in points its scores are adjusted ones where luck is judged
};

/// For several threads.
class Scoreboard {
 public:
  /// `show` is called after each unit, one call at a time.
  Scoreboard(const ScoreboardOptions& options, ShowProgress show);

  void add(std::int64_t unit, std::span<const GameRecord> games);

  /// Whether the SPRT has come to a decision: no more units are needed.
  bool decided() const { return decided_.load(std::memory_order_relaxed); }

  /// All but the time use. Once the SPRT is decided, of the units up to the deciding one: they depend on nothing but
  /// the games, while how many more were played depends on threads. Call it when all threads are done.
  MatchReport report(std::span<const std::string_view> result_names) const;

 private:
  std::span<const GameRecord> unit(std::int64_t number) const;
  double score(std::int64_t unit) const;
  double adjusted(std::int64_t unit) const;
  void make_room(std::int64_t unit);
  void test_next_units();
  std::optional<SprtReport> sprt_report() const;

  ScoreboardOptions options_;
  ShowProgress show_;
  std::mutex mutex_;
  std::vector<GameRecord> games_;
  std::vector<bool> played_;  ///< units
  MatchProgress progress_;
  std::optional<Sprt> sprt_;
  std::int64_t tested_ = 0;  ///< units that the SPRT has seen: all before it are played
  std::atomic<bool> decided_ = false;
};

}  // namespace alea
