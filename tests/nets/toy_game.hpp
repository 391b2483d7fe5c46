// A game for what backgammon's networks do not use: an expectation beside the probabilities, a number of active rows
// that varies, and features that leave the comparing of positions to the network.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "nets/features.hpp"

namespace alea::tests {

/// A position is 16 bits. Nobody plays it: only what networks need means anything.
struct Toy {
  using Position = std::uint16_t;
  using Roll = NoDice;
  using Play = std::uint8_t;
  static constexpr std::size_t statistics = 3;
  static constexpr std::size_t probabilities = 2;
  static constexpr std::array<float, statistics> utility_weights{1, -1, 0};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) {
    return {v[1], v[0], -v[2]};
  }
  static constexpr std::string_view name() { return "toy"; }
  static Position start(Random&) { return 1; }
  static std::span<const Weighted<Roll>> rolls(const Position&) { return {}; }
  static std::span<const Weighted<Roll>> opening_rolls(const Position&) { return {}; }
  static void plays(const Position&, Roll, PlayList<Toy>& list) { list.clear(); }
  static bool finished(const Position& p) { return p == 0; }
  static std::optional<RollerValue<Toy>> result(const Position& p) {
    if (!finished(p)) return std::nullopt;
    return RollerValue<Toy>{{0, 1, -16}};
  }
  static bool same_mover(const Position&) { return false; }
  static Situation<Toy> parse_position(std::string_view) { return {}; }
  static std::string format_position(const Position&, Side) { return {}; }
  static Roll parse_roll(std::string_view) { return {}; }
  static std::string format_roll(Roll) { return {}; }
  static std::size_t find_play(const Position&, Roll, const PlayList<Toy>&, std::string_view) { return 0; }
  static std::string format_play(const Position&, Roll, const Play&) { return {}; }
  static std::string board(const Position&, Side) { return {}; }
};

}  // namespace alea::tests

/// A row a set bit; the inputs are the bits and, last, their number.
template <>
struct alea::Features<alea::tests::Toy> {
  static constexpr std::string_view name = "toy-1";
  static constexpr int rows = 16;
  static constexpr int max_active = 16;
  static constexpr int inputs = 17;
  static int active(const std::uint16_t& p, std::span<int> list) {
    int n = 0;
    for (int bit = 0; bit < 16; ++bit) {
      if (p >> bit & 1) list[static_cast<std::size_t>(n++)] = bit;
    }
    return n;
  }
  static void add_basis(int row, std::span<float> x) {
    x[static_cast<std::size_t>(row)] += 1;
    x[16] += 1;
  }
};
