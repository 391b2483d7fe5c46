// One pass over all positions of hypergammon: every value anew from those it leads to.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/tables/hypergammon_plays.hpp"
#include "search/tables/hypergammon_table.hpp"

namespace alea::hypergammon {

/// The values of all positions with at most so many checkers a side, in the making. The equities come first; then, by
/// the plays that they choose, the probabilities of the results.
class Iteration {
 public:
  using Entry = HypergammonTable::Entry;
  using Stop = std::function<bool()>;  ///< asked after each level of a pass; true ends it

  explicit Iteration(int checkers);

  std::int64_t positions() const { return std::ssize(positions_); }

  /// By index, own * sides + their; both may be set to go on from.
  std::span<float> equities() { return equities_; }
  std::span<Entry> entries() { return entries_; }

  /// Keeps the plays that the equities choose, in 0.7 GB for three checkers a side. To be called before
  /// improve_entries.
  void choose_plays();
  /// To begin with, entries that go with the equities: as if nobody won a gammon.
  void guess_entries();

  // Each gives all positions new values, level by level, on the threads of the caller's arena. Returns how many moved
  // by no more than `tolerance`, -1 if it was stopped. The values do not depend on the number of threads.

  std::int64_t improve_equities(float tolerance, const Stop& stop);
  std::int64_t improve_entries(float tolerance, const Stop& stop);

 private:
  using Index = std::uint32_t;
  static constexpr std::size_t rolls = 21;

  /// What a side is to the player who rolls against it.
  struct Opponent {
    std::array<Index, 8> rows;            ///< where its positions begin, by which of its blots are hit: bit i, the i-th
    std::array<std::uint8_t, 3> blot_at;  ///< bits of a mask of points; 31 where it has fewer
    std::uint8_t made;                    ///< its made point, 0 if none
    std::uint32_t blots;
  };

  void list_opponents();
  void list_positions();
  Index index(SideNumber own, SideNumber their) const { return own * sides_ + their; }
  Index best(Index position, std::size_t roll) const;
  float equity_of(Index position) const;
  Entry entry_of(std::size_t place) const;

  template <class T, class Renew, class Settled>
  std::int64_t pass(std::vector<T>& values, const Stop& stop, const Renew& renew, const Settled& settled);

  SideNumber sides_;
  PlaysOfSides plays_;
  std::vector<Opponent> opponents_;               ///< by the side's number
  std::vector<Index> positions_;                  ///< the live ones, by pips of both sides, then by the opponent's side
  std::vector<std::size_t> levels_;               ///< where each number of pips begins in positions_
  std::vector<std::array<Index, rolls>> chosen_;  ///< where the plays of each lead, in the order of positions_
  std::vector<float> equities_;
  std::vector<Entry> entries_;
};

}  // namespace alea::hypergammon
