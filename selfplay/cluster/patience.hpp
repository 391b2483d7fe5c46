// Looking again and again, ever less often.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace alea::cluster {

/// Pauses of 2 ms, 3 ms, .. up to half a second: quick on one machine, and a thousand processes do not trouble a file
/// server.
class Patience {
 public:
  /// How long we have been waiting.
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  void wait() {
    std::this_thread::sleep_for(pause_);
    pause_ = std::min<std::chrono::milliseconds>(pause_ * 3 / 2, std::chrono::milliseconds(500));
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::milliseconds pause_{2};
};

}  // namespace alea::cluster
