// The same work on several threads.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace alea {

/// `threads`, or one per core if that is 0.
inline int resolve_threads(int threads) { return threads > 0 ? threads : oneapi::tbb::info::default_concurrency(); }

/// So many threads for TBB's algorithms, also more than the machine has cores: else TBB warns and starts fewer.
class ThreadArena {
 public:
  explicit ThreadArena(int threads) : allow_(Control::max_allowed_parallelism, allowed(threads)), arena_(threads) {}

  template <class Work>
  void execute(const Work& work) {
    arena_.execute(work);
  }

 private:
  using Control = oneapi::tbb::global_control;

  static std::size_t allowed(int threads) {
    return static_cast<std::size_t>(std::max(threads, oneapi::tbb::info::default_concurrency()));
  }

  Control allow_;
  oneapi::tbb::task_arena arena_;
};

#ifdef __SANITIZE_THREAD__

/// As below. TBB is not built for ThreadSanitizer, which does not see how TBB's threads wait for each other and takes
/// all they share for races; so under it these are plain threads.
template <class Body>
void on_threads(int threads, const Body& body) {
  std::exception_ptr failure;
  std::mutex mutex;
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  if (failure) std::rethrow_exception(failure);
}

#else

/// Calls body(0), .., body(threads - 1), at the same time if the machine allows it: none may wait for another. Returns
/// when all are done; rethrows the first exception of one, and then others may not have been called.
template <class Body>
void on_threads(int threads, const Body& body) {
  ThreadArena(threads).execute([&] { oneapi::tbb::parallel_for(0, threads, body, oneapi::tbb::static_partitioner()); });
}

#endif

}  // namespace alea
