// Counts calls of operator new in this program.
#pragma once

#include <cstdint>

namespace alea::tests {

/// Since the program started, on all threads.
std::uint64_t allocations();

}  // namespace alea::tests
