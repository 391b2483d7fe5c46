// The games that are still to be played, handed out to threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace alea {

/// One call at a time; safe from several threads.
class GameQueue {
 public:
  /// Games of one pair, by their numbers: one if the other is there already.
  struct Task {
    std::size_t pairing;
    std::int64_t numbers[2];
    int size;
  };

  /// `finished` are the numbers, in order, of the `games` of the pairing that need not be played.
  void add_pairing(std::int64_t games, const std::vector<std::int64_t>& finished);

  /// A pair to play; nothing when all are taken. A thread stays at one pairing for `stay`, as agents take time to sit
  /// down; then it gets the pairing that is furthest behind.
  std::optional<Task> take(std::optional<std::size_t> at, std::chrono::steady_clock::time_point since);

 private:
  struct Pairing {
    std::vector<std::pair<std::int64_t, std::int64_t>> missing;  ///< ranges [first, second), the next one last
    std::int64_t left = 0;                                       ///< games in them
    std::int64_t games = 0;

    bool empty() const { return missing.empty(); }
    std::int64_t next() const { return missing.back().first; }
    std::int64_t take_next();
    /// The share of all its games that are played or being played.
    double progress() const { return 1 - static_cast<double>(left) / static_cast<double>(games); }
  };

  static constexpr std::chrono::milliseconds stay{500};

  std::mutex mutex_;
  std::vector<Pairing> pairings_;
};

}  // namespace alea
