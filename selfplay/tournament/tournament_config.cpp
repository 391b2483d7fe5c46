#include "selfplay/tournament/tournament_config.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/error.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/settings.hpp"

namespace alea {

namespace {

using namespace settings;

constexpr std::array<const char*, 3> adjudications{"off", "certain", "expected"};

/// The one list of settings. Calls visit(name, member, range, help) for each.
template <class Config, class Visit>
void for_each_setting(Config& c, Visit&& visit) {
  visit("name", c.name, plain_text(), "of the tournament in its database (default: that of the file)");
  visit("game", c.game, plain_text(), "the game that is played");
  visit("seed", c.seed, within<std::uint64_t>(0, std::numeric_limits<std::int64_t>::max()),
        "names the dice of all games");
  visit("format", c.format, one_of({"round-robin", "gauntlet", "swiss"}),
        "round-robin: all against all; gauntlet: one against the others; swiss: rounds among players who stand alike");
  visit("champion", c.champion, plain_text(), "gauntlet: the player who meets all others (default: the first)");
  visit("games", c.games, within<std::int64_t>(2, 100'000'000),
        "games of two players who meet, in pairs with the same dice and swapped seats; an odd number is rounded up");
  visit("rounds", c.rounds, within(1, 1000), "swiss: number of rounds");
  visit("openings", c.openings, plain_text(),
        "a file of positions, one a line: pairs of games begin there, in turn; blank lines and those that open with # "
        "are skipped (default: the game's own start). What it holds is part of the tournament, its name is not");
  visit("random_start", c.random_start, one_of({"true", "false"}),
        "begin each pair of games with a random position: DVONN's random setup, a scattered Diablo board");
  visit("random_turns", c.random_turns, within(0, 1000),
        "so many first turns of each pair are drawn at random: without dice, deterministic players otherwise repeat "
        "two games");
  visit("max_turns", c.max_turns, within(1, 1'000'000), "a longer game is cut off and counts as drawn");
  visit("adjudicate", c.adjudicate, one_of({adjudications.begin(), adjudications.end()}),
        "end a game by exact tables (alea solve; DVONN needs none) once its result is certain, or, expected, once "
        "they hold its position, with the mean score under perfect play");
  visit("turn_seconds", c.turn_seconds, within(0.0, 86'400.0),
        "seconds; a player who takes longer for a turn forfeits the game, 0: no limit. It is the time=.. of process: "
        "players without one of their own, who are stopped by it");
  visit("save_seconds", c.save_seconds, within(0.001, 1.0), "seconds of play that are lost at most when it is killed");
  visit("threads", c.threads, within(0, 1024), "games at the same time; 0: one per core. Changes no result");
}

constexpr std::size_t most_players = 1000;

/// Names appear in tables, files and SQL: letters, digits and a few signs.
void check_name(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '+';
  };
  if (!name.empty() && name.size() <= 40 && std::ranges::all_of(name, allowed)) return;
  throw InputError("players." + name.substr(0, 40), "expected a name of 1 to 40 letters, digits, -, _ or +");
}

/// A line below [players.NAME].
void read_player(const CLI::ConfigItem& item, std::vector<HallPlayer>& players) {
  if (item.parents.size() != 2 || item.parents[0] != "players" || item.name != "agent") {
    throw InputError(item.fullname(), "unknown key; expected agent = \"..\" below [players.NAME]");
  }
  if (item.inputs.size() != 1) throw InputError(item.fullname(), "expected one text in quotes");
  players.push_back({item.parents[1], item.inputs[0]});
}

/// The file's text in messages about players.
template <class Action>
void naming(const std::filesystem::path& file, Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    throw InputError(error.field(), file.string() + ": " + error.what());
  }
}

}  // namespace

HallOptions TournamentConfig::hall() const {
  const auto found = std::ranges::find(adjudications, adjudicate);
  return {.game = game,
          .openings = openings,
          .random_start = random_start,
          .random_turns = random_turns,
          .max_turns = max_turns,
          .adjudicate = static_cast<Adjudication>(found - adjudications.begin()),
          .turn_seconds = turn_seconds};
}

void declare_settings(CLI::App& app, TournamentConfig& config) {
  for_each_setting(config, [&](const char* name, auto& member, const CLI::Validator& range, const char* help) {
    CLI::Option* const option = app.add_option(std::string("--") + name, member, help);
    option->check(range)->capture_default_str();
  });
}

TournamentConfig resolve(TournamentConfig config) {
  config.games += config.games % 2;
  if (config.name.empty()) throw InputError("name", "expected a name, found none");
  if (config.players.size() < 2 || config.players.size() > most_players) {
    throw InputError("players",
                     "expected 2 to 1000 sections [players.NAME], found " + std::to_string(config.players.size()));
  }
  std::set<std::string> names;
  for (const HallPlayer& player : config.players) {
    check_name(player.name);
    if (!names.insert(player.name).second) throw InputError("players." + player.name, "given twice");
  }
  if (config.format == "gauntlet" && config.champion.empty()) config.champion = config.players.front().name;
  if (config.format != "gauntlet" && !config.champion.empty()) {
    throw InputError("champion", "expected none: format is " + config.format);
  }
  if (!config.champion.empty() && !names.contains(config.champion)) {
    throw InputError("champion", "expected the name of a player, found \"" + config.champion.substr(0, 40) + "\"");
  }
  return config;
}

TournamentConfig read_tournament_config(const std::filesystem::path& file, const std::vector<Override>& overrides) {
  TournamentConfig config;
  config.name = file.stem().string();
  CLI::App app({}, "alea tournament");
  declare_settings(app, config);
  std::set<std::string> seen, sections;
  for (const CLI::ConfigItem& item : read_items(file)) {
    if (item.name == "++" && item.parents.size() == 2) sections.insert(item.parents[1]);
    if (item.name == "++" || item.name == "--") continue;  // CLI11's own: a section begins or ends
    const std::string name = item.fullname();
    if (!seen.insert(name).second) throw InputError(name, file.string() + ": given twice");
    if (item.parents.empty()) {
      if (item.inputs.size() != 1) throw InputError(name, file.string() + ": expected one value, found several");
      set(app, name, item.inputs, file.string());
    } else {
      naming(file, [&] { read_player(item, config.players); });
    }
  }
  for (const HallPlayer& player : config.players) sections.erase(player.name);
  if (!sections.empty()) {
    throw InputError("players." + *sections.begin(), file.string() + ": expected agent = \"..\", found none");
  }
  for (const Override& given : overrides) set(app, given.name, {given.value}, "command line");
  naming(file, [&] { config = resolve(std::move(config)); });
  return config;
}

std::string tournament_settings(const TournamentConfig& c) {
  nlohmann::ordered_json settings{{"random_start", c.random_start},
                                  {"random_turns", c.random_turns},
                                  {"max_turns", c.max_turns},
                                  {"adjudicate", c.adjudicate},
                                  {"turn_seconds", c.turn_seconds}};
  if (!c.openings.empty()) settings["openings"] = file_checksum(c.openings);
  if (!c.champion.empty()) settings["champion"] = c.champion;
  if (c.format == "swiss") {
    settings["games"] = c.games;
    settings["players"] = nlohmann::ordered_json::array();
    for (const HallPlayer& player : c.players) settings["players"].push_back(player.name);
  }
  return settings.dump();
}

}  // namespace alea
