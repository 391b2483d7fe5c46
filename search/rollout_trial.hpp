// One game of a rollout.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "search/agent.hpp"
#include "search/luck.hpp"
#include "search/rollout_sums.hpp"
#include "search/tables/exact_table.hpp"

namespace alea {

/// Who plays a rollout's games and who judges them.
template <Game G>
struct RolloutPlayers {
  std::unique_ptr<Agent<G>> agent;  ///< plays for both sides
  /// Judges luck and truncated games, without looking ahead; may be null if nobody asks.
  std::unique_ptr<Evaluator<G>> judge;
  /// A game is over at a position that it holds; may be null.
  std::shared_ptr<const ExactTable<G>> exact;

  RolloutPlayers clone() const { return {agent->clone(), judge ? judge->clone() : nullptr, exact}; }
};

/// What changes the results of a rollout's trials.
struct TrialOptions {
  /// After so many turns the position's static evaluation is the result; 0: games are played to the end.
  int turns = 0;
  /// Takes from each result the luck of its rolls (luck_of_roll), which leaves results unbiased and less noisy. Costs
  /// the evaluation of all plays of all rolls of each turn.
  bool luck = true;
  std::uint64_t seed = 1;
};

/// The first rolls of a rollout's trials, each as often as its probability says: trial i begins with roll i mod size(),
/// in an order drawn once.
template <Game G>
class FirstRolls {
 public:
  FirstRolls(const typename G::Position& position, std::uint64_t seed) {
    const auto rolls = G::rolls(position);
    const int size = common_denominator(rolls);
    for (const auto& [roll, probability] : rolls) {
      const auto times = size == 0 ? 0 : std::lround(probability * size);
      rolls_.insert(rolls_.end(), static_cast<std::size_t>(times), roll);
    }
    Random random(seed, Purpose::rollout, 2);
    for (std::size_t i = rolls_.size(); i > 1; --i) {
      std::swap(rolls_[i - 1], rolls_[random.below(static_cast<std::uint32_t>(i))]);
    }
  }

  /// Strata: 36 for two dice. 1 if the probabilities have no common denominator up to 1296: then nothing is known of
  /// first rolls.
  std::size_t size() const { return std::max<std::size_t>(1, rolls_.size()); }

  const typename G::Roll* of_trial(std::int64_t trial) const {
    return rolls_.empty() ? nullptr : &rolls_[static_cast<std::size_t>(trial) % rolls_.size()];
  }

 private:
  static int common_denominator(std::span<const Weighted<typename G::Roll>> rolls) {
    for (int size = 1; size <= 1296; ++size) {
      const auto whole = [&](const auto& weighted) {
        const double times = weighted.probability * size;
        return std::abs(times - std::round(times)) < 1e-9;
      };
      if (std::ranges::all_of(rolls, whole)) return size;
    }
    return 0;
  }

  std::vector<typename G::Roll> rolls_;
};

/// Plays trials, one after another, on one thread. No heap allocation once warm.
template <Game G>
class Trial {
 public:
  using Position = typename G::Position;
  using Roll = typename G::Roll;
  using Result = typename RolloutSums<G>::Result;

  Trial(RolloutPlayers<G> players, const TrialOptions& options, const Utility<G>& utility)
      : players_(std::move(players)), options_(options), utility_(utility) {
    assert(players_.judge || (!options.luck && options.turns == 0));
  }

  void reseed(std::uint64_t seed) { options_.seed = seed; }

  /// The result of a game from `position`, to the player about to roll there. Its first roll is `*first`, if not null.
  /// The rest depends on the seed and the trial's number alone.
  Result play(Position position, const Roll* first, std::int64_t number) {
    Random dice(options_.seed, Purpose::rollout, 0, static_cast<std::uint64_t>(number));
    Random choices(options_.seed, Purpose::rollout, 1, static_cast<std::uint64_t>(number));
    players_.agent->start_game();
    Tally tally;
    for (int turn = 0;; ++turn) {
      if (const auto end = end_of(position, turn)) {
        tally.add(1, *end);
        return tally.sum;
      }
      const Roll roll = turn == 0 && first ? *first : draw(G::rolls(position), dice);
      if (options_.luck) {
        tally.add(-1, luck_of_roll<G>(*players_.judge, utility_, position, roll, G::rolls(position), plays_, values_));
      }
      G::plays(position, roll, plays_);
      const std::size_t chosen = players_.agent->choose(position, roll, plays_, choices);
      players_.agent->observe(position, roll, plays_.play(chosen));
      position = plays_.position(chosen);
      tally.roots = tally.roots == G::same_mover(position);
    }
  }

 private:
  /// A sum of values of either player, seen by the one at the root.
  struct Tally {
    Result sum{};
    bool roots = true;  ///< whether the player about to roll is the one at the root

    void add(double weight, const RollerValue<G>& value) {
      const auto seen = roots ? value : flip(value);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * seen[i];
    }
  };

  std::optional<RollerValue<G>> end_of(const Position& position, int turn) {
    if (const auto result = G::result(position)) return result;
    if (players_.exact) {
      if (const auto value = players_.exact->value(position)) return value;
    }
    if (options_.turns > 0 && turn >= options_.turns) return players_.judge->evaluate_one(position);
    return std::nullopt;
  }

  RolloutPlayers<G> players_;
  TrialOptions options_;
  Utility<G> utility_;
  PlayList<G> plays_;
  ValueBuffer<G> values_;
};

}  // namespace alea
