// The eight symmetries of the board, for sets of squares in one word.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/diablo/diablo.hpp"

namespace alea::diablo {

/// A set of squares as in Squares<N>, of boards of at most 40 squares.
template <int N>
using SquareSet = std::conditional_t<N <= 4, std::uint16_t, std::uint64_t>;

/// Calls f(square) for every square of the set, in ascending order.
template <class F>
void for_each_square(std::uint64_t set, F&& f) {
  for (; set != 0; set &= set - 1) f(std::countr_zero(set));
}

/// Numbers are those of Diablo<N>::symmetry, from which everything here is taken; 0 is the identity.
template <int N>
class Symmetries {
 public:
  static constexpr int count = 8;
  using Set = SquareSet<N>;

  static const Symmetries& instance() {
    static const Symmetries symmetries;
    return symmetries;
  }

  /// Where symmetry g takes a set.
  Set image(int g, Set set) const {
    const auto& table = images_[index(g)];
    Set image = 0;
    for (std::size_t i = 0; 8 * i < N * N; ++i) image = static_cast<Set>(image | table[i][set >> (8 * i) & 255]);
    return image;
  }

  /// The square that symmetry g takes to `square`.
  int source(int g, int square) const { return sources_[index(g)][index(square)]; }

  /// First g, then h.
  int product(int h, int g) const { return products_[index(h)][index(g)]; }
  int inverse(int g) const { return inverses_[index(g)]; }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static constexpr int squares = N * N;

  Symmetries() {
    for (int g = 0; g < count; ++g) fill_images(g);
    for (int g = 0; g < count; ++g) {
      for (int h = 0; h < count; ++h) {
        products_[index(h)][index(g)] = static_cast<std::uint8_t>(find_product(h, g));
        if (products_[index(h)][index(g)] == 0) inverses_[index(g)] = static_cast<std::uint8_t>(h);
      }
    }
  }

  void fill_images(int g) {
    for (int square = 0; square < squares; ++square) {
      Position<N> alone;
      alone.own.put(Squares<N>::of(square), 1);
      const auto image = static_cast<Set>(Diablo<N>::symmetry(alone, g).own.occupied().word[0]);
      sources_[index(g)][index(std::countr_zero(image))] = static_cast<std::uint8_t>(square);
      for (std::size_t byte = 0; byte < 256; ++byte) {
        Set& entry = images_[index(g)][index(square / 8)][byte];
        if (byte >> (square % 8) & 1) entry = static_cast<Set>(entry | image);
      }
    }
  }

  int find_product(int h, int g) const {
    for (int k = 0; k < count; ++k) {
      bool equal = true;
      for (int square = 0; square < squares; ++square) {
        equal &= source(k, square) == source(g, source(h, square));
      }
      if (equal) return k;
    }
    return 0;  // never: they are a group
  }

  std::array<std::array<std::array<Set, 256>, (squares + 7) / 8>, count> images_{};
  std::array<std::array<std::uint8_t, squares>, count> sources_{};
  std::array<std::array<std::uint8_t, count>, count> products_{};
  std::array<std::uint8_t, count> inverses_{};
};

}  // namespace alea::diablo
