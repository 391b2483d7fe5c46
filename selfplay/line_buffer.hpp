// Receiving lines from programs outside, which may send anything at any time or nothing at all: every line has a
// greatest length, every wait a deadline.
#pragma once

#include <poll.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace alea {

/// Bytes in, in pieces of any size; lines out.
class LineBuffer {
 public:
  static constexpr std::size_t longest_line = 4096;                 ///< in bytes, where nothing else is said
  static constexpr std::size_t most_unread = std::size_t{1} << 16;  ///< bytes beyond a longest line

  explicit LineBuffer(std::size_t longest = longest_line) : longest_(longest) {}

  /// Throws PlayerFailure (flood) when more lies unread than any conversation in turns leaves.
  void append(std::string_view bytes);

  /// Takes out the next line, without its end (\n or \r\n), once it is there as a whole. Throws PlayerFailure (flood)
  /// when it is too long.
  std::optional<std::string> next();

 private:
  std::size_t longest_;
  std::string bytes_;         ///< what came after the last line returned
  std::size_t searched_ = 0;  ///< the first bytes, which hold no end of a line
};

/// Waits until there is something to read, or the end, from one of `sources` (a negative descriptor is ignored); false
/// at the deadline. Throws RuntimeFailure.
bool wait_readable(std::span<pollfd> sources, std::chrono::steady_clock::time_point deadline);

/// "0.05 s".
std::string in_seconds(std::chrono::milliseconds time);

}  // namespace alea
