// Building the bearoff databases.
#pragma once

#include <filesystem>
#include <vector>

#include "search/tables/one_sided_bearoff.hpp"
#include "search/tables/solving.hpp"

namespace alea {

/// The least mean number of rolls and its distribution for every home board of at most `checkers`, by number.
std::vector<HomeRace> solve_one_sided(int checkers, const SolveHooks& hooks = {});

/// Makes the one-sided table and the two-sided one of at most `checkers` a side (1 to BearoffTable::most_checkers) in
/// `folder`/backgammon, as far as they are not there. Each is written when it is complete; SolveReport::slices counts
/// the two. The bytes do not depend on `threads`. Takes 4 bytes of memory a position. Throws InputError("checkers"),
/// InputError("tables") for damaged files, RuntimeFailure (a full disk).
SolveReport solve_bearoff(const std::filesystem::path& folder, int checkers, int threads, const SolveHooks& hooks = {});

}  // namespace alea
