#include "tools/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace alea::tools {

void Table::print(std::ostream& out) const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(column.head.size());
  for (const auto& row : rows_) {
    assert(row.size() == columns_.size());
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  const auto cell = [&](std::size_t i, const std::string& text) {
    return columns_[i].align == Align::left ? fmt::format("{:<{}}", text, widths[i])
                                            : fmt::format("{:>{}}", text, widths[i]);
  };
  const auto print_line = [&](const auto& text_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) line += (i == 0 ? "" : "  ") + cell(i, text_of(i));
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  };
  print_line([&](std::size_t i) { return columns_[i].head; });
  for (const auto& row : rows_) print_line([&](std::size_t i) { return row[i]; });
}

std::string format_score(double score, ScoreUnit unit) {
  return unit == ScoreUnit::points ? fmt::format("{:+.4f}", score) : fmt::format("{:.4f}", score);
}

std::string format_utility(float utility) { return fmt::format("{:+.3f}", utility); }

std::string format_number(const NamedNumber& number) {
  return number.is_probability ? fmt::format("{:.1f}", 100 * number.number) : fmt::format("{:+.1f}", number.number);
}

std::string format_head(const NamedNumber& number) {
  return fmt::format("{}{}", number.name, number.is_probability ? "%" : "");
}

std::string format_rate(double rate) {
  if (rate >= 1e6) return fmt::format("{:.3g} M", rate / 1e6);
  if (rate >= 1e3) return fmt::format("{:.3g} k", rate / 1e3);
  return fmt::format("{:.3g}", rate);
}

}  // namespace alea::tools
