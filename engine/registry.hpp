// From a game's name to its type: the one place that lists the games.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/hypergammon.hpp"
#include "engine/diablo/diablo.hpp"
#include "engine/dvonn/dvonn.hpp"
#include "engine/error.hpp"
#include "engine/game.hpp"

namespace alea {

// The list: `DO(game)` for each. Macros, because explicit instantiations cannot be written any other way once.

/// The games that networks serve; larger boards of Diablo are for playing by the rules only.
#define ALEA_FOR_EACH_LEARNED_GAME(DO) \
  DO(Backgammon)                       \
  DO(Dvonn)                            \
  DO(Diablo<2>)                        \
  DO(Diablo<4>)                        \
  DO(Diablo<6>)                        \
  DO(Diablo<8>)                        \
  DO(Diablo<10>)

/// Those that searches serve.
#define ALEA_FOR_EACH_SEARCHED_GAME(DO) \
  ALEA_FOR_EACH_LEARNED_GAME(DO)        \
  DO(Hypergammon)

/// All games.
#define ALEA_FOR_EACH_GAME(DO)    \
  ALEA_FOR_EACH_SEARCHED_GAME(DO) \
  DO(Diablo<12>)                  \
  DO(Diablo<14>)                  \
  DO(Diablo<16>)

#define ALEA_IS_ONE_OF(Other) || std::same_as<G, Other>
/// One of ALEA_FOR_EACH_SEARCHED_GAME.
template <class G>
concept SearchedGame = false ALEA_FOR_EACH_SEARCHED_GAME(ALEA_IS_ONE_OF);
#undef ALEA_IS_ONE_OF

/// Calls `visitor.template operator()<G>()` for the game called `name`, and returns what it returns, of one type for
/// all games. Throws InputError("game") with the list of names for an unknown one.
template <class Visitor>
auto with_game(std::string_view name, Visitor&& visitor) -> decltype(visitor.template operator()<Backgammon>()) {
  std::string names;
#define ALEA_VISIT(G)                                             \
  if (name == G::name()) return visitor.template operator()<G>(); \
  names += names.empty() ? "" : ", ";                             \
  names += G::name();
  ALEA_FOR_EACH_GAME(ALEA_VISIT)
#undef ALEA_VISIT
  throw InputError("game", "expected one of " + names + ", found \"" + std::string(name.substr(0, 40)) + "\"");
}

}  // namespace alea
