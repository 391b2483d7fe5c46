// Building Diablo tables: retrograde solution, level by level.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "search/tables/diablo_slice.hpp"

namespace alea {

struct SolveProgress {
  std::int64_t positions = 0;  ///< there, those included that were there before
  std::int64_t total = 0;
  int level = 0;  ///< that is being solved, of stacks and checkers
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

/// Solves every position of the N x N game (N = 2, 4, 6) of `extent` whose slice is not yet in `folder`/diablo-N.
/// Slices are solved in the order of their levels, the positions of one side by side on `threads` threads, and each is
/// written before the next is begun: whatever ends the process, the next build goes on with the slice that was being
/// solved. The files are the same byte by byte whatever the number of threads and interruptions. Keeps the codes of one
/// slice in memory, what it reads is mapped. Throws InputError("checkers") for an extent beyond all means,
/// InputError("tables") for damaged files, RuntimeFailure (a full disk).
template <int N>
SolveReport solve_diablo(const std::filesystem::path& folder, const diablo::Extent& extent, int threads,
                         const SolveHooks& hooks = {});

}  // namespace alea
