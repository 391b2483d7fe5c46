#include "selfplay/match.hpp"

#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>

#include "engine/registry.hpp"
#include "selfplay/driver.hpp"
#include "selfplay/threads.hpp"

namespace alea {

namespace {

using Clock = std::chrono::steady_clock;

enum Player : std::size_t { player_a, player_b };

/// A's results, in the order of a value's exclusive probabilities.
template <Game G>
constexpr std::array<std::string_view, G::probabilities> result_names() {
  if constexpr (G::probabilities == 6) {
    return {"win_single", "win_gammon", "win_backgammon", "lose_single", "lose_gammon", "lose_backgammon"};
  } else if constexpr (G::probabilities == 3) {
    return {"win", "draw", "lose"};
  } else {
    return {"win", "lose"};
  }
}

/// Whether one win can be worth more than another.
template <Game G>
constexpr bool has_points() {
  for (std::size_t i = 0; i < G::probabilities; ++i) {
    if (std::abs(G::utility_weights[i]) > 1) return true;
  }
  return false;
}

/// A's score for a game of that utility to A.
template <Game G>
double score_of(double utility) {
  if (has_points<G>()) return utility;
  return utility > 0 ? 1 : utility < 0 ? 0 : 0.5;
}

struct GameRecord {
  enum : std::int8_t { unplayed = -2, cut_off = -1 };
  std::int8_t result = unplayed;  ///< or an index into result_names
  float score = 0;
  std::uint64_t line = 0;  ///< hash of A's side and the positions of the game
};

struct Stopped {};

/// One thread's place to play: clones of both agents and the buffers of a game.
template <Game G>
class Table {
 public:
  Table(const MatchPlayer<G>& a, const MatchPlayer<G>& b, const MatchOptions& options)
      : options_(options), seats_{Seat{a.name, a.agent.clone()}, Seat{b.name, b.agent.clone()}} {}

  /// Throws Stopped when `stop` says so.
  template <class Stop>
  GameRecord play(std::int64_t number, Stop&& stop) {
    const Side side_of_a = number % 2 == 0 ? Side::first : Side::second;
    const auto game = static_cast<std::uint64_t>(number);
    Random dice(options_.seed, Purpose::dice, 0, options_.paired ? game / 2 : game);
    Random opening(options_.seed, Purpose::opening, 0, options_.paired ? game / 2 : game);
    Random own[] = {{options_.seed, Purpose::first_agent, 0, game}, {options_.seed, Purpose::second_agent, 0, game}};
    for (const Seat& seat : seats_) seat.agent->start_game();

    GameRecord record{.line = static_cast<std::uint64_t>(side_of_a)};
    int turn = 0;
    const auto choose = [&](Side side, const auto& position, const auto& roll, const PlayList<G>& plays) {
      if (stop()) throw Stopped{};
      if (turn++ < options_.random_turns) return std::size_t{opening.below(static_cast<std::uint32_t>(plays.size()))};
      const Player player = side == side_of_a ? player_a : player_b;
      return choose_play(player, number, side, position, roll, plays, own[player]);
    };
    const auto observe = [&](Side, const auto& position, const auto& roll, const auto& plays, std::size_t chosen) {
      for (const Seat& seat : seats_) seat.agent->observe(position, roll, plays.play(chosen));
      record.line = XXH3_64bits_withSeed(&plays.position(chosen), sizeof(typename G::Position), record.line);
    };
    const auto start = draw_start(dice);
    const auto end = play_game<G>(start, Side::first, dice, plays_, options_.max_turns, choose, observe);
    settle(end, side_of_a, record);
    return record;
  }

  double seconds(Player player) const { return seats_[player].seconds; }
  std::int64_t plays(Player player) const { return seats_[player].plays; }

 private:
  struct Seat {
    std::string name;
    std::unique_ptr<Agent<G>> agent;
    double seconds = 0;
    std::int64_t plays = 0;
  };

  typename G::Position draw_start(Random& dice) const {
    if constexpr (HasRandomStart<G>) {
      if (options_.random_start) return G::random_start(dice);
    }
    return G::start(dice);
  }

