#include "selfplay/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace alea {

namespace {

constexpr int bar_width = 24;

std::string duration(double seconds) {
  char text[32];
  const auto s = static_cast<long long>(seconds);
  if (s >= 3600) {
    std::snprintf(text, sizeof text, "%lldh%02lldm", s / 3600, s / 60 % 60);
  } else {
    std::snprintf(text, sizeof text, "%lldm%02llds", s / 60, s % 60);
  }
  return text;
}

}  // namespace

Progress::~Progress() {
  if (bar_shown_) out_ << '\n' << std::flush;
}

void Progress::restart(std::int64_t done) {
  first_ = done;
  begin_ = shown_ = Clock::now();
}

std::string Progress::text(std::int64_t done, const std::string& note, double seconds_left) const {
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  const double rate = seconds > 0 ? static_cast<double>(done - first_) / seconds : 0;
  if (rate > 0) seconds_left = std::min(seconds_left, static_cast<double>(total_ - done) / rate);
  const std::string left = std::isfinite(seconds_left) ? duration(seconds_left) : "?";
  char counted[128];
  std::snprintf(counted, sizeof counted, "%lld / %lld %s  %.0f %s/s  ", static_cast<long long>(done),
                static_cast<long long>(total_), unit_.c_str(), rate, unit_.c_str());
  return (title_.empty() ? "" : title_ + "  ") + counted + note + "  " + left + " left";
}

void Progress::update(std::int64_t done, const std::string& note, double seconds_left) {
  const auto now = Clock::now();
  const auto interval = terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000);
  if (now - shown_ < interval && done < total_) return;
  shown_ = now;
  if (!terminal_) {
    out_ << text(done, note, seconds_left) << '\n' << std::flush;
    return;
  }
  const auto filled = static_cast<std::size_t>(total_ > 0 ? std::min(done, total_) * bar_width / total_ : 0);
  out_ << "\r[" << std::string(filled, '#') << std::string(bar_width - filled, '.') << "] "
       << text(done, note, seconds_left) << "\x1b[K" << std::flush;
  bar_shown_ = true;
}

void Progress::say(const std::string& line) {
  if (bar_shown_) out_ << "\r\x1b[K";
  bar_shown_ = false;
  out_ << line << '\n' << std::flush;
}

}  // namespace alea
