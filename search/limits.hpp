// How long a search may look, and the clock that says when it must end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace alea {

/// Whichever is reached first ends a search; what it has found by then is its answer. A search limited by plies or
/// nodes alone is repeatable, one limited by seconds is not.
struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::int64_t nodes = std::numeric_limits<std::int64_t>::max();  ///< evaluated positions, as in Report::nodes
  int plies = std::numeric_limits<int>::max();  ///< as in Candidate::plies: 0 evaluates what the plays lead to
  const std::atomic<bool>* stop = nullptr;      ///< the search ends soon after somebody sets it; may be null
};

/// Runs from its construction. Each thread of a search has its own copy: `reached` reads the system's clock and the
/// stop flag only at every `stride`-th call, so that it may be asked at every node.
class LimitClock {
 public:
  explicit LimitClock(const Limits& limits = {}, int stride = 16)
      : limits_(limits), begin_(Clock::now()), stride_(stride) {}

  /// Seconds since the construction.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  /// A limit of nodes or time, or the stop flag; once true it stays true.
  bool reached(std::int64_t nodes) {
    if (reached_) return true;
    if (nodes >= limits_.nodes) return reached_ = true;
    if (--left_ > 0) return false;
    left_ = stride_;
    const bool stopped = limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed);
    return reached_ =
               stopped || (limits_.seconds < std::numeric_limits<double>::infinity() && seconds() >= limits_.seconds);
  }

 private:
  using Clock = std::chrono::steady_clock;

  Limits limits_;
  Clock::time_point begin_;
  int stride_;
  int left_ = 1;  ///< the first call reads the clock
  bool reached_ = false;
};

}  // namespace alea
