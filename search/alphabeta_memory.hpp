// What alpha-beta keeps: of positions in its table, of plays that cut, of the line it expects.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "search/alphabeta_score.hpp"
#include "search/transposition.hpp"

namespace alea {

/// What the table knows of a position: bounds of its score for the player to move.
struct AlphaBetaEntry {
  static constexpr std::uint8_t lower_solved = 1, upper_solved = 2;

  Score lower = -alphabeta_score::infinite;
  Score upper = alphabeta_score::infinite;
  std::uint16_t play = no_play;  ///< index in the play list
  std::uint8_t solved = 0;       ///< which bounds rest on finished positions alone and hold for every greater depth
  std::uint8_t worth = 0;        ///< the depth
  std::uint8_t age = 0;
  std::uint8_t unused[3] = {};

  static constexpr std::uint16_t no_play = 0xffff;

  /// What remains true of the bounds at `depth`, at least 1. `deeper_too`: what a deeper search found is as good.
  AlphaBetaEntry at_depth(int depth, bool deeper_too) const {
    if (worth == depth || (deeper_too && worth > depth)) return *this;
    AlphaBetaEntry known;
    known.play = play;
    if (worth > depth) return known;
    known.solved = solved;
    if (solved & lower_solved) known.lower = lower;
    if (solved & upper_solved) known.upper = upper;
    return known;
  }
};
using AlphaBetaTable = TranspositionTable<AlphaBetaEntry>;

/// A line of play and the value of its last position to the player about to move there.
template <Game G>
struct PrincipalLine {
  std::vector<typename G::Play> plays;
  RollerValue<G> leaf;

  void end_with(const RollerValue<G>& value) { plays.clear(), leaf = value; }
  void prepend(const typename G::Play& play, const PrincipalLine& rest) {
    plays.assign(1, play);
    plays.insert(plays.end(), rest.plays.begin(), rest.plays.end());
    leaf = rest.leaf;
  }
};

/// Which plays have cut subtrees off, by side and by the bits of the play.
template <Game G>
class PlayHistory {
 public:
  int operator()(Side side, const typename G::Play& play) const { return count_[index(side, play)]; }
  /// Moves a count towards `bonus`'s sign; counts stay within +-limit.
  void add(Side side, const typename G::Play& play, int bonus) {
    std::int16_t& count = count_[index(side, play)];
    count = static_cast<std::int16_t>(count + bonus - count * std::abs(bonus) / limit);
  }
  void clear() { count_.fill(0); }

  static constexpr int limit = 16384;

 private:
  static constexpr int bits = 12;
  static std::size_t index(Side side, const typename G::Play& play) {
    std::uint32_t word = 0;
    static_assert(sizeof play <= sizeof word);
    std::memcpy(&word, &play, sizeof play);
    return static_cast<std::size_t>(word * 0x9e3779b1U >> (32 - bits)) | static_cast<std::size_t>(side) << bits;
  }
  std::array<std::int16_t, std::size_t{2} << bits> count_{};
};

/// A score in fail-soft manner: exact inside the window it was searched with, else a bound. `solved`: it rests on
/// finished positions alone, no deeper search will change it.
struct Outcome {
  Score score = 0;
  bool solved = false;

  Outcome operator-() const { return {-score, solved}; }
};

}  // namespace alea
