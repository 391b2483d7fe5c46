// Who has scored what, while a tournament goes on and when it is over.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/statistics.hpp"
#include "selfplay/tournament/store.hpp"

namespace alea {

struct Standing {
  std::string player;
  std::int64_t games = 0;
  double total = 0;  ///< sum of the scores
  SampleMean score;  ///< of pairs of games, whose results are independent; unfinished pairs are left out
  std::int64_t wins = 0, draws = 0, losses = 0;
  std::int64_t forfeits = 0;  ///< lost that way
  double seconds = 0;         ///< spent choosing plays
  std::int64_t turns = 0;     ///< of its games
  std::int64_t nodes = 0;     ///< positions evaluated choosing plays, where the player counts them

  double mean() const { return total / static_cast<double>(games); }
};

class Standings {
 public:
  /// `names[i]` is the name of the player whose id is `ids[i]`.
  Standings(const std::vector<std::int64_t>& ids, const std::vector<std::string>& names);

  /// Both games of a pair may come in either order, with others in between.
  void add(const StoredGame& game);

  const Standing& of(std::size_t player) const { return players_[player]; }

  /// Best mean first.
  std::vector<Standing> ranked() const;

 private:
  void count(std::size_t player, const StoredGame& game, Side side);

  std::vector<Standing> players_;
  std::map<std::int64_t, std::size_t> numbers_;  ///< of players, by their ids
  /// Scores of first and second in that game of a (pairing, pair) which came before the other.
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<double, double>> half_;
};

}  // namespace alea
