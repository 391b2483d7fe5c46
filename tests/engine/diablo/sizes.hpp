// From the size of a board to its game, for tests that read the size from data.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/diablo/diablo.hpp"

namespace alea::tests {

/// Calls visitor.operator()<Diablo<size>>().
template <class Visitor>
decltype(auto) with_size(int size, Visitor&& visitor) {
  switch (size) {
    case 2:
      return visitor.template operator()<Diablo<2>>();
    case 4:
      return visitor.template operator()<Diablo<4>>();
    case 6:
      return visitor.template operator()<Diablo<6>>();
    case 8:
      return visitor.template operator()<Diablo<8>>();
    case 10:
      return visitor.template operator()<Diablo<10>>();
    default:
      throw std::runtime_error("no vectors of this size");
  }
}

/// The number of rows of a position's text.
inline int rows_of(const std::string& position) {
  int rows = 1;
  for (const char c : position) rows += c == '/';
  return rows;
}

/// The plays of a roll; none if the game is over.
template <class G>
PlayList<G> plays_of(const typename G::Position& position, Dice dice) {
  PlayList<G> list;
  if (!G::finished(position)) G::plays(position, dice, list);
  return list;
}

/// The resulting positions of a roll as text, seen by the next side, sorted by bytes.
template <class G>
std::vector<std::string> results_of(const Situation<G>& situation, Dice dice) {
  const PlayList<G> list = plays_of<G>(situation.position, dice);
  std::vector<std::string> results;
  for (const auto& after : list.positions()) results.push_back(G::format_position(after, other(situation.to_move)));
  std::sort(results.begin(), results.end());
  return results;
}

/// The situation after a turn given as text.
template <class G>
Situation<G> after_turn(const Situation<G>& situation, Dice dice, const std::string& turn) {
  const PlayList<G> list = plays_of<G>(situation.position, dice);
  return {list.position(G::find_play(situation.position, dice, list, turn)), other(situation.to_move)};
}

/// Calls visit(position, side, dice, list) for every turn of `games` random games from the start.
template <class G, class Visit>
void play_random_games(int games, Visit&& visit) {
  PlayList<G> list;
  for (int game = 0; game < games; ++game) {
    Random random(11, Purpose::test, 0, static_cast<std::uint64_t>(game));
    typename G::Position position = G::start();
    for (Side side = Side::first; !G::finished(position); side = other(side)) {
      const Dice dice = draw(G::rolls(position), random);
      G::plays(position, dice, list);
      visit(position, side, dice, list);
      position = list.position(random.below(static_cast<std::uint32_t>(list.size())));
    }
  }
}

}  // namespace alea::tests
