// The generation protocol (README.md), for any game.
#pragma once

#include <fmt/format.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nets/features.hpp"
#include "nets/growth.hpp"
#include "nets/learner.hpp"
#include "nets/weights_file.hpp"
#include "search/threads.hpp"
#include "selfplay/cluster/gatherer.hpp"
#include "selfplay/config.hpp"
#include "selfplay/interrupt.hpp"
#include "selfplay/lesson.hpp"
#include "selfplay/metrics.hpp"
#include "selfplay/progress.hpp"
#include "selfplay/replay.hpp"
#include "selfplay/run.hpp"
#include "selfplay/schedule.hpp"
#include "selfplay/scoring.hpp"
#include "selfplay/self_play.hpp"
#include "selfplay/stages.hpp"
#include "selfplay/yardstick.hpp"

namespace alea {

/// What is known of a run's nets apart from how far it is.
Provenance run_provenance(const TrainConfig& config, const RunFolder& folder);

/// Carries a run from wherever its folder says it is to its end. One at a time per folder; not thread-safe, runs
/// threads of its own.
template <HasFeatures G>
class Trainer {
 public:
  /// Takes the run up at its newest checkpoint, or begins it. With `workers` it only learns, and other processes play.
  /// What is referred to must outlive it. Throws InputError.
  Trainer(const TrainConfig& config, RunFolder& folder, Progress& progress,
          const YardstickMaker& yardstick = make_yardstick, cluster::Gatherer* workers = nullptr)
      : config_(config),
        folder_(folder),
        progress_(progress),
        workers_(workers),
        arena_(resolve_threads(config.threads)),
        learner_(make_learner(shape(), learner_options())),
        learning_(config, *learner_) {
    if (!workers) self_play_.emplace(config);
    if (const auto found = folder.newest_checkpoint([&](const std::string& warning) { progress_.say(warning); })) {
      load(*found);
    } else {
      begin();
    }
    log_.emplace(folder.metrics(), state_.learned);
    if (config.measure_every > 0) yardstick_ = yardstick(config_, [&] { return starting_weights(); });
  }

  const RunState& state() const { return state_; }

