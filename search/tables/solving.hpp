// What builders of tables tell and are told.
#pragma once

#include <cstdint>
#include <functional>

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

struct SolveReport {
  std::int64_t positions = 0;  ///< of the extent, up to symmetry
  std::int64_t missing = 0;    ///< of these, before the build
  std::int64_t slices = 0;     ///< there now
  bool finished = false;
};

}  // namespace alea
