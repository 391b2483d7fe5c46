// Counts allocations in this program, as in test_nets.
#include "tests/nets/allocations.cpp"
