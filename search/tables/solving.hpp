// What builders of tables tell and are told.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>

namespace alea {

struct SolveProgress {
  std::int64_t positions = 0;  ///< there, those included that were there before
  std::int64_t total = 0;
  int level = 0;  ///< that is being solved; what it counts depends on the table
};

/// How a build talks to its owner. Either may be empty; both are called from one thread at a time, whichever.
struct SolveHooks {
  std::function<void(const SolveProgress&)> progress;
  std::function<bool()> stop;  ///< asked a few times a second; true ends the build soon, and a later one goes on
};

/// Progress and the wish to stop, shared by the threads of a build. `hooks` must outlive it.
class SolveOverseer {
 public:
  SolveOverseer(const SolveHooks& hooks, const SolveProgress& progress) : hooks_(hooks), progress_(progress) {}

  /// Adds what one thread has solved of a level. False if the build is to stop.
  bool solved(std::int64_t positions, int level) {
    const std::lock_guard lock(mutex_);
    progress_.positions += positions;
    progress_.level = level;
    if (hooks_.progress) hooks_.progress(progress_);
    if (hooks_.stop && hooks_.stop()) stopped_ = true;
    return !stopped_;
  }
  bool stopped() const {
    const std::lock_guard lock(mutex_);
    return stopped_;
  }

 private:
  const SolveHooks& hooks_;
  SolveProgress progress_;
  mutable std::mutex mutex_;
  bool stopped_ = false;
};

struct SolveReport {
  std::int64_t positions = 0;  ///< of the extent, up to symmetry
  std::int64_t missing = 0;    ///< of these, before the build
  std::int64_t slices = 0;     ///< there now
  bool finished = false;
};

}  // namespace alea
