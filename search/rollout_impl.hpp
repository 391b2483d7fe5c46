// Rollout<G>, for translation units that instantiate it (search/rollout.cpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>

#include "search/rollout.hpp"
#include "search/threads.hpp"

namespace alea {

/// A position that is rolled out.
template <Game G>
struct Rollout<G>::Candidate {
  const Position* position;
  RolloutWeights<G> weights;  ///< of the utility to the player who led here
  RolloutSums<G>* sums;
  double utility = 0;
  double standard_error = 0;

  /// False where it was stopped on the way.
  bool extend(Rollout& rollout, std::int64_t trials, const std::function<bool()>& stop) {
    const std::int64_t wanted = sums->trials() + trials;
    rollout.extend(*position, trials, *sums, stop);
    update();
    return sums->trials() == wanted;
  }

  void update() {
    utility = sums->mean(weights);
    standard_error = sums->standard_error(weights);
  }

  bool behind(const Candidate& best, const RolloutLimits& limits) const {
    return limits.joint_errors > 0 && sums->trials() >= limits.least_trials &&
           best.utility - utility > limits.joint_errors * std::hypot(standard_error, best.standard_error);
  }
};

template <Game G>
Rollout<G>::Rollout(const RolloutPlayers<G>& players, const TrialOptions& options, int threads,
                    const Utility<G>& utility)
    : options_(options), utility_(utility) {
  for (int i = 0; i < threads; ++i) tables_.emplace_back(players.clone(), options, utility);
}

template <Game G>
void Rollout<G>::reseed(std::uint64_t seed) {
  options_.seed = seed;
  for (Trial<G>& table : tables_) table.reseed(seed);
}

/// Results are added in the order of the trials, whoever played them: those before `next` are all there.
template <Game G>
void Rollout<G>::extend(const Position& position, std::int64_t trials, RolloutSums<G>& sums,
                        const std::function<bool()>& stop) {
  constexpr std::int64_t most_at_once = 1 << 16;
  const FirstRolls<G> first(position, options_.seed);
  for (std::int64_t left = trials; left > 0 && !(stop && stop());) {
    const std::int64_t begin = sums.trials(), count = std::min(left, most_at_once);
    results_.resize(static_cast<std::size_t>(count));
    std::atomic<std::int64_t> next = 0;
    const auto work = [&](int thread) {
      Trial<G>& table = tables_[static_cast<std::size_t>(thread)];
      for (std::int64_t i; next < count && !(stop && stop()) && (i = next++) < count;) {
        results_[static_cast<std::size_t>(i)] = table.play(position, first.of_trial(begin + i), begin + i);
      }
    };
    if (tables_.size() == 1) {
      work(0);  // on the caller's thread, which may be one of many that roll out
    } else {
      on_threads(static_cast<int>(tables_.size()), work);
    }
    results_.resize(static_cast<std::size_t>(std::min<std::int64_t>(next, count)));
    for (const auto& result : results_) sums.add(result, first.size());
    left -= count;
  }
}

template <Game G>
std::vector<RolloutSums<G>> Rollout<G>::compare(std::span<const Position> positions, const RolloutLimits& limits,
                                                const RolloutHooks& hooks, RolloutMemory<G> memory) {
  constexpr std::int64_t batch = 144;  // whole rounds of first rolls
  std::vector<RolloutSums<G>> sums = std::move(memory.sums);
  sums.resize(positions.size());
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    candidates.push_back({&positions[i], mover_weights_of<G>(positions[i], utility_), &sums[i]});
    candidates.back().update();
  }
  for (;;) {
    if (memory.keep) memory.keep(sums);
    const std::vector<Candidate*> unsettled = find_unsettled(candidates, limits);
    if (unsettled.empty()) return sums;
    const auto report = [&] {
      if (hooks.progress) hooks.progress(progress_of(candidates, unsettled, limits));
    };
    report();
    for (Candidate* const candidate : unsettled) {
      if (!candidate->extend(*this, std::min(batch, limits.trials - candidate->sums->trials()), hooks.stop))
        return sums;
      report();
    }
  }
}

/// Those that need more trials. One that fell behind comes back if the best turns out to be less good.
template <Game G>
std::vector<typename Rollout<G>::Candidate*> Rollout<G>::find_unsettled(std::span<Candidate> candidates,
                                                                        const RolloutLimits& limits) {
  std::vector<Candidate*> unsettled;
  const Candidate& best = *std::ranges::max_element(candidates, {}, &Candidate::utility);
  const bool decided = candidates.size() > 1 && std::ranges::all_of(candidates, [&](const Candidate& candidate) {
                         return &candidate == &best || candidate.behind(best, limits);
                       });
  for (Candidate& candidate : candidates) {
    const std::int64_t trials = candidate.sums->trials();
    const bool precise = trials >= limits.least_trials && candidate.standard_error < limits.standard_error;
    const bool settled = precise || decided || candidate.behind(best, limits);
    if (trials < limits.trials && !settled) unsettled.push_back(&candidate);
  }
  return unsettled;
}

template <Game G>
RolloutProgress Rollout<G>::progress_of(std::span<const Candidate> candidates, std::span<Candidate* const> unsettled,
                                        const RolloutLimits& limits) {
  RolloutProgress progress;
  for (const Candidate& candidate : candidates) {
    const std::int64_t trials = candidate.sums->trials();
    const bool goes_on = std::ranges::find(unsettled, &candidate) != unsettled.end();
    progress.trials += trials;
    progress.most += goes_on ? limits.trials : trials;
  }
  return progress;
}

}  // namespace alea
