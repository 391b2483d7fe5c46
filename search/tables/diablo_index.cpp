#include "search/tables/diablo_index.hpp"

#include <algorithm>

namespace alea::diablo {

namespace {

/// All distributions of the checkers over stacks on `squares`, by number.
template <int N>
void list_stacks(const Material& material, SquareSet<N> squares, std::vector<Stacks<N>>& list) {
  list.clear();
  for (std::uint32_t number = 0; number < material.heights(); ++number) {
    std::uint64_t sums = subset_of_rank(number, material.stacks - 1) | std::uint64_t{1} << (material.checkers - 1);
    int before = -1;
    Stacks<N> stacks;
    for (std::uint64_t rest = squares; rest != 0; rest &= rest - 1, sums &= sums - 1) {
      const int sum = std::countr_zero(sums);
      stacks.put(Squares<N>::of(std::countr_zero(rest)), sum - before);
      before = sum;
    }
    list.push_back(stacks);
  }
}

}  // namespace

template <int N>
void SliceIndex<N>::list_row(std::uint32_t number, Row& row) const {
  row.first_turn = number >= patterns_->size();
  const auto pattern = patterns_->at(row.first_turn ? number - patterns_->size() : number);
  row.symmetric = pattern.symmetric;
  list_stacks<N>(slice_.own, pattern.own, row.own);
  list_stacks<N>(slice_.their, pattern.their, row.their);
}

template <int N>
std::uint64_t SliceIndex<N>::find_least_heights(const Position<N>& position,
                                                const typename Patterns<N>::Found& found) const {
  const auto& symmetries = Symmetries<N>::instance();
  std::uint64_t least = heights_;
  for (int g = 0; g < symmetries.count; ++g) {
    if (symmetries.image(g, found.own) != found.own || symmetries.image(g, found.their) != found.their) continue;
    least = std::min(least, find_heights(position, found, symmetries.product(g, found.symmetry)));
  }
  return least;
}

template class SliceIndex<2>;
template class SliceIndex<4>;
template class SliceIndex<6>;

}  // namespace alea::diablo
