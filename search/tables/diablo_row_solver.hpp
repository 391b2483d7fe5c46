// Solves one row of a slice: all positions of one pattern at once.
//
// Seen by the next player, the position behind a turn has the index
//
//     (row * own heights + own) * their heights + their
//
// of which `row` depends on the pattern alone, `own` on the opponent's heights alone, and `their` on the mover's alone.
// So each turn of the pattern is made once, and then costs about a nanosecond for each of the row's positions, which
// are hundreds where stacks are few and checkers many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/tables/diablo_table.hpp"
#include "search/tables/diablo_turns.hpp"

namespace alea::diablo {

/// For one thread and one slice.
template <int N>
class RowSolver {
 public:
  using Row = typename SliceIndex<N>::Row;

  /// `table` holds every slice that a turn leads to; it and `heights`, of the slice, must outlive the solver.
  RowSolver(const DiabloTable<N>& table, const Slice& slice, const Heights& heights);

  /// Writes the codes of all positions of the row, by index.
  void solve(const Row& row, std::span<WinCode> codes);

 private:
  using Set = SquareSet<N>;
  using Board = TurnBoard<N>;

  /// What is left of the opponent's stacks, by number of their heights before the turn.
  struct Remainder {
    std::uint32_t row = 0;  ///< for which it was worked out, counted from 1
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint16_t> checkers;
  };

  void value_win(const Mask* mask);
  void value(const Board& after, const Mask* mask);
  void number_own(const Board& after, Set image, int symmetry);
  void number_reduced(const Board& after, Set image, int symmetry);
  const Remainder& remainder(const Board& after, Set image, int symmetry);
  void fill(Remainder& remainder, const Board& after, Set image, int symmetry);

  const DiabloTable<N>& table_;
  const Slice slice_;
  const Heights& heights_;
  PatternTurns<N> turns_;

  Set their_ = 0;                      ///< of the row
  std::uint32_t row_ = 0;              ///< rows solved so far, this one included
  std::vector<Remainder> remainders_;  ///< [8 * captured + symmetry]

  std::vector<std::uint16_t> own_sums_, own_subsets_, own_numbers_;  ///< by number of own heights before the turn
  std::vector<WinCode> lowest_;        ///< the next player's lowest code so far, in the order of masks
  std::vector<std::int64_t> winning_;  ///< sum over rolls, in steps
};

}  // namespace alea::diablo
