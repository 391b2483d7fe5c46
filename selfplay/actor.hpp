// One thread's self-play: games in, examples out.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "search/expectimax.hpp"
#include "search/half_turns.hpp"
#include "search/rollout.hpp"
#include "search/static_agent.hpp"
#include "selfplay/driver.hpp"
#include "selfplay/replay.hpp"
#include "selfplay/targets.hpp"

namespace alea {

/// What all games of a generation have in common.
struct SelfPlayOptions {
  std::uint64_t seed = 1;
  std::int64_t generation = 1;
  int max_turns = 2000;
  double exploration = 0;
  int plies = 0;               ///< how far a choice looks ahead (search/expectimax.hpp)
  MoveFilters filters = {};    ///< of that search
  std::size_t candidates = 0;  ///< plays of a turn that are judged, a sample; 0: all
  int halves = 0;              ///< of a turn of two actions, those that promise most (search/half_turns.hpp), in the
                               ///< search, too; 0: all
  double random_starts = 0;
  float lambda = 0;
  bool exact = false;      ///< exact backups in place of lambda-returns
  double label_share = 1;  ///< exact: the share of positions that is labelled
  double hard_share = 0;   ///< exact: the share of these whose label looks further: two plies, or
  int rollout_trials = 0;  ///< the mean of so many games (0: two plies)
  int rollout_turns = 0;   ///< that the net judges after so many turns
};

/// Plays games against itself with one net, and says what they teach. Owns all its memory and allocates none once warm
/// (a little for each rollout).
/// What a game yields depends on the net, the options and the game's number alone.
template <Game G>
class Actor {
 public:
  Actor(std::unique_ptr<Evaluator<G>> net, const SelfPlayOptions& options) : net_(std::move(net)), options_(options) {
    if (options.plies > 0) search_ = searcher(options.plies);
    if (options.halves > 0) halves_.emplace(options.halves, utility_, *net_);
    if (!options.exact || options.hard_share <= 0) return;
    if (options.rollout_trials > 0) {
      rollout_ = roller();
    } else {
      labeller_ = searcher(2);
    }
  }

  /// Appends game `number` to `out`.
  void play(std::int64_t number, Examples<G>& out) {
    Random dice = stream(Purpose::dice, number);
    Random exploration = stream(Purpose::exploration, number);
    const auto choose = [&](Side, const typename G::Position& position, const typename G::Roll&,
                            const PlayList<G>& plays) {
      const BestPlay<G> best = judge(position, plays, exploration);
      const bool explore = options_.exploration > 0 && exploration.uniform() < options_.exploration;
      const std::size_t chosen = explore ? exploration.below(static_cast<std::uint32_t>(plays.size())) : best.index;
      turns_.push_back({position, best.value, chosen != best.index});
      return chosen;
    };
    turns_.clear();
    const typename G::Position start = draw_start(dice);
    const GameEnd<G> end = play_game<G>(start, Side::first, dice, plays_, options_.max_turns, choose, [](auto&&...) {});
    teach(number, out);
    ++out.games;
    out.cut += end.result ? 0 : 1;
    out.turns += end.turns;
  }

 private:
  struct Label {
    typename G::Position position;
    RollerValue<G> value;
    float error;  ///< of the net's own value, in utility
  };

  std::unique_ptr<Expectimax<G>> searcher(int plies) const {
    const ExpectimaxOptions search{
        .plies = plies, .filters = options_.filters, .halves = options_.halves, .cache_mib = 0};
    return std::make_unique<Expectimax<G>>(net_->clone(), search, utility_);
  }

  std::unique_ptr<Rollout<G>> roller() const {
    RolloutPlayers<G> players{std::make_unique<StaticAgent<G>>(net_->clone(), utility_), net_->clone(), nullptr};
    return std::make_unique<Rollout<G>>(players, TrialOptions{.turns = options_.rollout_turns}, 1, utility_);
  }

  Random stream(Purpose purpose, std::int64_t number) const {
    return {options_.seed, purpose, static_cast<std::uint64_t>(options_.generation),
            static_cast<std::uint64_t>(number)};
  }

  /// The best play of all, or of as many as the options allow: every n-th from a random one on (systematic sampling),
  /// so that neighbours in the list still differ little.
  BestPlay<G> judge(const typename G::Position& position, const PlayList<G>& plays, Random& random) {
    if (halves_ && halves_->applies(plays)) return best_by_halves(position, plays);
    const std::size_t all = plays.size(), some = options_.candidates;
    if (some == 0 || all <= some) return best_of(plays);
    sample_.clear();
    const std::size_t offset = random.below(static_cast<std::uint32_t>(all));
    const auto index = [&](std::size_t k) { return (k * all + offset) / some; };
    for (std::size_t k = 0; k < some; ++k) sample_.push(plays.position(index(k)), plays.play(index(k)));
    BestPlay<G> best = best_of(sample_);
    best.index = index(best.index);
    return best;
  }

