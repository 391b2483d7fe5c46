// A tournament's database as text: all that has to be the same however the tournament came about.
#pragma once

#include <filesystem>
#include <string>

#include "selfplay/tournament/store.hpp"

namespace alea::tests {

/// Players, pairings and games without ids and clocks, in an order of their own.
inline std::string tournament_text(const std::filesystem::path& database) {
  Store store = Store::read(database);
  std::string text;
  const auto add = [&](const char* sql, int columns) {
    auto rows = store.database().prepare(sql);
    while (rows.next()) {
      for (int i = 0; i < columns; ++i) text += rows.text(i) + '|';
      text += '\n';
    }
  };
  add("SELECT name, game, format, seed, settings FROM tournaments ORDER BY name", 5);
  add("SELECT game, name, agent, settings, version FROM players ORDER BY game, name", 5);
  add("SELECT a.name, b.name, round, seed, games FROM pairings JOIN players AS a ON a.id = a "
      "JOIN players AS b ON b.id = b ORDER BY 1, 2, 3",
      5);
  add("SELECT tournament, game, number, pair, seed, first, second, start, turns, turn_count, result, first_score, "
      "second_score, ending, forfeited_by, fault FROM named_games ORDER BY tournament, seed, number",
      16);
  return text;
}

}  // namespace alea::tests
