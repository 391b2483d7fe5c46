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

  static constexpr int most_checkers = N * N / 2;
  static constexpr int most_removals = 2;

  /// The slice that a turn leads to.
  struct Target {
    const WinCode* codes = nullptr;
    std::uint64_t row_size = 0;
  };
  /// All of them, by what is left of the opponent.
  using Targets = std::array<std::array<Target, most_checkers + 1>, subsets::most_members + 1>;

  /// What is left of the opponent's heights, by number of those before the turn.
  struct Remainder {
    std::uint32_t row = 0;  ///< for which it was worked out, counted from 1
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint16_t> checkers;
  };
  /// The opponent after some captures.
  struct Opponent {
    std::uint32_t row = 0;
    typename SquareClasses<N>::Found place;
    std::array<Remainder, Symmetries<N>::count> remainders;  ///< by the symmetry of the pattern that comes out
  };
  /// A turn whose results have been located, and asked of the memory, but not read yet.
  struct Located {
    std::vector<const WinCode*> lines;  ///< by number of the opponent's heights: the codes for all of the mover's
    std::uint32_t line_size = 0;
    std::vector<std::uint16_t> numbers;  ///< by number of the mover's heights: where in a line
    Mask mask;
    bool masked = false;
  };
  static constexpr std::size_t most_located = 8;

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void find_targets(const DiabloTable<N>& table);
  void add_win(const Mask* mask);
  void add(const Board& after, const Mask* mask);
  void read(const Located& turn);
  void read_all();

  Opponent& opponent(const Board& after);
  const Remainder& remainder(Opponent& opponent, Set image, int symmetry);
  void number_own(const Board& after, Set image, int symmetry, std::vector<std::uint16_t>& numbers);
  void number_reduced(const Board& after, Set image, int symmetry, std::vector<std::uint16_t>& numbers) const;

  const Slice slice_;
  const Heights& heights_;
  PatternTurns<N> turns_;
  std::array<std::array<Targets, most_removals + 1>, subsets::most_members + 1> targets_{};  ///< [own stacks][removals]
  std::array<std::array<const Patterns<N>*, subsets::most_members + 1>, subsets::most_members + 1>
      patterns_{};  ///< [their stacks][own stacks], as the next player sees it

  Set their_ = 0;                    ///< of the row
  std::uint32_t row_ = 0;            ///< rows solved so far, this one included
  std::vector<Opponent> opponents_;  ///< by the stacks that were captured, a bit each

  std::array<Located, most_located> located_;  ///< a ring
  std::size_t begin_ = 0, end_ = 0;            ///< of those in the ring, modulo its size
  std::vector<std::uint16_t> sums_, subsets_;  ///< by number of own heights
  std::vector<WinCode> lowest_;                ///< the next player's lowest code so far, in the order of masks
  std::vector<std::int64_t> winning_;          ///< sum over rolls, in steps
};

}  // namespace alea::diablo
