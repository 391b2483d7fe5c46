#include "selfplay/openings.hpp"

#include <sstream>

#include "selfplay/durable.hpp"

namespace alea {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{64} << 20;

std::string trimmed(const std::string& line) {
  constexpr const char* space = " \t\r";
  const std::size_t begin = line.find_first_not_of(space);
  return begin == std::string::npos ? "" : line.substr(begin, line.find_last_not_of(space) + 1 - begin);
}

}  // namespace

std::vector<std::pair<int, std::string>> read_opening_lines(const std::filesystem::path& file) {
  std::istringstream in(read_file(file, "openings", largest_file));
  std::vector<std::pair<int, std::string>> lines;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    line = trimmed(line);
    if (!line.empty() && line.front() != '#') lines.emplace_back(number, line);
  }
  if (lines.empty()) throw InputError("openings", "expected a position a line, found none in " + file.string());
  return lines;
}

}  // namespace alea
