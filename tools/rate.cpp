// alea rate: how strong the players of a database are, and how sure that is.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/tournament/ratings.hpp"
#include "selfplay/tournament/results.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/output.hpp"
#include "tools/rating_tables.hpp"

namespace alea::tools {

namespace {

struct Request {
  std::string database;
  GameFilter filter;
  std::string anchor;
  RatingOptions options;
  bool json = false;
};

/// The only game of the store, if the user names none.
std::string choose_game(Store& store) {
  const auto games = games_of(store);
  if (games.size() == 1) return games.front();
  throw InputError("game", games.empty() ? "expected a database with games, found none"
                                         : fmt::format("expected one of {}: the database has games of all of them",
                                                       fmt::join(games, ", ")));
}

std::size_t find_player(const Results& results, const std::string& name, const std::string& field) {
  const auto found = std::ranges::find(results.players, name, &PlayerResults::name);
  if (found != results.players.end()) return static_cast<std::size_t>(found - results.players.begin());
  std::vector<std::string> names;
  for (const PlayerResults& player : results.players) names.push_back(player.name);
  throw InputError(field, fmt::format("expected one of {}, found \"{}\"", fmt::join(names, ", "), name.substr(0, 80)));
}

/// NAME=RATING; a name may contain = itself.
std::optional<Anchor> parse_anchor(const Results& results, const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t equals = text.rfind('=');
  double rating = 0;
  const char* const end = text.data() + text.size();
  const auto read = [&] {
    const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, rating);
    return stop == end && error == std::errc() && std::isfinite(rating);
  };
  if (equals == std::string::npos || !read()) {
    throw InputError("anchor", "expected NAME=RATING, found \"" + text.substr(0, 80) + "\"");
  }
  return Anchor{find_player(results, text.substr(0, equals), "anchor"), rating};
}

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

/// Numbers that nobody can know (NaN) become null.
Json ratings_json(const Results& results, const Ratings& ratings, const std::vector<std::size_t>& order) {
  Json players = Json::array(), superiority = Json::array();
  for (const std::size_t i : order) {
    const Rating& rating = ratings.players[i];
    players.push_back({{"name", results.players[i].name},
                       {"rating", rating.value},
                       {"ci95", interval_json(rating.fisher)},
                       {"bootstrap95", interval_json(rating.bootstrap)},
                       {"games", rating.games},
                       {"score", rating.score},
                       {"group", rating.group},
                       {"unbounded", rating.unbounded}});
    Json row = Json::array();
    for (const std::size_t j : order) row.push_back(ratings.superiority[i][j]);
    superiority.push_back(row);
  }
  return {{"game", results.game},   {"unit", results.unit == ScoreUnit::elo ? "elo" : "points"},
          {"games", results.games}, {"groups", ratings.groups},
          {"players", players},     {"superiority", superiority}};
}

void run(Request request) {
  Store store = Store::read(request.database);
  require_known(store, request.filter);
  if (!request.filter.game) request.filter.game = choose_game(store);
  const Results results = collect_results(store, request.filter);
  if (results.games == 0) throw InputError("db", "expected games, found none of those asked for");
  for (const std::string& name : request.filter.players) find_player(results, name, "players");
  request.options.unit = results.unit;
  request.options.anchor = parse_anchor(results, request.anchor);
  const Ratings ratings = rate(results.players.size(), results.units, request.options);
  const auto order = by_rating(ratings);
  if (request.json) {
    print(ratings_json(results, ratings, order));
    return;
  }
  std::cout << fmt::format("{}: {} games, ratings in {}\n\n", results.game, results.games,
                           results.unit == ScoreUnit::elo ? "elo" : "points a game");
  to_table(rating_cells(results, ratings, order)).print(std::cout);
  std::cout << "\nprobability that the row's player is stronger than the column's\n\n";
  to_table(superiority_cells(results, ratings, order)).print(std::cout);
  for (const std::string& note : rating_notes(results, ratings)) std::cout << '\n' << note << '\n';
}

}  // namespace

void add_rate(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command =
      add_command(app, "rate", "Rate the players of a tournament by all their games together", group::matches);
  command->add_option("db", request->database, "A tournament's database")->required()->type_name("DB");
  command->add_option("--game", request->filter.game, "Games of this game (default: the only one)")->type_name("GAME");
  command->add_option("--tournament", request->filter.tournament, "Games of this tournament (default: all)")
      ->type_name("NAME");
  command->add_option("--players", request->filter.players, "Games between these only (default: all)")
      ->delimiter(',')
      ->type_name("NAME,..");
  command
      ->add_option("--anchor", request->anchor,
                   "A player whose rating is fixed, NAME=0 (default: the mean of all is 0)")
      ->type_name("NAME=RATING");
  command
      ->add_option("--bootstrap", request->options.bootstrap,
                   "Tournaments to draw for the second interval, 0 to 100000; 0: none")
      ->check(CLI::Range(0, 100'000))
      ->type_name("N")
      ->capture_default_str();
  add_seed(*command, request->options.seed, "Of these drawings");
  command->add_flag("--json", request->json, "Print JSON, one object (default: tables for people)");
  command->footer(
      "Elo by Bradley and Terry's model with draws after Davidson; points (backgammon) by least squares on scores.\n"
      "The first interval takes all games for independent; the second, a bootstrap, takes pairs of games with the "
      "same\n"
      "dice for what is independent, and is the one to trust where games were paired. Forfeits count as they were "
      "scored.");
  command->callback([request] { run(*request); });
}

}  // namespace alea::tools
