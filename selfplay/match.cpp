#include "selfplay/match.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "search/threads.hpp"
#include "selfplay/scoring.hpp"

namespace alea {

namespace {

/// A game for the summary.
struct GameRecord {
  enum : std::int8_t { unplayed = -2, no_result = -1 };
  std::int8_t result = unplayed;  ///< or an index into result_names
  float score = 0;
  std::uint64_t line = 0;
};

/// Tells the caller how far the match is, one thread at a time.
class Reporter {
 public:
  Reporter(const MatchHooks& hooks, std::int64_t total) : hooks_(hooks) { progress_.total = total; }

  void add(std::int64_t games, double score) {
    const std::lock_guard lock(mutex_);
    progress_.games += games;
    progress_.score.add(score);
    hooks_.progress(progress_);
  }

 private:
  std::mutex mutex_;
  const MatchHooks& hooks_;
  MatchProgress progress_;
};

/// The mean score of a whole unit, a game or a pair; false if a game of it was not played.
bool unit_score(std::span<const GameRecord> unit, double& score) {
  score = 0;
  for (const GameRecord& game : unit) {
    if (game.result == GameRecord::unplayed) return false;
    score += game.score / static_cast<double>(unit.size());
  }
  return true;
}

/// Adds up the games in their order, whoever played them.
template <Game G>
MatchReport summarise(std::span<const GameRecord> games, std::size_t unit_size) {
  MatchReport report;
  for (const auto name : result_names<G>()) report.results.emplace_back(name, 0);
  std::vector<std::uint64_t> lines;
  for (std::size_t i = 0; i < games.size(); i += unit_size) {
    const auto unit = games.subspan(i, unit_size);
    double score;
    if (!unit_score(unit, score)) {
      report.partial = true;
      continue;
    }
    report.score.add(score);
    for (const GameRecord& game : unit) {
      ++(game.result == GameRecord::no_result ? report.cut
                                              : report.results[static_cast<std::size_t>(game.result)].second);
      lines.push_back(game.line);
    }
  }
  report.games = static_cast<std::int64_t>(lines.size());
  std::sort(lines.begin(), lines.end());
  report.distinct_games = std::unique(lines.begin(), lines.end()) - lines.begin();
  return report;
}

/// Who used how much time.
struct TimeUse {
  std::array<std::int64_t, 2> plays{};
  std::array<double, 2> seconds{};

  void add(const GameOutcome& game) {
    for (const Player player : {player_a, player_b}) {
      plays[player] += game.plays[player];
      seconds[player] += game.seconds[player];
    }
  }
  void add(const TimeUse& other) {
    for (const Player player : {player_a, player_b}) {
      plays[player] += other.plays[player];
      seconds[player] += other.seconds[player];
    }
  }
};

/// One thread's share of a match.
template <Game G>
struct Worker {
  GameTable<G> table;
  GameHooks<G> hooks;
  TimeUse time;

  GameRecord play(std::int64_t number) {
    const GameOutcome& game = table.play(number, hooks);
    time.add(game);
    return {static_cast<std::int8_t>(game.result), static_cast<float>(game.score), game.line};
  }
};

}  // namespace

template <Game G>
MatchReport play_match(const MatchPlayer<G>& a, const MatchPlayer<G>& b, const MatchOptions& options,
                       const MatchHooks& hooks) {
  const std::int64_t unit_size = options.each.paired ? 2 : 1;
  const std::int64_t units = (options.games + unit_size - 1) / unit_size;
  const int threads = static_cast<int>(std::min<std::int64_t>(resolve_threads(options.threads), units));
  std::atomic<std::int64_t> next_unit = 0;
  std::atomic<bool> failed = false;
  const auto stop = [&] { return failed.load(std::memory_order_relaxed) || hooks.stop(); };

  std::vector<Worker<G>> workers;
  for (int i = 0; i < threads; ++i) {
    workers.push_back({{{a.name, a.agent.clone()}, {b.name, b.agent.clone()}, options.each}, {.stop = stop}, {}});
  }
  std::vector<GameRecord> games(static_cast<std::size_t>(units * unit_size));
  Reporter reporter(hooks, units * unit_size);

  // Units are taken in order, so that a match that is stopped has played the first ones.
  const auto work = [&](Worker<G>& worker) {
    try {
      for (std::int64_t unit; (unit = next_unit++) < units && !stop();) {
        const auto records =
            std::span(games).subspan(static_cast<std::size_t>(unit * unit_size), static_cast<std::size_t>(unit_size));
        for (std::int64_t i = 0; i < unit_size; ++i) {
          records[static_cast<std::size_t>(i)] = worker.play(unit * unit_size + i);
        }
        double score;
        if (unit_score(records, score)) reporter.add(unit_size, score);
      }
    } catch (const GameStopped&) {
    } catch (...) {
      failed = true;
      throw;
    }
  };
  on_threads(threads, [&](int i) { work(workers[static_cast<std::size_t>(i)]); });

  MatchReport report = summarise<G>(games, static_cast<std::size_t>(unit_size));
  TimeUse time;
  for (const Worker<G>& worker : workers) time.add(worker.time);
  for (const Player player : {player_a, player_b}) {
    report.seconds_per_play[player] = time.seconds[player] / static_cast<double>(time.plays[player]);
  }
  return report;
}

#define ALEA_INSTANTIATE(G) \
  template MatchReport play_match(const MatchPlayer<G>&, const MatchPlayer<G>&, const MatchOptions&, const MatchHooks&);
ALEA_FOR_EACH_GAME(ALEA_INSTANTIATE)

}  // namespace alea
