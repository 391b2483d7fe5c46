// A text with a part of it replaced, to damage files on purpose.
#pragma once

#include <string>

#include "tests/catch.hpp"

namespace alea::tests {

/// `text` with the first `from`, which must be there, as `to`.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace alea::tests
