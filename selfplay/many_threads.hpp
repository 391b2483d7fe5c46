// More threads than cores, for work that mostly waits.
#pragma once

#include <cstddef>
#include <functional>

namespace alea {

/// Calls work(thread, task) for each task in [0, tasks), on `threads` threads in [0, threads) of their own, which take
/// the tasks in order and each only one at a time. Returns when all have ended; rethrows the first exception, after
/// which no more tasks are begun. TBB's threads are for work that computes: of those there are as many as cores.
/// Throws RuntimeFailure where the system does not allow so many.
void on_many_threads(std::size_t threads, std::size_t tasks,
                     const std::function<void(std::size_t thread, std::size_t task)>& work);

}  // namespace alea
