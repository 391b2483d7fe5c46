// How a long run tells people where it is.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <string>
#include <utility>

namespace alea {

/// A bar on a terminal, redrawn in place; elsewhere a plain line now and then.
class Progress {
 public:
  /// Writes to `out`, as a bar if `terminal`. `done` of `total` games, or whatever is counted, are there already.
  /// `title` says of what, where there is more than one thing.
  Progress(std::ostream& out, bool terminal, std::int64_t done, std::int64_t total, std::string unit = "games",
           std::string title = "")
      : out_(out), terminal_(terminal), unit_(std::move(unit)), title_(std::move(title)), total_(total), first_(done) {}
  ~Progress();

  /// The rate counts from here, where `done` games are there.
  void restart(std::int64_t done);

  /// `note` is what else matters, such as "loss 1.2345". It will be over after `seconds_left` at the latest.
  void update(std::int64_t done, const std::string& note,
              double seconds_left = std::numeric_limits<double>::infinity());

  /// A line of its own, the bar goes on below it.
  void say(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  std::string text(std::int64_t done, const std::string& note, double seconds_left) const;

  std::ostream& out_;
  bool terminal_;
  std::string unit_, title_;
  std::int64_t total_;
  std::int64_t first_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
  bool bar_shown_ = false;
};

}  // namespace alea
