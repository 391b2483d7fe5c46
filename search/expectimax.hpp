// Looking n plies ahead over all rolls.
//
// Plies are counted as GNU Backgammon does: 0 is the static evaluation of the position after a play; 1 adds all rolls
// of the opponent, each answered by the best reply of 0 plies; 2 the rolls after that, and so on.
//
//     plays of the turn       8/5 6/5     24/20 ..             maximised over; reduced by the move filters
//                               |
//     their rolls        1-1   2-1  ..  6-6                    averaged
//                               |
//     their replies      13/11 6/5   ..                        minimised over (their maximum, flipped)
//                               |
//     static evaluation of all replies to all rolls: one batch
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/expectimax_crew.hpp"

namespace alea {

/// The first group changes what a search finds, the second only how fast it finds it.
struct ExpectimaxOptions {
  static constexpr int most_plies = 4;  ///< that the agent accepts; a search of the tests may go deeper

  int plies = 2;
  MoveFilters filters = find_move_filters("normal");
  /// What a pruning evaluator, if there is one, leaves of each roll's plays inside the tree. Backgammon, 128 hidden
  /// units before 512: 1.5 times as fast, and a value of 1 ply moves by 0.002 (root mean square).
  MoveFilter prune = {5, 0, 0};
  /// Games with half turns: so many of each roll's plays inside the tree are evaluated, those that promise most by what
  /// their actions are worth alone (search/half_turns.hpp); 0: all.
  int halves = 0;

  int threads = 1;     ///< 1 or more
  int cache_mib = 16;  ///< 0: none
  /// Exact pruning, where the utility allows it; unset: where the inner filter keeps all. With `none` a backgammon play
  /// of 2 plies costs a seventh; where the filter leaves one reply, nothing is left to prune, and it costs 2 %.
  std::optional<bool> star2 = std::nullopt;
};

/// One play of the turn, judged.
template <Game G>
struct JudgedPlay {
  std::uint32_t index = 0;  ///< into the play list
  int plies = 0;            ///< how deep it was looked at
  MoverValue<G> value;
  float utility = 0;
};

/// Told the plays of a turn as they are judged so far.
template <Game G>
using Deeper = std::function<void(std::span<const JudgedPlay<G>>)>;

/// What the plays of a turn are judged for.
enum class Judging {
  choice,  ///< the best one is wanted: once only one passes the filters it is not looked at any more
  report,  ///< all that pass the filters are wanted at full depth
};

/// One search at a time, on as many threads as the options say, which find the same whatever their number. No heap
/// allocation once warm, on one thread.
template <Game G>
class Expectimax {
 public:
  using Position = typename G::Position;

  /// `pruner`, if not null, is a faster evaluator that picks the plays inside the tree which `evaluator` then judges.
  Expectimax(std::unique_ptr<Evaluator<G>> evaluator, const ExpectimaxOptions& options, const Utility<G>& utility = {},
             std::unique_ptr<Evaluator<G>> pruner = nullptr);

  /// The value of a position to the player about to roll: the mean over the rolls of the best play, looked at one ply
  /// less deep than `plies`; static evaluation with 0. At most options.plies. With limits the depth grows ply by ply
  /// from 0, and the last value that was finished counts.
  RollerValue<G> value(const Position& position, int plies, const Limits& limits = {});

  /// All plays of a turn, best first: those looked at deepest, by their utility, then those that fell to the filters,
  /// at the depth at which they did. All are at least evaluated statically, whatever the limits; with a limit of time
  /// or nodes or a stop flag the depth grows ply by ply, and what is finished by then counts. A limit of nodes is kept
  /// by one thread, so that it is repeatable. The answer is valid until the next call.
  /// `deeper`, where there is one, is told the judged plays after every depth but the last.
  std::span<const JudgedPlay<G>> judge(const PlayList<G>& plays, Judging purpose, const Limits& limits = {},
                                       const Deeper<G>& deeper = {});

  /// Positions evaluated by the last call.
  std::int64_t nodes() const;

  /// Forgets what the cache holds. Only speed depends on it.
  void forget() { cache_.clear(); }

 private:
  void judge_statically(const PlayList<G>& plays);
  bool deepen(const PlayList<G>& plays, std::size_t count, int plies, bool best_alone);
  void value_with_windows(std::span<Root<G>> roots, int plies);
  void record(JudgedPlay<G>& play, const Root<G>& root, int plies) const;
  std::size_t keep(std::size_t count, const MoveFilter& filter);
  void rank(std::size_t count);

  const ExpectimaxOptions options_;
  const TreeSettings<G> settings_;
  EvaluationCache<G> cache_;
  ExpectimaxCrew<G> crew_;

  std::vector<JudgedPlay<G>> judged_;
  std::vector<Root<G>> roots_;
  std::vector<RollerValue<G>> values_;
  std::vector<float> utilities_;
  std::vector<std::uint32_t> order_;
};

}  // namespace alea
