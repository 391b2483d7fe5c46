// The numbers of a value under the names of the JSON contract: the one place that knows them.
#pragma once

#include <string_view>
#include <vector>

#include "engine/backgammon/backgammon.hpp"
#include "tools/output.hpp"

namespace alea::tools {

struct NamedNumber {
  std::string_view name;
  float number;
  bool is_probability = true;
};

/// Backgammon: cumulative as in GNU Backgammon, winG includes winBG. Other games by the results they have: win and lose
/// (win says it all), or win, draw and lose, then the expected margin.
template <Game G, View V>
std::vector<NamedNumber> named_numbers(const Value<G, V>& v) {
  if constexpr (G::probabilities == 6) {
    using enum Backgammon::Statistic;
    const float win_g = v[win_gammon] + v[win_backgammon], lose_g = v[lose_gammon] + v[lose_backgammon];
    return {{"win", v[win_single] + win_g},
            {"winG", win_g},
            {"winBG", v[win_backgammon]},
            {"loseG", lose_g},
            {"loseBG", v[lose_backgammon]}};
  } else if constexpr (G::probabilities == 3) {
    static_assert(G::statistics == 4);
    return {{"win", v[0]}, {"draw", v[1]}, {"lose", v[2]}, {"margin", v[3], false}};
  } else {
    static_assert(G::statistics == 2);
    return {{"win", v[0]}};
  }
}

/// What people call the utility: cubeless equity in backgammon.
template <Game G>
inline constexpr std::string_view utility_name = G::probabilities == 6 ? "equity" : "utility";

template <Game G, View V>
Json value_json(const Value<G, V>& value) {
  Json json = Json::object();
  for (const auto& [name, number, is_probability] : named_numbers(value)) json[std::string(name)] = shortest(number);
  return json;
}

}  // namespace alea::tools
