// A Diablo board of any size as plain numbers, and a turn's actions: what text and step-by-step rules work on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace alea::diablo {

inline constexpr int max_size = 16;

/// Heights by square (column + size * row, both from 0; A1 is 0): positive the mover's, negative the opponent's, 0
/// none.
class Grid {
 public:
  explicit Grid(int size) : size_(size) {}

  int size() const { return size_; }
  int squares() const { return size_ * size_; }

  std::int16_t& operator[](int square) { return height_[static_cast<std::size_t>(square)]; }
  int operator[](int square) const { return height_[static_cast<std::size_t>(square)]; }

  /// Checkers of the mover (sign 1) or of the opponent (sign -1).
  int checkers(int sign) const {
    int sum = 0;
    for (int square = 0; square < squares(); ++square) {
      if ((*this)[square] * sign > 0) sum += (*this)[square] * sign;
    }
    return sum;
  }

  /// The same board seen by the other player.
  Grid swapped() const {
    Grid grid = *this;
    for (auto& height : grid.height_) height = static_cast<std::int16_t>(-height);
    return grid;
  }

 private:
  int size_;
  std::array<std::int16_t, max_size * max_size> height_{};
};

/// One action of a turn. A removal has no `to`; what it leaves there is zero. Aligned to be copied as one word.
struct alignas(4) Action {
  enum Kind : std::uint8_t { none, move, merge, capture, removal };
  Kind kind = none;  ///< `move` is to an unoccupied square
  std::uint8_t from = 0;
  std::uint8_t to = 0;

  bool operator==(const Action&) const = default;
};

/// A whole turn. The second action is `none` where one ended the turn.
struct Play {
  std::array<Action, 2> actions{};
  bool operator==(const Play&) const = default;
};

}  // namespace alea::diablo
