#include "selfplay/tournament/standings.hpp"

#include <algorithm>

namespace alea {

Standings::Standings(const std::vector<std::int64_t>& ids, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    players_.emplace_back().player = names[i];
    numbers_[ids[i]] = i;
  }
}

void Standings::add(const StoredGame& game) {
  const auto first = numbers_.find(game.first), second = numbers_.find(game.second);
  if (first == numbers_.end() || second == numbers_.end()) return;  // somebody who no longer takes part
  count(first->second, game, Side::first);
  count(second->second, game, Side::second);

  // Who moved first in one game of a pair moved second in the other.
  const auto [half, is_new] = half_.try_emplace({game.pairing, game.pair}, game.first_score, game.second_score);
  if (is_new) return;
  players_[first->second].score.add((half->second.second + game.first_score) / 2);
  players_[second->second].score.add((half->second.first + game.second_score) / 2);
  half_.erase(half);
}

void Standings::count(std::size_t player, const StoredGame& game, Side side) {
  Standing& standing = players_[player];
  const bool is_first = side == Side::first;
  const double own = is_first ? game.first_score : game.second_score;
  const double others = is_first ? game.second_score : game.first_score;
  ++standing.games;
  ++(own > others ? standing.wins : own < others ? standing.losses : standing.draws);
  standing.total += own;
  standing.forfeits += game.forfeited_by == side;
  standing.seconds += is_first ? game.first_seconds : game.second_seconds;
  standing.turns += game.turn_count;
  standing.nodes += (is_first ? game.first_nodes : game.second_nodes).value_or(0);
}

std::vector<Standing> Standings::ranked() const {
  std::vector<Standing> ranked = players_;
  std::ranges::stable_sort(ranked, [](const Standing& a, const Standing& b) {
    if (a.games == 0 || b.games == 0) return a.games > b.games;
    return a.mean() > b.mean();
  });
  return ranked;
}

}  // namespace alea
