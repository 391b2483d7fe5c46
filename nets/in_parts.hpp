// A loop in parts, for whichever threads are idle.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>

#include "search/threads.hpp"

namespace alea {

/// Calls body(first, last) for all of [0, count) in parts of at most `most`, which is 1 or more, on the calling thread
/// and those of its TBB arena that have nothing else to do; returns when all are done. The caller takes up no other
/// work meanwhile: the parts are short, and what else the arena has to do may be long. `body` must give the same in
/// whatever parts, and throw nothing.
template <class Body>
void in_parts(std::size_t count, std::size_t most, const Body& body) {
  if (count <= most) return body(std::size_t{0}, count);
#ifdef __SANITIZE_THREAD__  // as in on_threads
  on_threads(2, [&](int half) { half == 0 ? body(std::size_t{0}, most) : body(most, count); });
#else
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, most), [&](const auto& part) { body(part.begin(), part.end()); },
        tbb::simple_partitioner());
  });
#endif
}

}  // namespace alea
