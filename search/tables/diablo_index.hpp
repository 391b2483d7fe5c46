// The index of a Diablo position in its slice.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/diablo/diablo.hpp"
#include "search/tables/diablo_patterns.hpp"
#include "search/tables/diablo_slice.hpp"

namespace alea::diablo {

/// Numbers positions up to symmetry:
///
///     index = (pattern * own heights + own) * their heights + their
///
/// where `own` and `their` number the distributions of the checkers over the stacks, which are taken in the order of
/// their squares once the pattern is brought to its representative. Of a position that several symmetries bring there,
/// the smallest index counts: the others are never used (well under one in a hundred). In the slice of the start,
/// positions with the first turn to play come behind all others.
template <int N>
class SliceIndex {
 public:
  using Set = SquareSet<N>;

  /// `patterns`, of the slice's numbers of stacks, must outlive the index.
  SliceIndex(const Slice& slice, const Patterns<N>& patterns)
      : slice_(slice), patterns_(&patterns), their_heights_(slice.their.heights()), heights_(slice.heights()) {}

  /// Indices are below it.
  std::uint64_t size() const { return rows() * heights_; }

  /// Of any position of the slice.
  std::uint64_t find(const Position<N>& position) const;

  /// Positions are numbered in rows: one pattern, all heights.
  std::uint32_t rows() const { return patterns_->size() * (slice_.template may_be_first_turn<N>() ? 2 : 1); }
  std::uint64_t row_size() const { return heights_; }

  struct Row {
    std::vector<Stacks<N>> own, their;  ///< in the order of their numbers
    bool first_turn = false;
    bool symmetric = false;  ///< some of its indices are not used

    Position<N> position(std::size_t i) const {
      return {own[i / their.size()], their[i % their.size()], static_cast<std::uint64_t>(first_turn)};
    }
  };
  /// Fills `row` with the positions `number` * row_size() and following.
  void list_row(std::uint32_t number, Row& row) const;

 private:
  std::uint32_t find_heights(const Material& material, const Stacks<N>& stacks, Set image, int symmetry) const;
  std::uint64_t find_heights(const Position<N>& position, const typename Patterns<N>::Found& found, int symmetry) const {
    return std::uint64_t{find_heights(slice_.own, position.own, found.own, symmetry)} * their_heights_ +
           find_heights(slice_.their, position.their, found.their, symmetry);
  }
  std::uint64_t find_least_heights(const Position<N>& position, const typename Patterns<N>::Found& found) const;

  Slice slice_;
  const Patterns<N>* patterns_;
  std::uint32_t their_heights_;
  std::uint64_t heights_;
};

/// A distribution of checkers over stacks as a subset, whose rank is its number: the partial sums of the heights, each
/// less 1, without the last.
///
///     heights 2 1 3   sums 2 3 (6)   subset {1, 2} of {0, .., 4}
template <int N>
inline std::uint32_t SliceIndex<N>::find_heights(const Material& material, const Stacks<N>& stacks, Set image,
                                                 int symmetry) const {
  if (material.stacks == 1 || material.stacks == material.checkers) return 0;
  const auto& symmetries = Symmetries<N>::instance();
  std::uint64_t sums = 0;
  int sum = -1;
  for (std::uint64_t squares = image; squares != 0; squares &= squares - 1) {
    sum += stacks.height(symmetries.source(symmetry, std::countr_zero(squares)));
    sums |= std::uint64_t{1} << sum;
  }
  return subset_rank<N * N / 2>(sums ^ std::uint64_t{1} << sum);
}

template <int N>
inline std::uint64_t SliceIndex<N>::find(const Position<N>& position) const {
  const auto found = patterns_->find(static_cast<Set>(position.own.occupied().word[0]),
                                     static_cast<Set>(position.their.occupied().word[0]));
  const std::uint64_t row = found.number + (position.first_turn ? patterns_->size() : 0);
  return row * heights_ +
         (found.symmetric ? find_least_heights(position, found) : find_heights(position, found, found.symmetry));
}

}  // namespace alea::diablo
