#include "tools/rating_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace alea::tools {

namespace {

std::string format_interval(const Interval& interval, ScoreUnit unit) {
  if (!std::isfinite(interval.low) || !std::isfinite(interval.high)) return "-";
  return fmt::format("{} to {}", format_rating(interval.low, unit), format_rating(interval.high, unit));
}

}  // namespace

std::string format_mean(double score, ScoreUnit unit) {
  return unit == ScoreUnit::points ? fmt::format("{:+.3f}", score) : fmt::format("{:.1f}%", 100 * score);
}

std::string format_rating(double rating, ScoreUnit unit) {
  if (!std::isfinite(rating)) return "-";
  return unit == ScoreUnit::points ? fmt::format("{:+.3f}", rating) : fmt::format("{:+.0f}", rating);
}

std::vector<std::size_t> by_rating(const Ratings& ratings) {
  std::vector<std::size_t> order(ratings.players.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const double x = ratings.players[a].value, y = ratings.players[b].value;
    return std::isnan(x) || std::isnan(y) ? !std::isnan(x) && std::isnan(y) : x > y;
  });
  return order;
}

html::Table rating_cells(const Results& results, const Ratings& ratings, const std::vector<std::size_t>& order) {
  html::Table cells{{"player", "rating", "95% interval", "95%, by pairs", "games", "score"}, {}};
  for (const std::size_t i : order) {
    const Rating& rating = ratings.players[i];
    const bool fixed = rating.fisher.low == rating.fisher.high;
    cells.rows.push_back({results.players[i].name,
                          format_rating(rating.value, results.unit) + (rating.unbounded ? " *" : ""),
                          fixed ? "fixed" : format_interval(rating.fisher, results.unit),
                          fixed ? "fixed" : format_interval(rating.bootstrap, results.unit),
                          std::to_string(rating.games), format_mean(rating.score, results.unit)});
  }
  return cells;
}

html::Table superiority_cells(const Results& results, const Ratings& ratings, const std::vector<std::size_t>& order) {
  html::Table cells{{"player"}, {}};
  for (const std::size_t i : order) {
    cells.heads.push_back(results.players[i].name);
    std::vector<std::string> row{results.players[i].name};
    for (const std::size_t j : order) {
      const double p = ratings.superiority[i][j];
      row.push_back(i == j || std::isnan(p) ? "" : fmt::format("{:.1f}%", 100 * p));
    }
    cells.rows.push_back(std::move(row));
  }
  return cells;
}

std::vector<std::string> rating_notes(const Results& results, const Ratings& ratings) {
  std::vector<std::string> unbounded, unrated, notes;
  for (std::size_t i = 0; i < results.players.size(); ++i) {
    if (ratings.players[i].unbounded) unbounded.push_back(results.players[i].name);
    if (std::isnan(ratings.players[i].value)) unrated.push_back(results.players[i].name);
  }
  if (!unbounded.empty()) {
    notes.push_back(
        fmt::format("* {}: won or lost every game against the rest, which allows any difference, however "
                    "large",
                    fmt::join(unbounded, ", ")));
  }
  if (!unrated.empty()) {
    notes.push_back(
        fmt::format("not connected to the others by any game, and so not compared: {}", fmt::join(unrated, ", ")));
  }
  return notes;
}

Table to_table(const html::Table& cells) {
  Table table;
  for (std::size_t i = 0; i < cells.heads.size(); ++i) {
    table.add_column(cells.heads[i], i == 0 ? Table::Align::left : Table::Align::right);
  }
  for (const auto& row : cells.rows) table.add_row(row);
  return table;
}

}  // namespace alea::tools
