#include "selfplay/tournament/tournament.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/error.hpp"
#include "search/threads.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/game_table.hpp"
#include "selfplay/tournament/game_queue.hpp"
#include "selfplay/tournament/recorder.hpp"
#include "selfplay/tournament/schedule.hpp"

#ifndef ALEA_COMMIT
#define ALEA_COMMIT "unknown"
#endif

namespace alea {

namespace {

namespace fs = std::filesystem;

/// The time as text, which is made but once a second.
class UtcClock {
 public:
  const std::string& now() {
    const std::time_t now = std::time(nullptr);
    if (now == last_) return text_;
    last_ = now;
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    text_.assign(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
    return text_;
  }

 private:
  std::time_t last_ = -1;
  std::string text_;
};

/// Throws before a lock is laid beside a device.
fs::path lock_file(const fs::path& database) {
  if (fs::exists(database) && !fs::is_regular_file(database)) {
    throw InputError("db", "expected a file, found something else: " + database.string());
  }
  return database.string() + "-lock";
}

/// A tournament while it is played.
class Session {
 public:
  Session(const TournamentConfig& config, const fs::path& database, const TournamentHooks& hooks)
      : config_(resolve(config)),
        hooks_(hooks),
        hall_(make_hall(config_.hall(), config_.players)),
        lock_(lock_file(database), "db", database.string() + ": another process is playing into it"),
        store_(Store::open(database)) {
    enter_players();
  }

  TournamentReport run() {
    for (int round = 1; round <= rounds() && !partial_; ++round) play_round(round);
    return report();
  }

 private:
  int rounds() const { return config_.format == "swiss" ? config_.rounds : 1; }

  void enter_players() {
    auto adding = store_.transaction();
    tournament_ = store_.add(StoredTournament{.name = config_.name,
                                              .game = config_.game,
                                              .format = config_.format,
                                              .seed = config_.seed,
                                              .settings = tournament_settings(config_)});
    std::vector<std::string> names;
    for (const auto& [name, agent] : config_.players) {
      names.push_back(name);
      ids_.push_back(store_.add(StoredPlayer{.game = config_.game,
                                             .name = name,
                                             .agent = agent,
                                             .settings = player_settings(agent),
                                             .version = player_version(config_.game, agent)}));
    }
    adding.commit();
    standings_.emplace(ids_, names);
    store_.for_each_game({.tournament = config_.name}, [&](const StoredGame& game) { count(game, hash_of(game)); });
  }

  std::vector<Meeting> meetings(int round) {
    const std::size_t players = config_.players.size();
    if (config_.format == "round-robin") return round_robin(players);
    if (config_.format == "gauntlet") {
      const auto champion = std::ranges::find(config_.players, config_.champion, &HallPlayer::name);
      return gauntlet(players, static_cast<std::size_t>(champion - config_.players.begin()));
    }
    if (auto begun = stored_meetings(round); !begun.empty()) return begun;  // the standings may have changed since
    std::vector<double> scores;
    for (std::size_t i = 0; i < players; ++i) scores.push_back(standings_->of(i).total);
    return swiss_round(scores, met_);
  }

  /// A round that an earlier session has begun.
  std::vector<Meeting> stored_meetings(int round) {
    std::vector<Meeting> meetings;
    const auto number = [&](std::int64_t id) {
      return static_cast<std::size_t>(std::ranges::find(ids_, id) - ids_.begin());
    };
    for (const StoredPairing& pairing : store_.pairings(tournament_)) {
      if (pairing.round == round) meetings.push_back({number(pairing.a), number(pairing.b)});
    }
    return meetings;
  }

  /// Plays what is missing of a round, whose meetings may depend on the rounds before it.
  void play_round(int round) {
    std::vector<StoredPairing> pairings;
    std::vector<Meeting> seats;
    GameQueue queue;
    {
      auto adding = store_.transaction();
      for (auto [a, b] : meetings(round)) {
        // Who is A does not depend on the order of the config.
        if (config_.players[b].name < config_.players[a].name) std::swap(a, b);
        met_.push_back({a, b});
        seats.push_back({a, b});
        pairings.push_back({.tournament = tournament_,
                            .round = round,
                            .a = ids_[a],
                            .b = ids_[b],
                            .seed = pairing_seed(config_.seed, config_.players[a].name, config_.players[b].name, round),
                            .games = config_.games});
        pairings.back().id = store_.add(pairings.back());
        scheduled_.push_back(pairings.back().id);
        const auto finished = store_.finished_games(pairings.back().id);
        done_ += std::ranges::count_if(finished, [&](std::int64_t number) { return number < config_.games; });
        total_ += config_.games;
        queue.add_pairing(config_.games, finished);
      }
      adding.commit();
    }
    play(queue, pairings, seats);
  }

