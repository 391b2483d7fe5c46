// Aligned columns for people.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "selfplay/statistics.hpp"
#include "tools/values.hpp"

namespace alea::tools {

/// Collects rows, then prints all with columns as wide as their widest cell.
class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string head;
    Align align = Align::right;
  };

  void add_column(std::string head, Align align = Align::right) { columns_.push_back({std::move(head), align}); }
  /// As many cells as there are columns.
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(std::ostream& out) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// The mean score of a match with four digits: points are signed, shares of 1 are not.
std::string format_score(double score, ScoreUnit unit);
std::string format_utility(float utility);             ///< "+0.159"
std::string format_number(const NamedNumber& number);  ///< probabilities in percent: "53.2"
std::string format_head(const NamedNumber& number);    ///< "win%"
std::string format_rate(double rate);                  ///< three figures: "1.23 M", "456 k", "78.9"

}  // namespace alea::tools
