// Rolls and their probabilities.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/error.hpp"
#include "engine/random.hpp"

namespace alea {

template <class Roll>
struct Weighted {
  Roll roll;
  double probability;
};

/// Two dice whose order does not matter: high >= low >= 1.
struct Dice {
  std::uint8_t high;
  std::uint8_t low;

  constexpr bool is_double() const { return high == low; }
  bool operator==(const Dice&) const = default;
};

/// The roll of a game without dice.
struct NoDice {
  bool operator==(const NoDice&) const = default;
};

/// All distinct rolls of two `faces`-sided dice: 1-1, 2-1, 2-2, 3-1, ..
template <int faces>
constexpr auto all_rolls() {
  std::array<Weighted<Dice>, faces*(faces + 1) / 2> rolls{};
  std::size_t n = 0;
  for (int high = 1; high <= faces; ++high) {
    for (int low = 1; low <= high; ++low) {
      const double ways = high == low ? 1 : 2;
      rolls[n++] = {{static_cast<std::uint8_t>(high), static_cast<std::uint8_t>(low)}, ways / (faces * faces)};
    }
  }
  return rolls;
}

/// Draws one of `rolls`, whose probabilities sum to 1, with one random number.
template <class Rolls>
const auto& draw(const Rolls& rolls, Random& random) {
  double left = random.uniform();
  for (std::size_t i = 0; i + 1 < rolls.size(); ++i) {
    left -= rolls[i].probability;
    if (left < 0) return rolls[i].roll;
  }
  return rolls[rolls.size() - 1].roll;
}

/// "3-1", either order read, the larger written first. Throws InputError("dice").
inline Dice parse_dice(std::string_view text, int faces) {
  const auto fail = [&]() -> InputError {
    return {"dice", "expected two dice such as 3-1, each from 1 to " + std::to_string(faces) + ", found \"" +
                        std::string(text.substr(0, 40)) + "\""};
  };
  int a = 0, b = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, a);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') throw fail();
  const auto second = std::from_chars(first.ptr + 1, end, b);
  if (second.ec != std::errc() || second.ptr != end) throw fail();
  if (a < 1 || b < 1 || a > faces || b > faces) throw fail();
  if (a < b) std::swap(a, b);
  return {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
}

/// No die has more than nine faces: a digit each, written in place, because tournaments write every roll down.
inline std::string format_dice(Dice dice) {
  const auto digit = [](std::uint8_t face) { return static_cast<char>('0' + face); };
  return {digit(dice.high), '-', digit(dice.low)};
}

}  // namespace alea
