// What the notations of the models share.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.hpp"

namespace alea::models {

/// An error that quotes what was found, cut to a readable length.
inline InputError unreadable(const std::string& field, const std::string& expected, std::string_view found) {
  return {field, "expected " + expected + ", found \"" + std::string(found.substr(0, 200)) + "\""};
}

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

/// One space of a board as Diablo and DVONN write it: "." or "b3" or, in DVONN, "w2*".
struct CellText {
  char letter;
  int height;  ///< 1 to 999; written if above 1
  bool star;
};

inline std::string format_cell(const CellText& cell) {
  return cell.letter + (cell.height > 1 ? std::to_string(cell.height) : "") + (cell.star ? "*" : "");
}

/// The spaces of one row, from left to right. Throws InputError("position") on anything that format_cell does not
/// write.
inline std::vector<CellText> read_cells(const std::string& row) {
  std::vector<CellText> cells;
  std::size_t i = 0;
  while (i < row.size()) {
    CellText cell{row[i++], 0, false};
    while (i < row.size() && std::isdigit(static_cast<unsigned char>(row[i])) && cell.height < 100) {
      cell.height = 10 * cell.height + (row[i++] - '0');
    }
    cell.height = std::max(cell.height, 1);
    cell.star = i < row.size() && row[i] == '*';
    if (cell.star) ++i;
    cells.push_back(cell);
  }
  std::string again;
  for (const CellText& cell : cells) again += format_cell(cell);
  if (again != row) throw unreadable("position", "heights from 2 to 999 without leading zeros", row);
  return cells;
}

}  // namespace alea::models
