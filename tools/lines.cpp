#include "tools/lines.hpp"

#include <CLI/Error.hpp>
#include <algorithm>
#include <iostream>

#include "tools/exit_status.hpp"

namespace alea::tools {

bool read_line(std::istream& in, std::string& line) {
  using Traits = std::istream::traits_type;
  line.clear();
  auto* const buffer = in.rdbuf();
  int c = buffer->sbumpc();
  if (c == Traits::eof()) return false;
  for (; c != Traits::eof() && c != '\n'; c = buffer->sbumpc()) {
    if (line.size() <= longest_line) line += Traits::to_char_type(c);
  }
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

namespace {

Json answer_or_error(const std::string& line, std::int64_t number,
                     const std::function<Json(const std::string&)>& answer) {
  try {
    if (line.size() > longest_line) {
      throw InputError("line", "expected at most " + std::to_string(longest_line) + " bytes");
    }
    return answer(line);
  } catch (const InputError& error) {
    return {{"error", {{"line", number}, {"field", error.field()}, {"message", error.what()}}}};
  }
}

}  // namespace

void answer_lines(std::istream& in, const std::function<Json(const std::string&)>& answer) {
  bool all_good = true;
  std::int64_t number = 0;
  for (std::string line; read_line(in, line);) {
    ++number;
    if (line.starts_with('#')) continue;
    const Json json = answer_or_error(line, number, answer);
    all_good &= !json.contains("error");
    print(json);
    // Someone may be waiting for this answer before writing the next line.
    if (in.rdbuf()->in_avail() <= 0) std::cout.flush();
  }
  if (!all_good) throw CLI::RuntimeError(bad_input);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<std::string> columns(const std::string& line, std::size_t least, std::size_t most, const char* names) {
  std::vector<std::string> found;
  std::size_t begin = 0;
  while (begin <= line.size() && found.size() <= most) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    found.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  if (found.size() < least || found.size() > most) {
    throw InputError("line",
                     std::string("expected the tab-separated columns ") + names + ", found " +
                         (found.size() > most ? "more than " + std::to_string(most) : std::to_string(found.size())));
  }
  return found;
}

}  // namespace alea::tools
