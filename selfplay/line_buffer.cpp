#include "selfplay/line_buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "engine/error.hpp"
#include "selfplay/player_failure.hpp"

namespace alea {

void LineBuffer::append(std::string_view bytes) {
  if (bytes_.size() + bytes.size() > longest_ + most_unread) {
    throw PlayerFailure(Fault::flood, fmt::format("more than {} bytes that nobody asked for", longest_ + most_unread));
  }
  bytes_ += bytes;
}

std::optional<std::string> LineBuffer::next() {
  const std::size_t end = bytes_.find('\n', searched_);
  if (std::min(end, bytes_.size()) > longest_) {
    throw PlayerFailure(Fault::flood, fmt::format("a reply of more than {} bytes without an end of line", longest_));
  }
  if (end == std::string::npos) {
    searched_ = bytes_.size();
    return std::nullopt;
  }
  std::string line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  searched_ = 0;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

bool wait_readable(std::span<pollfd> sources, std::chrono::steady_clock::time_point deadline) {
  using std::chrono::steady_clock;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()).count();
    for (pollfd& source : sources) source.events = POLLIN;
    const int wait = static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000'000));
    const int ready = poll(sources.data(), sources.size(), wait);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) {
      throw RuntimeFailure("cannot wait for a reply: " + std::system_category().message(errno));
    }
    if (ready == 0 && steady_clock::now() >= deadline) return false;
  }
}

std::string in_seconds(std::chrono::milliseconds time) {
  return fmt::format("{} s", static_cast<double>(time.count()) / 1000);
}

}  // namespace alea
