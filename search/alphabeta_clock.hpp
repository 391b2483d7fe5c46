// How alpha-beta shares the time of a game out among its plays, and when it may stop thinking.
#pragma once

#include <array>
#include <cstdint>

#include "engine/dvonn/position.hpp"
#include "search/alphabeta_score.hpp"

namespace alea {

/// What one play should take, and what it may take where that helps. Seconds; planned <= at_most.
struct TurnTime {
  double planned = 0;
  double at_most = 0;
};

/// Of a play in `position` with `left` of the `total` seconds of a game left: both times are shares of what is left
/// above a reserve for the time between plays, which the agent's own clock does not see, so that no game is lost by
/// the clock as long as searches end when they are told.
TurnTime turn_time(const dvonn::Position& position, double left, double total);

/// Whether a search has made up its mind, told by what its iterations find.
class Conviction {
 public:
  /// An iteration was finished: which play is best, and what it is worth.
  void add(std::uint16_t play, Score score);

  /// The seconds for which the search should go on, its iterations so far included.
  double wanted(const TurnTime& time) const;
  /// Whether to begin another iteration after so many seconds: it takes some times as long as all before it.
  bool goes_on(double seconds, const TurnTime& time) const;

 private:
  bool settled() const { return unchanged_ >= 3 && !falling(); }
  bool in_doubt() const { return iterations_ > 3 && (unchanged_ < 2 || falling()); }
  /// Compared with the last iteration but one, where the same player had made the last play.
  bool falling() const { return iterations_ > 2 && scores_[0] < scores_[2] - alphabeta_score::unit / 20; }

  std::uint16_t play_ = 0;
  int unchanged_ = 0;  ///< iterations in a row, the last one among them, that found this play
  int iterations_ = 0;
  std::array<Score, 3> scores_{};  ///< of the last iterations, the last one first
};

}  // namespace alea
