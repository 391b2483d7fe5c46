// What a long request has found so far, told at regular times.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "tools/output.hpp"

namespace alea::tools {

/// From its construction to its end it tells, every so many seconds, the newest of what was found; nothing before
/// something was.
class PartialReports {
 public:
  /// `tell` is called on a thread of this, one report at a time, with `"under_way":true` added.
  PartialReports(double seconds, std::function<void(Json)> tell);
  ~PartialReports();
  PartialReports(const PartialReports&) = delete;
  PartialReports& operator=(const PartialReports&) = delete;

  /// From any thread.
  void found(Json report);

 private:
  void tell_regularly(double seconds);

  const std::function<void(Json)> tell_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Json> newest_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace alea::tools
