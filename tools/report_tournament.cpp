#include "tools/report_tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/registry.hpp"
#include "selfplay/scoring.hpp"
#include "selfplay/tournament/ratings.hpp"
#include "selfplay/tournament/results.hpp"
#include "tools/chart.hpp"
#include "tools/html.hpp"
#include "tools/rating_tables.hpp"

namespace alea::tools {

namespace {

using Order = std::vector<std::size_t>;

std::string score_of(double sum, std::int64_t games, ScoreUnit unit) {
  return games == 0 ? "" : format_mean(sum / static_cast<double>(games), unit);
}

/// Both seats' results of the game, best to worst as a value lists them.
std::vector<std::string> result_kinds(const std::string& game) {
  return with_game(game, []<Game G> {
    const auto names = result_names<G>();
    return std::vector<std::string>(names.begin(), names.end());
  });
}

std::string count_of(const std::map<std::string, std::int64_t>& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? "" : std::to_string(found->second);
}

std::string ratings_part(const Results& results, const Ratings& ratings, const Order& order) {
  html::IntervalChart chart{.label = results.unit == ScoreUnit::elo ? "elo" : "points a game", .rows = {}};
  for (const std::size_t i : order) {
    const Rating& rating = ratings.players[i];
    if (std::isfinite(rating.value)) chart.rows.push_back({results.players[i].name, rating.value, rating.fisher});
  }
  std::string part = html::heading("Ratings") + html::svg(chart) + html::table(rating_cells(results, ratings, order)) +
                     html::note(
                         "One fit to all games; the mean of the players is 0. Bars are 95% intervals that take "
                         "all games for independent; the last interval takes pairs of games with the same dice "
                         "for what is independent.");
  for (const std::string& note : rating_notes(results, ratings)) part += html::note(note);
  return part + html::heading("Probability of being stronger") +
         html::table(superiority_cells(results, ratings, order)) + html::note("Of the row's player than the column's.");
}

std::string cross_part(const Results& results, const Order& order) {
  html::Table cells{{"player"}, {}};
  for (const std::size_t i : order) {
    cells.heads.push_back(results.players[i].name);
    std::vector<std::string> row{results.players[i].name};
    for (const std::size_t j : order) {
      const HeadToHead& meeting = results.against[i][j];
      row.push_back(meeting.games == 0
                        ? ""
                        : fmt::format("{} ({})", score_of(meeting.score, meeting.games, results.unit), meeting.games));
    }
    cells.rows.push_back(std::move(row));
  }
  return html::heading("Against each other") + html::table(cells) +
         html::note("Mean score of the row's player against the column's, and the number of games.");
}

std::string kinds_part(const Results& results, const Order& order) {
  const auto kinds = result_kinds(results.game);
  html::ShareChart chart{.parts = kinds, .rows = {}};
  html::Table cells{{"player"}, {}};
  cells.heads.insert(cells.heads.end(), kinds.begin(), kinds.end());
  for (const std::size_t i : order) {
    const PlayerResults& player = results.players[i];
    std::vector<std::string> row{player.name};
    std::vector<double> amounts;
    for (const std::string& kind : kinds) {
      const auto found = player.results.find(kind);
      amounts.push_back(found == player.results.end() ? 0 : static_cast<double>(found->second));
      row.push_back(count_of(player.results, kind));
    }
    chart.rows.push_back({player.name, std::move(amounts)});
    cells.rows.push_back(std::move(row));
  }
  std::string part = html::heading("Results by kind") + html::svg(chart) + html::table(cells);
  if (results.cut > 0) part += html::note(fmt::format("{} games were cut off and count as drawn.", results.cut));
  if (results.adjudicated > 0) {
    part += html::note(fmt::format("{} games were adjudicated by exact tables.", results.adjudicated));
  }
  return part;
}

/// At most some forty columns of one width, a whole number of turns.
html::Series histogram(const std::map<std::int64_t, std::int64_t>& lengths) {
  const std::int64_t low = lengths.begin()->first, high = lengths.rbegin()->first;
  const std::int64_t width = (high - low) / 40 + 1;
  std::map<std::int64_t, std::int64_t> columns;
  for (std::int64_t column = 0; column <= (high - low) / width; ++column) columns[column] = 0;
  for (const auto& [length, games] : lengths) columns[(length - low) / width] += games;
  html::Series series{.name = "games", .points = {}};
  for (const auto& [column, games] : columns) {
    const double middle = static_cast<double>(low + column * width) + static_cast<double>(width - 1) / 2;
    series.points.push_back({middle, static_cast<double>(games)});
  }
  return series;
}

std::string lengths_part(const Results& results) {
  const auto turns_of = [](const auto& entry) { return entry.first * entry.second; };
  std::int64_t turns = 0;
  for (const auto& entry : results.lengths) turns += turns_of(entry);
  return html::heading("Length of games") +
         html::svg(html::LineChart{.x_label = "turns of both players",
                                   .y_label = "games",
                                   .series = {histogram(results.lengths)},
                                   .y_from_zero = true}) +
         html::note(fmt::format("From {} to {} turns, {:.1f} on average.", results.lengths.begin()->first,
                                results.lengths.rbegin()->first,
                                static_cast<double>(turns) / static_cast<double>(results.games)));
}

std::string time_part(const Results& results, const Order& order) {
  html::Table cells{{"player", "games", "seconds a game", "milliseconds a turn", "nodes a turn"}, {}};
  for (const std::size_t i : order) {
    const PlayerResults& player = results.players[i];
    const double own_turns = static_cast<double>(player.turns) / 2;
    const double counted_turns = static_cast<double>(player.counted_turns) / 2;
    cells.rows.push_back(
        {player.name, std::to_string(player.games),
         fmt::format("{:.3g}", player.seconds / static_cast<double>(player.games)),
         own_turns > 0 ? fmt::format("{:.3g}", 1e3 * player.seconds / own_turns) : "",
         counted_turns > 0 ? fmt::format("{:.0f}", static_cast<double>(player.nodes) / counted_turns) : ""});
  }
  return html::heading("Time") + html::table(cells) +
         html::note(
             "Spent choosing plays; every other turn of a game is counted as a player's own. Nodes are positions "
             "evaluated, told of players that count them: searches do.");
}

std::string forfeits_part(const Results& results) {
  if (results.forfeits == 0) return html::heading("Forfeits") + html::note("None.");
  html::Table counts{{"player", "what went wrong", "games"}, {}};
  for (const PlayerResults& player : results.players) {
    for (const auto& [fault, games] : player.faults) {
      counts.rows.push_back({player.name, fault, std::to_string(games)});
    }
  }
  html::Table notes{{"player", "what went wrong", "in words"}, {}};
  for (const Forfeit& forfeit : results.first_forfeits) {
    notes.rows.push_back({forfeit.player, forfeit.fault, forfeit.note});
  }
  return html::heading("Forfeits") + html::table(counts) +
         html::note(fmt::format("{} games in all; the first {}:", results.forfeits, notes.rows.size())) +
         html::table(notes);
}

std::string game_part(Store& store, const std::string& game) {
  const Results results = collect_results(store, {.game = game});
  const Ratings ratings = rate(results.players.size(), results.units, {.unit = results.unit});
  const Order order = by_rating(ratings);
  return html::heading(fmt::format("{}: {} games of {} players", game, results.games, results.players.size())) +
         ratings_part(results, ratings, order) + cross_part(results, order) + kinds_part(results, order) +
         lengths_part(results) + time_part(results, order) + forfeits_part(results);
}

std::string tournaments_part(Store& store) {
  html::Table cells{{"tournament", "game", "format", "seed", "games", "planned"}, {}};
  for (const StoredTournament& tournament : store.tournaments()) {
    std::int64_t planned = 0;
    for (const StoredPairing& pairing : store.pairings(tournament.id)) planned += pairing.games;
    cells.rows.push_back({tournament.name, tournament.game, tournament.format, std::to_string(tournament.seed),
                          std::to_string(store.count_games({.tournament = tournament.name})), std::to_string(planned)});
  }
  html::Table players{{"player", "game", "agent"}, {}};
  for (const StoredPlayer& player : store.players()) {
    players.rows.push_back({player.name, player.game, player.agent});
  }
  return html::table(cells) + html::table(players);
}

}  // namespace

std::string tournament_report(const std::filesystem::path& database) {
  Store store = Store::read(database);
  std::string body = tournaments_part(store);
  const auto games = games_of(store);
  if (games.empty()) body += html::note("No game has been played yet.");
  for (const std::string& game : games) body += game_part(store, game);
  return html::page("Tournament " + database.stem().string(), body);
}

}  // namespace alea::tools
