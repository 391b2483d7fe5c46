// Ctrl-C as a request, for work that has something to finish or to print.
#pragma once

namespace alea {

/// While one lives, SIGINT (Ctrl-C) and SIGTERM are noted instead of ending the program. A second one ends it as usual.
/// At most one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// From any thread.
  static bool requested();
};

}  // namespace alea