  std::size_t choose_play(Player player, std::int64_t number, Side side, const typename G::Position& position,
                          const typename G::Roll& roll, const PlayList<G>& plays, Random& random) {
    Seat& seat = seats_[player];
    const auto context = [&] {
      return "game " + std::to_string(number + 1) + " (seed " + std::to_string(options_.seed) + "), agent " +
             (player == player_a ? "A, " : "B, ") + seat.name + ", at " + G::format_position(position, side) + " " +
             G::format_roll(roll) + ": ";
    };
    try {
      const auto begin = Clock::now();
      const std::size_t chosen = seat.agent->choose(position, roll, plays, random);
      seat.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
      ++seat.plays;
      if (chosen < plays.size()) return chosen;
    } catch (const InputError& error) {
      throw InputError(error.field(), context() + error.what());
    } catch (const RuntimeFailure& error) {
      throw RuntimeFailure(context() + error.what());
    }
    throw RuntimeFailure(context() + "chose a play that does not exist");
  }

  static void settle(const GameEnd<G>& end, Side side_of_a, GameRecord& record) {
    if (!end.result) {
      record.result = GameRecord::cut_off;
      record.score = static_cast<float>(score_of<G>(0));
      return;
    }
    const RollerValue<G> value = end.next == side_of_a ? *end.result : flip(*end.result);
    const auto results = std::span(value.of).first(G::probabilities);
    record.result = static_cast<std::int8_t>(std::max_element(results.begin(), results.end()) - results.begin());
    record.score = static_cast<float>(score_of<G>(Utility<G>{}(value)));
  }

  MatchOptions options_;
  std::array<Seat, 2> seats_;
  PlayList<G> plays_;
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
      ++(game.result == GameRecord::cut_off ? report.cut
                                            : report.results[static_cast<std::size_t>(game.result)].second);
      lines.push_back(game.line);
    }
  }
  report.games = static_cast<std::int64_t>(lines.size());
  std::sort(lines.begin(), lines.end());
  report.distinct_games = std::unique(lines.begin(), lines.end()) - lines.begin();
  return report;
}

}  // namespace

template <Game G>
MatchReport play_match(const MatchPlayer<G>& a, const MatchPlayer<G>& b, const MatchOptions& options,
                       const MatchHooks& hooks) {
  if (options.random_start && !HasRandomStart<G>) {
    throw InputError("random-start", std::string(G::name()) + " has no random start");
  }
  const std::int64_t unit_size = options.paired ? 2 : 1;
  const std::int64_t units = (options.games + unit_size - 1) / unit_size;
  const int threads = static_cast<int>(std::min<std::int64_t>(resolve_threads(options.threads), units));

  std::vector<Table<G>> tables;
  for (int i = 0; i < threads; ++i) tables.emplace_back(a, b, options);
  std::vector<GameRecord> games(static_cast<std::size_t>(units * unit_size));
  Reporter reporter(hooks, units * unit_size);
  std::atomic<std::int64_t> next_unit = 0;
  std::atomic<bool> failed = false;

  // Units are taken in order, so that a match that is stopped has played the first ones.
  const auto work = [&](Table<G>& table) {
    const auto stop = [&] { return failed.load(std::memory_order_relaxed) || hooks.stop(); };
    try {
      for (std::int64_t unit; (unit = next_unit++) < units && !stop();) {
        const auto records =
            std::span(games).subspan(static_cast<std::size_t>(unit * unit_size), static_cast<std::size_t>(unit_size));
        for (std::int64_t i = 0; i < unit_size; ++i) {
          records[static_cast<std::size_t>(i)] = table.play(unit * unit_size + i, stop);
        }
        double score;
        if (unit_score(records, score)) reporter.add(unit_size, score);
      }
    } catch (const Stopped&) {
    } catch (...) {
      failed = true;
      throw;
    }
  };
  on_threads(threads, [&](int i) { work(tables[static_cast<std::size_t>(i)]); });

  MatchReport report = summarise<G>(games, static_cast<std::size_t>(unit_size));
  for (const Player player : {player_a, player_b}) {
    double seconds = 0;
    std::int64_t plays = 0;
    for (const Table<G>& table : tables) seconds += table.seconds(player), plays += table.plays(player);
    report.seconds_per_play[player] = seconds / static_cast<double>(plays);
  }
  return report;
}

#define ALEA_INSTANTIATE(G) \
  template MatchReport play_match(const MatchPlayer<G>&, const MatchPlayer<G>&, const MatchOptions&, const MatchHooks&);
ALEA_FOR_EACH_GAME(ALEA_INSTANTIATE)

}  // namespace alea