  /// Trains until the run ends or `interrupt` is requested; either way a checkpoint is there afterwards, unless that
  /// was while waiting for workers: then the one before stays. Throws RuntimeFailure when the disk is full or the
  /// learner diverged: the last checkpoint and net are still there.
  void run(const Interrupt& interrupt) {
    state_.ended.clear();
    resumed_ = Clock::now();
    last_checkpoint_ = resumed_;
    seconds_before_ = state_.seconds;
    measured_ = {state_.seconds, state_.games, state_.examples};
    progress_.restart(state_.games);
    check_time();
    while (!finished()) {
      if (!(workers_ ? advance_with_workers() : advance())) return;
      state_.seconds = seconds_before_ + since(resumed_);
      if (interrupt.requested()) break;
      check_time();
      if (!finished() && since(last_checkpoint_) >= config_.checkpoint_seconds) checkpoint();
    }
    if (finished()) {
      state_.ended = how_it_ended();
      publish("final", state_.learned);
    }
    checkpoint();
    if (workers_ && finished()) workers_->end(state_.played);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

  NetworkShape shape() const { return network_shape<G>(config_); }

  LearnerOptions learner_options() const {
    return {config_.seed,          config_.learner_threads, config_.weight_decay,
            config_.gradient_clip, config_.device,          config_.average};
  }

  // The protocol: what may be done, and doing it.

  void check_time() { time_is_up_ = config_.minutes > 0 && state_.seconds >= 60 * config_.minutes; }

  bool playing_is_over() const {
    return state_.played >= config_.generations() || state_.plateau.reached(config_.patience) ||
           (config_.stop_after > 0 && state_.played >= config_.stop_after) || time_is_up_;
  }
  bool finished() const { return playing_is_over() && state_.learned >= state_.played; }
  bool can_play() const { return !playing_is_over() && state_.learned >= state_.played - config_.lag; }
  bool can_learn() const { return state_.learned < state_.played; }

  std::string how_it_ended() const {
    if (state_.played >= config_.generations()) return "games";
    if (state_.plateau.reached(config_.patience)) return "plateau";
    return time_is_up_ ? "minutes" : "stop_after";
  }

  /// Plays the next generation and learns from the last one, at the same time where lag allows both. True.
  bool advance() {
    const bool play_now = can_play(), learn_now = can_learn();
    const std::int64_t playing = state_.played + 1, learning = state_.learned + 1;
    Examples<G> fresh = std::move(spare_);
    fresh.clear();
    in_arena(learning, [&] {
      tbb::task_group group;
      if (learn_now) group.run([&] { learn(learning); });
      if (play_now) play(playing, fresh);
      group.wait();
    });
    if (learn_now) learned(learning);
    if (play_now) played(playing, std::move(fresh));
    forget_what_is_past();
    return true;
  }

  /// The same where others play: they need the new net as soon as it is there. False if interrupted while waiting for
  /// them. What was learned is then a step ahead of what was played, and no checkpoint may say so: in a run that ends
  /// on a plateau the next generation might not be played any more.
  bool advance_with_workers() {
    const bool play_now = can_play(), learn_now = can_learn();
    const std::int64_t playing = state_.played + 1, learning = state_.learned + 1;
    Examples<G> fresh = std::move(spare_);
    fresh.clear();
    workers_->ask(state_.played, state_.learned, nets_);
    if (learn_now) {
      in_arena(learning, [&] { learn(learning); });
      learned(learning);
    }
    const auto begin = Clock::now();
    const auto take = [&](std::string_view bytes) { append_examples(bytes, fresh); };
    if (play_now && !workers_->gather(playing, take)) return false;
    play_seconds_ = since(begin);
    if (play_now) played(playing, std::move(fresh));
    forget_what_is_past();
    return true;
  }

  template <class Work>
  void in_arena(std::int64_t learning, const Work& work) {
    const double before = state_.seconds;
    try {
      arena_.execute(work);
    } catch (const RuntimeFailure& failure) {
      publish("latest", state_.learned);
      throw RuntimeFailure("generation " + std::to_string(learning) + ": " + failure.what() +
                           "; the last good net is " + folder_.net("latest").string());
    }
    state_.seconds = std::max(before, seconds_before_ + since(resumed_));
  }

  void played(std::int64_t generation, Examples<G>&& examples) {
    window_.emplace(generation, std::move(examples));
    state_.played = generation;
  }

  void play(std::int64_t generation, Examples<G>& out) {
    const auto begin = Clock::now();
    const NetworkWeights& net = nets_.at(std::max<std::int64_t>(0, generation - 1 - config_.lag));
    self_play_->play(net, whole_generation(generation, config_.games_per_generation), out);
    play_seconds_ = since(begin);
  }

  void learn(std::int64_t generation) {
    std::vector<const Examples<G>*> parts;
    for (const auto& [number, examples] : window_) {
      if (number > generation - config_.window && number <= generation) parts.push_back(&examples);
    }
    lesson_ = learning_.run(generation, parts);
  }

  void learned(std::int64_t generation) {
    const Examples<G>& examples = window_.at(generation);
    nets_[generation] = learner_->weights();
    if (config_.average > 0) average_ = learner_->average();
    state_.learned = generation;
    if (workers_) workers_->ask(state_.played, state_.learned, nets_);
    state_.games += examples.games;
    state_.examples += lesson_.examples;
    state_.batches += lesson_.batches;
    state_.loss = lesson_.loss;
    log(generation, examples, measure(generation));
    const std::int64_t stride =
        config_.keep_nets > 0 ? std::max<std::int64_t>(1, config_.generations() / config_.keep_nets) : 0;
    if (stride > 0 && generation % stride == 0) publish(generation_name(generation), generation);
    const double seconds_left = config_.minutes > 0 ? std::max(0.0, 60 * config_.minutes - state_.seconds)
                                                    : std::numeric_limits<double>::infinity();
    progress_.update(state_.games, fmt::format("loss {:.4f}", state_.loss), seconds_left);
  }

  /// Measures the net of every so many generations, on time that does not count as the run's.
  std::optional<Measurement> measure(std::int64_t generation) {
    if (!yardstick_ || generation % config_.measure_every != 0) return {};
    const auto begin = Clock::now();
    const NetworkWeights& net = published_net(generation);
    const Measurement found = yardstick_->measure(net, best_, generation);
    for (const auto& [anchor, why] : found.absent)
      progress_.say(fmt::format("not measured against {}: {}", anchor, why));
    const bool gains = state_.plateau.gains(found.figure(), config_.least_gain);
    if (found.gate ? found.gate->passed : gains) {
      best_ = net;
      state_.best_generation = generation;
      publish("best", generation);
    }
    resumed_ += Clock::now() - begin;
    return found;
  }

  void log(std::int64_t generation, const Examples<G>& examples, const std::optional<Measurement>& measured) {
    const double seconds = std::max(1e-9, state_.seconds - measured_.seconds);
    Metrics m;
    m.generation = generation;
    m.games = state_.games;
    m.cut_games = examples.cut;
    m.examples = state_.examples;
    m.positions = static_cast<std::int64_t>(examples.size());
    m.seconds = state_.seconds;
    m.games_per_s = static_cast<double>(state_.games - measured_.games) / seconds;
    m.positions_per_s = static_cast<double>(state_.examples - measured_.examples) / seconds;
    m.turns_per_game =
        static_cast<double>(examples.turns) / static_cast<double>(std::max<std::int64_t>(1, examples.games));
    m.loss = state_.loss;
    for (std::size_t k = 0; k < G::statistics; ++k) {
      const std::string_view name = k < G::probabilities ? result_names<G>()[k] : "expectation";
      m.loss_parts.emplace_back(name, lesson_.parts[k]);
    }
    m.gradient_norm = lesson_.gradient_norm;
    m.learning_rate = lesson_.learning_rate;
    m.lambda = static_cast<double>(lambda_of(config_, generation));
    m.play_seconds = play_seconds_;
    m.learn_seconds = lesson_.seconds;
    m.rss_mib = resident_mib();
    m.measured = measured;
    m.best_generation = state_.best_generation;
    log_->add(m);
    measured_ = {state_.seconds, state_.games, state_.examples};
  }

  std::int64_t oldest_net() const {
    return std::max<std::int64_t>(0, std::min(state_.played - config_.lag, state_.learned));
  }
  std::int64_t oldest_examples() const { return state_.learned + 2 - config_.window; }

  void forget_what_is_past() {
    nets_.erase(nets_.begin(), nets_.lower_bound(oldest_net()));
    while (!window_.empty() && window_.begin()->first < oldest_examples()) {
      spare_ = std::move(window_.begin()->second);
      window_.erase(window_.begin());
    }
  }

  // The run's folder.

  void begin() {
    if (!config_.start.empty()) learner_->set_weights(starting_weights());
    nets_[0] = learner_->weights();
    average_ = nets_[0];
    best_ = nets_[0];
  }

  /// `start`, where stage:NAME is the final net of a stage, whose folder is beside this one.
  std::filesystem::path start_file() const {
    const auto stage = named_stage(config_.start);
    if (!stage) return config_.start;
    return folder_.path() / ".." / *stage / "nets" / "final.safetensors";
  }

  NetworkWeights read_start() const {
    try {
      return read_network(start_file()).weights;
    } catch (const InputError& error) {
      throw InputError("start", error.what());
    }
  }

  /// Fresh, or of the net that `start` names, grown where the run's is larger.
  NetworkWeights starting_weights() const {
    if (config_.start.empty()) return initial_weights(shape(), config_.seed);
    const NetworkWeights given = read_start();
    NetworkShape grown = given.shape;
    grown.hidden = config_.hidden;
    if (grown != shape()) throw InputError("start", config_.start + ": expected a network for " + config_.game);
    return grow(given, config_.hidden, config_.seed);
  }

  void publish(const std::string& name, std::int64_t generation) {
    Provenance provenance = run_provenance(config_, folder_);
    provenance["generation"] = std::to_string(generation);
    provenance["games"] = std::to_string(state_.games);
    provenance["device"] = learner_->device();
    write_network(folder_.net(name), published_net(generation), provenance);
  }

  /// `generation` is the newest one.
  const NetworkWeights& published_net(std::int64_t generation) const {
    return config_.average > 0 ? average_ : nets_.at(generation);
  }

  void checkpoint() {
    folder_.write_checkpoint(state_, [&](const std::filesystem::path& to) {
      learner_->save(to / "learner");
      for (const auto& [generation, weights] : nets_) {
        write_network(to / net_file(generation), weights, run_provenance(config_, folder_));
      }
      if (config_.average > 0) write_network(to / "average.safetensors", average_, {});
      if (yardstick_) write_network(to / "best.safetensors", best_, {});
      for (const auto& [generation, examples] : window_) save_examples(examples, to / replay_file(generation));
    });
    publish("latest", state_.learned);
    if (workers_) workers_->forget(state_.played);
    last_checkpoint_ = Clock::now();
  }

  void load(const Checkpoint& from) {
    state_ = from.state;
    learner_->load(from.folder / "learner");
    for (std::int64_t g = oldest_net(); g <= state_.learned; ++g)
      nets_[g] = read_network(from.folder / net_file(g)).weights;
    if (config_.average > 0) {
      average_ = read_network(from.folder / "average.safetensors").weights;
      learner_->set_average(average_, state_.batches);
    }
    if (config_.measure_every > 0) best_ = read_network(from.folder / "best.safetensors").weights;
    for (std::int64_t g = std::max<std::int64_t>(1, oldest_examples()); g <= state_.played; ++g) {
      window_.emplace(g, load_examples<G>(from.folder / replay_file(g)));
    }
  }

  static std::string net_file(std::int64_t generation) { return "net-" + generation_name(generation) + ".safetensors"; }
  static std::string replay_file(std::int64_t generation) { return "replay-" + generation_name(generation); }

  const TrainConfig& config_;
  RunFolder& folder_;
  Progress& progress_;
  cluster::Gatherer* workers_;  ///< null: games are played here
  ThreadArena arena_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Yardstick> yardstick_;  ///< null where nothing is measured
  NetworkWeights best_;                   ///< of state_.best_generation
  std::optional<MetricsLog> log_;

  RunState state_;
  bool time_is_up_ = false;
  std::map<std::int64_t, NetworkWeights> nets_;  ///< N(g) that are still to be played with, and the newest
  NetworkWeights average_;                       ///< after the newest of them, where one is kept
  std::map<std::int64_t, Examples<G>> window_;   ///< generations that are still to be learned from

  Examples<G> spare_;                     ///< memory of a forgotten generation, used again
  std::optional<SelfPlay<G>> self_play_;  ///< none where workers play
  LearningStep<G> learning_;
  Lesson<G> lesson_;  ///< the last one

  struct Mark {
    double seconds = 0;
    std::int64_t games = 0, examples = 0;
  } measured_;
  double seconds_before_ = 0;  ///< of the run when this session began
  double play_seconds_ = 0;
  Clock::time_point resumed_, last_checkpoint_;
};

}  // namespace alea
