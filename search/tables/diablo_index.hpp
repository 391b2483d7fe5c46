// The index of a Diablo position in its slice.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/diablo/diablo.hpp"
#include "search/tables/diablo_patterns.hpp"
#include "search/tables/diablo_slice.hpp"

namespace alea::diablo {

/// Numbers positions up to symmetry:
///
///     index = (row * own heights + own) * their heights + their
///
/// A row is a pattern; in the slice of the start there is a second row of each, for positions with the first turn to
/// play. `own` and `their` number the distributions of the checkers over the stacks, which are taken in the order of
/// their squares once the pattern is brought to its representative. Where several symmetries bring it there, indices
/// stand for one position; the smallest is the one that is told.
template <int N>
class SliceIndex {
 public:
  using Set = SquareSet<N>;

  /// `patterns`, of the slice's numbers of stacks, must outlive the index.
  SliceIndex(const Slice& slice, const Patterns<N>& patterns) : slice_(slice), patterns_(&patterns) {}

  /// Indices are below it.
  std::uint64_t size() const { return rows() * slice_.heights(); }
  std::uint32_t rows() const { return patterns_->size() * (slice_.template may_be_first_turn<N>() ? 2 : 1); }

  struct Row {
    typename Patterns<N>::Pattern pattern;
    bool first_turn;
  };
  Row row(std::uint32_t number) const {
    const bool first_turn = number >= patterns_->size();
    return {patterns_->at(number - (first_turn ? patterns_->size() : 0)), first_turn};
  }

  /// Of any position of the slice.
  std::uint64_t find(const Position<N>& position) const;

  /// A position with this index.
  Position<N> position(std::uint64_t index) const;

 private:
  using Found = typename Patterns<N>::Found;

  std::uint64_t find_heights(const Position<N>& position, const Found& found, int symmetry) const;
  std::uint64_t find_least_heights(const Position<N>& position, const Found& found) const;

  Slice slice_;
  const Patterns<N>* patterns_;
};

/// A distribution of checkers over stacks is a subset, whose rank is its number: the partial sums of the heights, each
/// less 1, without the last.
///
///     heights 2 1 3   sums 2 3 (6)   subset {1, 2} of {0, .., 4}
template <int N>
constexpr std::uint32_t heights_number(std::uint64_t sums) {
  return subset_rank<N * N / 2>(sums);
}

template <int N>
inline std::uint64_t SliceIndex<N>::find(const Position<N>& position) const {
  const auto found = patterns_->find(static_cast<Set>(position.own.occupied().word[0]),
                                     static_cast<Set>(position.their.occupied().word[0]));
  const std::uint64_t row = found.number + (position.first_turn ? patterns_->size() : 0);
  return row * slice_.heights() +
         (found.symmetric ? find_least_heights(position, found) : find_heights(position, found, found.symmetry));
}

}  // namespace alea::diablo