  void play(GameQueue& queue, const std::vector<StoredPairing>& pairings, const std::vector<Meeting>& seats) {
    hooks_.progress({done_, total_, *standings_});
    Recorder recorder(store_, std::chrono::duration<double>(config_.save_seconds));
    std::atomic<bool> failed = false;
    const std::function<bool()> stop = [&] { return failed || recorder.failed() || hooks_.stop(); };
    const auto work = [&](int) {
      std::optional<std::size_t> at;
      std::chrono::steady_clock::time_point since;
      std::unique_ptr<HallTable> table;
      while (!stop()) {
        const auto task = queue.take(at, since);
        if (!task) return;
        const StoredPairing& pairing = pairings[task->pairing];
        if (at != task->pairing) {
          at = task->pairing;
          since = std::chrono::steady_clock::now();
          table = hall_->table(seats[*at].a, seats[*at].b, pairing.seed);
        }
        for (int i = 0; i < task->size; ++i) record(table->play(task->numbers[i], stop), pairing, recorder);
      }
    };
    on_threads(resolve_threads(config_.threads), [&](int thread) {
      try {
        work(thread);
      } catch (const GameStopped&) {
      } catch (...) {
        failed = true;
        throw;
      }
    });
    recorder.finish();
    partial_ = done_ < total_;
  }

  void record(StoredGame game, const StoredPairing& pairing, Recorder& recorder) {
    const bool a_is_first = game.number % 2 == 0;
    game.pairing = pairing.id;
    game.first = a_is_first ? pairing.a : pairing.b;
    game.second = a_is_first ? pairing.b : pairing.a;
    game.version = ALEA_COMMIT;
    const std::uint64_t hash = hash_of(game);
    const std::lock_guard lock(mutex_);
    game.played_at = clock_.now();
    count(game, hash);
    recorder.add(game);
    ++done_;
    ++played_;
    hooks_.progress({done_, total_, *standings_});
  }

  void count(const StoredGame& game, std::uint64_t hash) {
    if (game.number >= config_.games) return;  // of a time when more were asked for
    standings_->add(game);
    hashes_[game.pairing].push_back(hash);
  }

  std::int64_t distinct_games() const {
    std::vector<std::uint64_t> hashes;
    for (const std::int64_t pairing : scheduled_) {
      const auto of = hashes_.find(pairing);
      if (of != hashes_.end()) hashes.insert(hashes.end(), of->second.begin(), of->second.end());
    }
    std::ranges::sort(hashes);
    return std::unique(hashes.begin(), hashes.end()) - hashes.begin();
  }

  TournamentReport report() {
    return {.games = done_,
            .total = total_,
            .played = played_,
            .partial = partial_,
            .distinct_games = distinct_games(),
            .standings = standings_->ranked()};
  }

  TournamentConfig config_;
  const TournamentHooks& hooks_;
  std::unique_ptr<Hall> hall_;
  FileLock lock_;
  Store store_;
  std::int64_t tournament_ = 0;
  std::vector<std::int64_t> ids_;  ///< of the players
  std::vector<Meeting> met_;
  std::vector<std::int64_t> scheduled_;  ///< pairings; the database may hold others of this tournament
  bool partial_ = false;

  std::mutex mutex_;  ///< of what follows
  std::optional<Standings> standings_;
  std::map<std::int64_t, std::vector<std::uint64_t>> hashes_;  ///< of the games asked for, by pairing
  UtcClock clock_;
  std::int64_t done_ = 0;
  std::int64_t total_ = 0;
  std::int64_t played_ = 0;
};

}  // namespace

TournamentReport run_tournament(const TournamentConfig& config, const fs::path& database,
                                const TournamentHooks& hooks) {
  return Session(config, database, hooks).run();
}

}  // namespace alea
