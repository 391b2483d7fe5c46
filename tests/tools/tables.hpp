// Exact tables for tests of the program.
#pragma once

#include <cstdlib>
#include <filesystem>

#include "tests/temporary_folder.hpp"

namespace alea::tests {

/// The program looks for tables in a folder of its own for as long as this lives.
class Tables {
 public:
  Tables() { ::setenv("ALEA_TABLES", folder_.path().c_str(), 1); }
  ~Tables() { ::unsetenv("ALEA_TABLES"); }
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;
  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

}  // namespace alea::tests
