// Reference data for tests: tab-separated rows, '#' lines skipped.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace alea::tests {

using Row = std::vector<std::string>;

/// A file of the reference folder beside the project ($ALEA_VECTORS, default ../shared/vectors); empty if it is not
/// there.
inline std::filesystem::path reference_file(const std::string& name) {
  namespace fs = std::filesystem;
  const char* const variable = std::getenv("ALEA_VECTORS");
  const fs::path folder =
      variable ? fs::path(variable) : fs::path(ALEA_TEST_SOURCE_DIR).parent_path() / "shared" / "vectors";
  return fs::exists(folder / name) ? folder / name : fs::path();
}

/// Where a vector file is: tests/golden/<name> ("backgammon/plays.tsv"), else the reference folder; empty if nowhere. A
/// test that needs a file of the second kind says with WARN that it skips when the path is empty.
inline std::filesystem::path vector_file(const std::string& name) {
  const std::filesystem::path golden = std::filesystem::path(ALEA_TEST_SOURCE_DIR) / "tests" / "golden" / name;
  return std::filesystem::exists(golden) ? golden : reference_file(name);
}

inline Row split(const std::string& text, char separator) {
  Row parts{""};
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// All rows of a file that must exist.
inline std::vector<Row> read_rows(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    rows.push_back(split(line, '\t'));
  }
  return rows;
}

}  // namespace alea::tests
