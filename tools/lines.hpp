// Batches: lines in, lines of JSON out.
#pragma once

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "tools/output.hpp"

namespace alea::tools {

/// No line of input may be longer; the rest of a longer one is skipped, not stored.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;

/// Reads one line without its end, of which at most `longest_line` + 1 bytes are kept. False at the end of the input.
bool read_line(std::istream& in, std::string& line);

/// Prints `answer(line)` for every line of `in` that does not open with '#'. A line whose answer throws InputError is
/// answered with `{"error":{"line":n,"field":..,"message":..}}`, n counting all lines from 1. When all are answered,
/// throws CLI::RuntimeError(2) if one of them had a key "error".
void answer_lines(std::istream& in, const std::function<Json(const std::string& line)>& answer);

/// What stands between the separators; nothing after a last one.
std::vector<std::string> split(const std::string& text, char separator);

/// The tab-separated columns of a line: at least `least` and at most `most`. Throws InputError("line") that names them.
std::vector<std::string> columns(const std::string& line, std::size_t least, std::size_t most, const char* names);

}  // namespace alea::tools
