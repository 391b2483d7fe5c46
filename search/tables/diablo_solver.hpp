// Building Diablo tables: retrograde solution, level by level.
#pragma once

#include <filesystem>

#include "search/tables/diablo_slice.hpp"
#include "search/tables/solving.hpp"

namespace alea {

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