  /// The best of those plays whose actions promise most, each alone.
  BestPlay<G> best_by_halves(const typename G::Position& position, const PlayList<G>& plays) {
    halves_->begin(position);
    const auto chosen = halves_->choose_indices(plays);
    sample_.clear();
    for (const std::uint32_t i : chosen) sample_.push(plays.position(i), plays.play(i));
    BestPlay<G> best = best_of(sample_);
    best.index = chosen[best.index];
    return best;
  }

  BestPlay<G> best_of(const PlayList<G>& plays) {
    if (!search_) return best_play(*net_, utility_, plays, values_);
    const JudgedPlay<G>& best = search_->judge(plays, Judging::choice).front();
    return {best.index, best.value, best.utility};
  }

  typename G::Position draw_start(Random& dice) const {
    if constexpr (HasRandomStart<G>) {
      if (options_.random_starts > 0 && dice.uniform() < options_.random_starts) return G::random_start(dice);
    }
    return G::start(dice);
  }

  void teach(std::int64_t number, Examples<G>& out) {
    if (options_.exact) {
      teach_exact(number, out);
    } else {
      teach_returns(out);
    }
  }

  void teach_returns(Examples<G>& out) {
    targets_.resize(turns_.size());
    lambda_returns<G>(turns_, options_.lambda, targets_);
    for (std::size_t t = 0; t < turns_.size(); ++t) {
      const auto& position = turns_[t].position;
      out.add(position, t == 0 && special_opening(position) ? opening_target(position) : targets_[t]);
    }
  }

  void teach_exact(std::int64_t number, Examples<G>& out) {
    Random random = stream(Purpose::labels, number);
    labels_.clear();
    for (const JudgedTurn<G>& turn : turns_) {
      if (random.uniform() >= options_.label_share) continue;
      const auto value = exact_backup(*net_, utility_, turn.position, plays_, values_);
      labels_.push_back({turn.position, value, 0});
    }
    if (labeller_ || rollout_) deepen_hardest(random);
    for (const Label& label : labels_) out.add(label.position, label.value);
  }

  /// Looks further where the net and its label differ most: there the label is the least certain, too. The number of
  /// labels is rounded up or down at random, so that short games have their share.
  void deepen_hardest(Random& random) {
    for (Label& label : labels_) {
      label.error = std::abs(utility_(net_->evaluate_one(label.position)) - utility_(label.value));
    }
    const auto count =
        static_cast<std::size_t>(options_.hard_share * static_cast<double>(labels_.size()) + random.uniform());
    order_.resize(labels_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
      return labels_[a].error != labels_[b].error ? labels_[a].error > labels_[b].error : a < b;
    });
    for (std::size_t k = 0; k < std::min(count, order_.size()); ++k) {
      Label& label = labels_[order_[k]];
      label.value = rollout_ ? roll_out(label.position, random) : labeller_->value(label.position, 2);
    }
  }

  /// Probabilities may lie a little outside [0, 1], as the luck of the dice is taken from them: left so, they are right
  /// on average, and cross-entropy asks for no more.
  RollerValue<G> roll_out(const typename G::Position& position, Random& random) {
    const std::uint64_t high = random(), low = random();
    rollout_->reseed(high << 32 | low);
    RolloutSums<G> sums;
    rollout_->extend(position, options_.rollout_trials, sums);
    return sums.value();
  }

  /// The driver's first roll is not one of those that the position's value is about.
  static bool special_opening(const typename G::Position& start) {
    return std::span(G::opening_rolls(start)).size() != std::span(G::rolls(start)).size();
  }

  /// Nearly always one and the same position: computed once.
  const RollerValue<G>& opening_target(const typename G::Position& start) {
    if (!opening_ || !(opening_->first == start)) {
      opening_ = {start, exact_backup(*net_, utility_, start, plays_, values_)};
    }
    return opening_->second;
  }

  std::unique_ptr<Evaluator<G>> net_;
  std::optional<HalfTurnFilter<G>> halves_;  ///< chooses the plays that are judged
  std::unique_ptr<Expectimax<G>> search_;    ///< null: plays are judged by the net alone
  std::unique_ptr<Expectimax<G>> labeller_;  ///< of hard positions, or
  std::unique_ptr<Rollout<G>> rollout_;      ///< both null: no label looks further than exact_backup
  SelfPlayOptions options_;
  Utility<G> utility_;
  PlayList<G> plays_, sample_;
  ValueBuffer<G> values_;
  std::vector<JudgedTurn<G>> turns_;
  std::vector<RollerValue<G>> targets_;
  std::vector<Label> labels_;
  std::vector<std::size_t> order_;
  std::optional<std::pair<typename G::Position, RollerValue<G>>> opening_;
};

}  // namespace alea
