#include "search/tables/diablo_patterns.hpp"

#include <algorithm>

namespace alea::diablo {

template <int N>
SquareClasses<N>::SquareClasses(int size) {
  constexpr std::uint32_t unknown = UINT32_MAX;
  const auto& symmetries = Symmetries<N>::instance();
  const std::uint32_t count = binomial(N * N, size);
  classes_.assign(count, unknown);
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    if (classes_[rank] != unknown) continue;
    const auto set = static_cast<Set>(subset_of_rank(rank, size));
    for (int g = 0; g < symmetries.count; ++g) {
      std::uint32_t& entry = classes_[subset_rank<N * N>(symmetries.image(g, set))];
      const auto back = static_cast<std::uint32_t>(symmetries.inverse(g));
      if (entry == unknown) entry = 8 * static_cast<std::uint32_t>(representatives_.size()) + back;
    }
    representatives_.push_back(set);
  }
}

template <int N>
Patterns<N>::Patterns(const SquareClasses<N>& own_classes, int their_size)
    : own_classes_(own_classes), their_size_(their_size) {
  const int vacant_squares = N * N - std::popcount(own_classes.representative(0));
  choices_ = binomial(vacant_squares, their_size);
  for (std::uint32_t number = 0; number < own_classes.size(); ++number) {
    Class entry{own_classes.representative(number), size_, none, 0};
    add_orbits(entry);
    classes_.push_back(entry);
  }
}

/// Adds a class's patterns to `size_`, and its lists if it is symmetric.
template <int N>
void Patterns<N>::add_orbits(Class& entry) {
  const auto& symmetries = Symmetries<N>::instance();
  std::vector<int> keeping;  // symmetries other than the identity that keep the own squares
  for (int g = 1; g < symmetries.count; ++g) {
    if (symmetries.image(g, entry.own) == entry.own) keeping.push_back(g);
  }
  if (keeping.empty()) {
    size_ += choices_;
    return;
  }
  constexpr Orbit unknown{none, 0, false};
  entry.orbits = static_cast<std::uint32_t>(orbits_.size());
  entry.leaders = static_cast<std::uint32_t>(leaders_.size());
  orbits_.resize(orbits_.size() + choices_, unknown);
  Orbit* const orbits = orbits_.data() + entry.orbits;
  for (std::uint32_t rank = 0; rank < choices_; ++rank) {
    if (orbits[rank].number != none) continue;
    const auto number = static_cast<std::uint32_t>(leaders_.size()) - entry.leaders;
    const Set leader = static_cast<Set>(scatter_bits(subset_of_rank(rank, their_size_), vacant(entry.own)));
    const bool symmetric = std::ranges::any_of(keeping, [&](int g) { return symmetries.image(g, leader) == leader; });
    orbits[rank] = {number, 0, symmetric};
    for (const int g : keeping) {
      Orbit& orbit = orbits[subset_rank<N * N>(gather_bits(symmetries.image(g, leader), vacant(entry.own)))];
      if (orbit.number == none) orbit = {number, static_cast<std::uint8_t>(symmetries.inverse(g)), symmetric};
    }
    leaders_.push_back(rank);
  }
  size_ += static_cast<std::uint32_t>(leaders_.size()) - entry.leaders;
}

template <int N>
auto Patterns<N>::at(std::uint32_t number) const -> Pattern {
  assert(number < size_);
  const auto after = std::ranges::upper_bound(classes_, number, {}, &Class::first);
  const Class& entry = *std::prev(after);
  const std::uint32_t place = number - entry.first;
  const std::uint32_t rank = entry.orbits == none ? place : leaders_[entry.leaders + place];
  return {entry.own, static_cast<Set>(scatter_bits(subset_of_rank(rank, their_size_), vacant(entry.own)))};
}

template class SquareClasses<2>;
template class SquareClasses<4>;
template class SquareClasses<6>;
template class Patterns<2>;
template class Patterns<4>;
template class Patterns<6>;

}  // namespace alea::diablo
