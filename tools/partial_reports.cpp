#include "tools/partial_reports.hpp"

#include <chrono>
#include <utility>

namespace alea::tools {

PartialReports::PartialReports(double seconds, std::function<void(Json)> tell)
    : tell_(std::move(tell)), thread_([this, seconds] { tell_regularly(seconds); }) {}

PartialReports::~PartialReports() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void PartialReports::found(Json report) {
  report["under_way"] = true;
  const std::lock_guard lock(mutex_);
  newest_ = std::move(report);
}

void PartialReports::tell_regularly(double seconds) {
  const std::chrono::duration<double> period(seconds);
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, period, [&] { return over_; })) {
    if (!newest_) continue;
    const Json report = *newest_;
    lock.unlock();
    tell_(report);
    lock.lock();
  }
}

}  // namespace alea::tools
