// How often something can be done a second.
#pragma once

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <cstdint>

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
  const auto threads = static_cast<std::size_t>(options.threads);
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(options.threads);
  std::atomic<std::int64_t> units = 0;
  const auto begin = Clock::now();
  const auto end = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  const auto work = [&](int thread) {
    auto worker = make_worker(thread);
    std::int64_t done = 0;
    do {
      done += worker();
    } while (Clock::now() < end);
    units += done;
  };
  arena.execute([&] { tbb::parallel_for(0, options.threads, work, tbb::simple_partitioner()); });
  return static_cast<double>(units) / std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace alea::tools
