// Solving hypergammon.
#pragma once

#include <filesystem>

#include "search/tables/solving.hpp"

namespace alea {

/// Makes the table of at most `checkers` a side (1 to 3, the whole game) in `folder`/hypergammon, if it is not there.
/// Checkers that are hit come back, so positions lead to each other in circles: equities are found by value iteration
/// (Bellman, 1957), in passes over all positions in the order of both sides' pips, so that one pass brings values all
/// the way up as long as nobody is hit, until a pass changes no equity by more than 5e-7. They choose the plays; the
/// probabilities of the results follow from these by passes of the same kind. Positions of one pip count are
/// independent: the bytes do not depend on `threads`. Takes 1.3 GB of memory with 3 checkers a side.
///
/// Each pass is saved, so a build that ends in any way goes on, to the same bytes. To SolveProgress a position is there
/// that the last pass did not move, half of it when its equity is settled; the level is the number of passes of this
/// build. Throws InputError("checkers"), InputError("tables") for a damaged file, RuntimeFailure (a full disk).
SolveReport solve_hypergammon(const std::filesystem::path& folder, int checkers, int threads,
                              const SolveHooks& hooks = {});

}  // namespace alea
