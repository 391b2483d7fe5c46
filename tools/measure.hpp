// How often something can be done a second.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "search/threads.hpp"

namespace alea::tools {

struct MeasureOptions {
  int threads = 1;
  double seconds = 1;
};

/// Runs on every thread a worker of its own, made by `make_worker(thread)`: a callable that does a piece of work and
/// returns how many units it did. Every worker does at least one piece; no piece begins after the time is over. Returns
/// units a second of all threads together.
template <class MakeWorker>
double rate(const MeasureOptions& options, const MakeWorker& make_worker) {
  using Clock = std::chrono::steady_clock;
  std::atomic<std::int64_t> units = 0;
  const auto begin = Clock::now();
  const auto end = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  on_threads(options.threads, [&](int thread) {
    auto worker = make_worker(thread);
    std::int64_t done = 0;
    do {
      done += worker();
    } while (Clock::now() < end);
    units += done;
  });
  return static_cast<double>(units) / std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace alea::tools
