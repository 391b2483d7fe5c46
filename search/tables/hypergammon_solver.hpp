// Solving hypergammon.
#pragma once

#include <filesystem>

#include "search/tables/solving.hpp"

namespace alea {

/// Makes the table of at most `checkers` a side (1 to 3, the whole game) in `folder`/hypergammon, if it is not there.
/// Checkers that are hit come back, so positions lead to each other in circles: values are found by modified policy
/// iteration (Puterman, Shin, 1978), which here is
///
///     improve    the best play of each roll is chosen by the values there are, which gives the position a new one
///     evaluate   a few times: a new value by the plays that were chosen, at a tenth of the cost
///
/// over all positions in the order of both sides' pips, so that one pass brings values all the way up as long as nobody
/// is hit; until no improvement changes an equity by more than 1e-6. Positions of one pip count are independent: the
/// bytes do not depend on `threads`. Takes 1 GB of memory with 3 checkers a side.
///
/// SolveProgress counts the positions that the last improvement moved by no more than that; its level is the number of
/// improvements. A build that is stopped begins anew. Throws InputError("checkers"), InputError("tables") for a damaged
/// file, RuntimeFailure (a full disk).
SolveReport solve_hypergammon(const std::filesystem::path& folder, int checkers, int threads,
                              const SolveHooks& hooks = {});

}  // namespace alea
