// Ratings as rows of text, for terminals and for pages.
#pragma once

#include <string>
#include <vector>

#include "selfplay/tournament/ratings.hpp"
#include "selfplay/tournament/results.hpp"
#include "tools/html.hpp"
#include "tools/table.hpp"

namespace alea::tools {

/// Players, best first; those without a rating last, in the order they have.
std::vector<std::size_t> by_rating(const Ratings& ratings);

/// A line for each player in `order`: rating, intervals, games, score.
html::Table rating_cells(const Results& results, const Ratings& ratings, const std::vector<std::size_t>& order);

/// Who is stronger than whom, in percent.
html::Table superiority_cells(const Results& results, const Ratings& ratings, const std::vector<std::size_t>& order);

/// What makes ratings worth less than they look, a sentence each.
std::vector<std::string> rating_notes(const Results& results, const Ratings& ratings);

/// The same cells for a terminal.
Table to_table(const html::Table& cells);

/// A rating or score as its unit is written: elo whole, points with sign and three digits; "-" if unknown.
std::string format_rating(double rating, ScoreUnit unit);

/// A mean score as pages show it: points with sign and three digits, shares in percent.
std::string format_mean(double score, ScoreUnit unit);

}  // namespace alea::tools
