#include "search/tables/diablo_slice.hpp"

#include <algorithm>

namespace alea::diablo {

namespace {

std::vector<Material> materials(const Extent& extent, int board_size) {
  std::vector<Material> all;
  for (int checkers = 1; checkers <= std::min(extent.checkers, board_size * board_size / 2); ++checkers) {
    for (int stacks = 1; stacks <= checkers; ++stacks) all.push_back({stacks, checkers});
  }
  return all;
}

double choices(int n, int k) {
  double product = 1;
  for (int i = 1; i <= k; ++i) product = product * (n - k + i) / i;
  return product;
}

double arrangements(const Material& material, int squares) {
  return choices(squares, material.stacks) * choices(material.checkers - 1, material.stacks - 1);
}

}  // namespace

std::string Slice::name() const {
  const auto text = [](const Material& side) {
    return std::to_string(side.stacks) + '/' + std::to_string(side.checkers);
  };
  return "own " + text(own) + " their " + text(their);
}

std::vector<Slice> slices_within(const Extent& extent, int board_size) {
  std::vector<Slice> slices;
  for (const Material& own : materials(extent, board_size)) {
    for (const Material& their : materials(extent, board_size)) {
      if (extent.contain({own, their})) slices.push_back({own, their});
    }
  }
  std::ranges::stable_sort(slices, {}, &Slice::level);
  return slices;
}

double estimated_positions(const std::vector<Slice>& slices, int board_size) {
  const int squares = board_size * board_size;
  double sum = 0;
  for (const auto& [own, their] : slices) {
    sum += arrangements(own, squares) * arrangements(their, squares - own.stacks);
  }
  return sum / 8;
}

}  // namespace alea::diablo
