// Which squares the two sides hold, up to symmetry, numbered without gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/tables/diablo_symmetry.hpp"
#include "search/tables/subsets.hpp"

namespace alea::diablo {

/// Sets of a given number of squares in classes: two sets are in one class if a symmetry takes one to the other. A
/// class's representative is its first set in the order of `subset_rank`.
template <int N>
class SquareClasses {
 public:
  using Set = SquareSet<N>;

  explicit SquareClasses(int size);

  struct Found {
    std::uint32_t number;  ///< of the class
    int symmetry;          ///< takes the set to the representative
  };
  Found find(Set set) const {
    const std::uint32_t entry = classes_[subset_rank<N * N>(set)];
    return {entry / 8, static_cast<int>(entry % 8)};
  }

  std::size_t size() const { return representatives_.size(); }
  Set representative(std::uint32_t number) const { return representatives_[number]; }

 private:
  std::vector<std::uint32_t> classes_;  ///< by rank: 8 * class + symmetry
  std::vector<Set> representatives_;
};

/// Patterns: a set of own squares and a disjoint one of the opponent's, of given sizes, up to symmetry. Own squares are
/// taken to the representative of their class. Where a symmetry other than the identity keeps that representative,
/// which is rare, the opponent's squares are brought together in orbits of such symmetries by a list.
template <int N>
class Patterns {
 public:
  using Set = SquareSet<N>;

  /// `own_classes` must outlive the patterns.
  Patterns(const SquareClasses<N>& own_classes, int their_size);

  struct Found {
    std::uint32_t number;
    int symmetry;    ///< takes the squares to those of `at(number)`
    bool symmetric;  ///< so do others
    Set own, their;  ///< those of `at(number)`
  };
  Found find(Set own, Set their) const { return find(own_classes_.find(own), their); }
  /// The same for own squares that `classes()` has found.
  Found find(const typename SquareClasses<N>::Found& own, Set their) const;
  const SquareClasses<N>& classes() const { return own_classes_; }

  struct Pattern {
    Set own, their;
  };
  Pattern at(std::uint32_t number) const;

  std::uint32_t size() const { return size_; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Class {
    Set own;
    std::uint32_t first;   ///< number of its first pattern
    std::uint32_t orbits;  ///< where in `orbits_` the list of a symmetric class begins, else `none`
    std::uint32_t leaders;
  };
  /// What became of a set of the opponent's squares of a symmetric class.
  struct Orbit {
    std::uint32_t number;   ///< in the class
    std::uint8_t symmetry;  ///< takes the set to the leader of the orbit
    bool symmetric;
  };

  void add_orbits(Class& entry);
  static Set vacant(Set own) { return static_cast<Set>(~own & everything); }
  static constexpr Set everything = static_cast<Set>((std::uint64_t{1} << N * N) - 1);

  const SquareClasses<N>& own_classes_;
  int their_size_;
  std::uint32_t choices_;  ///< ways to place the opponent's stacks on the vacant squares
  std::uint32_t size_ = 0;
  std::vector<Class> classes_;
  std::vector<Orbit> orbits_;           ///< by rank of the opponent's squares among the vacant ones
  std::vector<std::uint32_t> leaders_;  ///< that rank of each orbit's representative
};

template <int N>
auto Patterns<N>::find(const typename SquareClasses<N>::Found& own, Set their) const -> Found {
  const auto& symmetries = Symmetries<N>::instance();
  const auto [number, symmetry] = own;
  const Class& entry = classes_[number];
  const Set image = symmetries.image(symmetry, their);
  const std::uint32_t rank = subset_rank<N * N>(gather_bits(image, vacant(entry.own)));
  if (entry.orbits == none) [[likely]]
    return {entry.first + rank, symmetry, false, entry.own, image};
  const Orbit& orbit = orbits_[entry.orbits + rank];
  return {entry.first + orbit.number, symmetries.product(orbit.symmetry, symmetry), orbit.symmetric, entry.own,
          symmetries.image(orbit.symmetry, image)};
}

}  // namespace alea::diablo
