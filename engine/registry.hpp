// From a game's name to its type: the one place that lists the games.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/backgammon/backgammon.hpp"
#include "engine/error.hpp"
#include "engine/game.hpp"

namespace alea {

/// Calls `visitor.template operator()<G>()` for the game called `name`, and returns what it returns.
/// Throws InputError("game") with the list of names for an unknown one.
template <class Visitor>
decltype(auto) with_game(std::string_view name, Visitor&& visitor) {
  if (name == Backgammon::name()) return visitor.template operator()<Backgammon>();
  throw InputError("game", "expected backgammon, found \"" + std::string(name.substr(0, 40)) + "\"");
}

}  // namespace alea
