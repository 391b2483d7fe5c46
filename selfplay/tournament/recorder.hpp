// Writes finished games down while others are being played.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "selfplay/tournament/store.hpp"

namespace alea {

/// Owns the store while it lives: games that are added are committed by a thread of its own, together with all others
/// of the same `interval`. A process that is killed loses no more than that.
class Recorder {
 public:
  Recorder(Store& store, std::chrono::duration<double> interval);

  /// Commits what is there, if it can.
  ~Recorder();

  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// From any thread. Copies the game, so that both sides use their memory again.
  void add(const StoredGame& game);

  /// A commit has failed (a full disk): there is no point in playing on, and `finish` throws.
  bool failed() const { return failed_; }

  /// Commits the rest; throws what a commit threw. Nothing can be added after it.
  void finish();

 private:
  /// Games whose memory is used again by those of a later interval.
  struct Batch {
    std::vector<StoredGame> games;
    std::size_t size = 0;  ///< so many of them are there; the others are old
  };

  void loop();
  void commit(Batch& batch);
  void stop();

  Store& store_;
  std::chrono::duration<double> interval_;
  std::mutex mutex_;
  std::condition_variable wake_;
  Batch batch_;
  bool stopping_ = false;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace alea
