// Another program in the place of GNU Backgammon.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace alea::tests {

/// $ALEA_GNUBG for as long as it lives.
class ProgramIs {
 public:
  explicit ProgramIs(const std::string& file) {
    if (const char* const value = std::getenv("ALEA_GNUBG")) before_ = value;
    setenv("ALEA_GNUBG", file.c_str(), 1);
  }
  ~ProgramIs() {
    if (before_) {
      setenv("ALEA_GNUBG", before_->c_str(), 1);
    } else {
      unsetenv("ALEA_GNUBG");
    }
  }

 private:
  std::optional<std::string> before_;
};

}  // namespace alea::tests
