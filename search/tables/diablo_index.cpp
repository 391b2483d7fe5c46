#include "search/tables/diablo_index.hpp"

#include <algorithm>

namespace alea::diablo {

namespace {

/// The number of the heights on the squares whose images under `symmetry` are `image`, in the order of the images.
template <int N>
std::uint32_t find_one_side(const Stacks<N>& stacks, SquareSet<N> image, int symmetry) {
  const auto& symmetries = Symmetries<N>::instance();
  std::uint64_t sums = 0;
  int sum = -1;
  for (std::uint64_t squares = image; squares != 0; squares &= squares - 1) {
    sum += stacks.height(symmetries.source(symmetry, std::countr_zero(squares)));
    sums |= std::uint64_t{1} << sum;
  }
  return heights_number<N>(sums ^ std::uint64_t{1} << sum);
}

/// The reverse for the identity.
template <int N>
Stacks<N> put_one_side(const Material& material, SquareSet<N> squares, std::uint32_t number) {
  Stacks<N> stacks;
  std::uint64_t sums = subset_of_rank(number, material.stacks - 1) | std::uint64_t{1} << (material.checkers - 1);
  int before = -1;
  for (std::uint64_t rest = squares; rest != 0; rest &= rest - 1, sums &= sums - 1) {
    const int sum = std::countr_zero(sums);
    stacks.put(Squares<N>::of(std::countr_zero(rest)), sum - before);
    before = sum;
  }
  return stacks;
}

}  // namespace

template <int N>
std::uint64_t SliceIndex<N>::find_heights(const Position<N>& position, const Found& found, int symmetry) const {
  return std::uint64_t{find_one_side(position.own, found.own, symmetry)} * slice_.their.heights() +
         find_one_side(position.their, found.their, symmetry);
}

template <int N>
std::uint64_t SliceIndex<N>::find_least_heights(const Position<N>& position, const Found& found) const {
  const auto& symmetries = Symmetries<N>::instance();
  std::uint64_t least = slice_.heights();
  for (int g = 0; g < symmetries.count; ++g) {
    if (symmetries.image(g, found.own) != found.own || symmetries.image(g, found.their) != found.their) continue;
    least = std::min(least, find_heights(position, found, symmetries.product(g, found.symmetry)));
  }
  return least;
}

template <int N>
Position<N> SliceIndex<N>::position(std::uint64_t index) const {
  const auto [pattern, first_turn] = row(static_cast<std::uint32_t>(index / slice_.heights()));
  const auto heights = static_cast<std::uint32_t>(index % slice_.heights());
  return {put_one_side<N>(slice_.own, pattern.own, heights / slice_.their.heights()),
          put_one_side<N>(slice_.their, pattern.their, heights % slice_.their.heights()), first_turn};
}

template class SliceIndex<2>;
template class SliceIndex<4>;
template class SliceIndex<6>;

}  // namespace alea::diablo
