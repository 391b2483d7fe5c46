#include "selfplay/tournament/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "selfplay/scoring.hpp"

namespace alea {

namespace {

constexpr std::int64_t longest = 1'000'000'000;  ///< turns; a file from elsewhere may claim more

/// "win_gammon" of one is "lose_gammon" of the other.
std::string seen_by_other(std::string_view result) {
  const auto swap = [&](std::string_view from, std::string_view to) {
    return std::string(to) + std::string(result.substr(from.size()));
  };
  if (result.starts_with("win")) return swap("win", "lose");
  if (result.starts_with("lose")) return swap("lose", "win");
  return std::string(result);
}

/// Takes games one at a time, those of a pair one after the other.
class Collector {
 public:
  Collector(Store& store, const std::string& game) {
    results_.game = game;
    results_.unit = unit_of(game);
    for (const StoredPlayer& player : store.players()) names_[player.id] = player.name;
  }

  void add(const StoredGame& game) {
    const std::size_t first = place_of(game.first), second = place_of(game.second);
    add_player(results_.players[first], game, true);
    add_player(results_.players[second], game, false);
    add_score(first, second, game.first_score);
    add_score(second, first, game.second_score);
    add_unit(game, static_cast<std::int32_t>(first), static_cast<std::int32_t>(second));
    ++results_.games;
    ++results_.lengths[std::clamp<std::int64_t>(game.turn_count, 0, longest)];
    results_.cut += game.ending == Ending::cut;
    results_.adjudicated += game.ending == Ending::adjudicated;
    if (game.ending != Ending::forfeit) return;
    ++results_.forfeits;
    if (results_.first_forfeits.size() < Results::most_forfeits) {
      const std::int64_t loser = game.forfeited_by == Side::first ? game.first : game.second;
      results_.first_forfeits.push_back({names_[loser], game.fault, game.note});
    }
  }

  Results results() && { return std::move(results_); }

 private:
  std::size_t place_of(std::int64_t id) {
    const auto [known, is_new] = places_.emplace(id, results_.players.size());
    if (is_new) {
      results_.players.emplace_back().name = names_[id];
      for (auto& row : results_.against) row.emplace_back();
      results_.against.emplace_back(results_.players.size());
    }
    return known->second;
  }

  static void add_player(PlayerResults& player, const StoredGame& game, bool is_first) {
    ++player.games;
    player.score += is_first ? game.first_score : game.second_score;
    player.seconds += is_first ? game.first_seconds : game.second_seconds;
    player.turns += game.turn_count;
    if (const auto& nodes = is_first ? game.first_nodes : game.second_nodes) {
      player.nodes += *nodes;
      player.counted_turns += game.turn_count;
    }
    if (!game.result.empty()) ++player.results[is_first ? game.result : seen_by_other(game.result)];
    if (game.forfeited_by == (is_first ? Side::first : Side::second)) ++player.faults[game.fault];
  }

  void add_score(std::size_t player, std::size_t opponent, double score) {
    HeadToHead& meeting = results_.against[player][opponent];
    ++meeting.games;
    meeting.score += score;
  }

  void add_unit(const StoredGame& game, std::int32_t first, std::int32_t second) {
    const std::pair key(game.pairing, game.pair);
    const bool completes = game.pairing != 0 && key == last_pair_ && results_.units.back().games == 1;
    last_pair_ = key;
    if (!completes) {
      results_.units.push_back({first, second, {static_cast<float>(game.first_score)}});
      return;
    }
    RatedUnit& pair = results_.units.back();
    pair.scores[1] = static_cast<float>(pair.a == first ? game.first_score : game.second_score);
    pair.games = 2;
  }

  Results results_;
  std::map<std::int64_t, std::string> names_;
  std::map<std::int64_t, std::size_t> places_;
  std::pair<std::int64_t, std::int64_t> last_pair_{-1, -1};
};

}  // namespace

std::vector<std::string> games_of(Store& store) {
  std::set<std::string> names;
  for (const StoredPlayer& player : store.players()) {
    if (store.count_games({.game = player.game}) > 0) names.insert(player.game);
  }
  return {names.begin(), names.end()};
}

ScoreUnit unit_of(const std::string& game) {
  return with_game(game, []<Game G> { return score_unit<G>(); });
}

void require_known(Store& store, const GameFilter& filter) {
  std::set<std::string> games, tournaments, players;
  for (const StoredTournament& tournament : store.tournaments()) {
    games.insert(tournament.game);
    tournaments.insert(tournament.name);
  }
  for (const StoredPlayer& player : store.players()) {
    games.insert(player.game);
    players.insert(player.name);
  }
  const auto require = [](const char* field, const std::set<std::string>& known, const std::string& name) {
    if (known.contains(name)) return;
    throw InputError(field,
                     fmt::format("expected one of {}, found \"{}\"", fmt::join(known, ", "), name.substr(0, 80)));
  };
  if (filter.game) require("game", games, *filter.game);
  if (filter.tournament) require("tournament", tournaments, *filter.tournament);
  if (filter.player) require("player", players, *filter.player);
  if (filter.opponent) require("opponent", players, *filter.opponent);
  for (const std::string& name : filter.players) require("players", players, name);
}

Results collect_results(Store& store, const GameFilter& filter) {
  Collector collector(store, filter.game.value_or(""));
  GameFilter fast = filter;
  fast.with_turns = false;
  store.for_each_game(fast, [&](const StoredGame& game) { collector.add(game); });
  return std::move(collector).results();
}

}  // namespace alea
