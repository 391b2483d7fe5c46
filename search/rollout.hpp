// Rollouts: what positions are worth, by playing them out many times.
//
// Trial i of a rollout is a game that depends on (seed, i) alone: whoever plays it, on whichever thread, and however
// many trials follow. Candidates are compared by the same trials: the same dice, as far as their games go on alike.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/rollout_trial.hpp"

namespace alea {

/// When a rollout ends; asked after every batch of 144 trials. With any but the first, standard errors are a little too
/// small, because trials end when they happen to agree.
struct RolloutLimits {
  std::int64_t trials = 1296;  ///< of each position, at most
  double standard_error = 0;   ///< of the utility: where it is below this, a position needs no more; 0: always more
  /// A play whose utility is so many joint standard errors (the root of the sum of both squares) behind the best needs
  /// no more trials, and when all others are the best needs none either; 0: all go on.
  double joint_errors = 0;
  std::int64_t least_trials = 144;  ///< before the two above count
};

struct RolloutProgress {
  std::int64_t trials = 0;  ///< of all positions
  std::int64_t most = 0;    ///< that there can still be in all
};

/// How a rollout talks to its owner. Either may be empty.
struct RolloutHooks {
  std::function<void(const RolloutProgress&)> progress;  ///< before, between and after batches
  /// Asked before every trial, on the threads that play: true ends the rollout, and its sums are what was played.
  std::function<bool()> stop;
};

/// How a rollout is kept and gone on with later, perhaps by another process: what it finds is the same as without a
/// break.
template <Game G>
struct RolloutMemory {
  std::vector<RolloutSums<G>> sums;  ///< of each position, from the last call of `keep`; empty: nothing was played yet
  /// Called with the sums whenever all positions have had their batch, and at the end; may be empty.
  std::function<void(std::span<const RolloutSums<G>>)> keep;
};

/// One rollout at a time.
template <Game G>
class Rollout {
 public:
  using Position = typename G::Position;

  /// Plays on `threads` threads, which changes nothing but the time.
  Rollout(const RolloutPlayers<G>& players, const TrialOptions& options, int threads, const Utility<G>& utility = {});

  /// The seed of what is rolled out from now on, in place of the one in the options.
  void reseed(std::uint64_t seed);

  /// Adds `trials` more to what `sums` has of `position`, or fewer: `stop` is as in RolloutHooks.
  void extend(const Position& position, std::int64_t trials, RolloutSums<G>& sums,
              const std::function<bool()>& stop = {});

  /// Rolls out what several plays of one player led to, side by side, until `limits` end it; or a single position.
  /// The results are to the players about to roll at the positions; the best one is the best for the player who led
  /// there (seen_by_mover). What `memory` holds must be of the same positions, players and options.
  std::vector<RolloutSums<G>> compare(std::span<const Position> positions, const RolloutLimits& limits,
                                      const RolloutHooks& hooks = {}, RolloutMemory<G> memory = {});

 private:
  struct Candidate;

  static std::vector<Candidate*> find_unsettled(std::span<Candidate> candidates, const RolloutLimits& limits);
  static RolloutProgress progress_of(std::span<const Candidate> candidates, std::span<Candidate* const> unsettled,
                                     const RolloutLimits& limits);

  TrialOptions options_;
  Utility<G> utility_;
  std::vector<Trial<G>> tables_;  ///< one for each thread
  std::vector<typename RolloutSums<G>::Result> results_;
};

/// The weights of `function` of a MoverValue, for sums of the position `after` that a play led to.
template <Game G, class Function>
RolloutWeights<G> mover_weights_of(const typename G::Position& after, Function&& function) {
  return weights_of<G>([&](const RollerValue<G>& value) { return function(seen_by_mover<G>(after, value)); });
}

}  // namespace alea
