// Diablo (Mark Steere, 2022) as a Game, on boards of N x N squares.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/diablo/position.hpp"
#include "engine/game.hpp"

namespace alea {

/// Models Game (engine/game.hpp) for N = 2, 4, .. 16. A value is the probabilities of winning and losing. Side::first
/// is Black. A side without checkers has lost; set up by hand, both may have none: then the player about to roll has
/// lost.
template <int N>
struct Diablo {
  static_assert(N >= 2 && N <= diablo::max_size && N % 2 == 0);

  using Position = diablo::Position<N>;
  using Roll = Dice;  ///< with N/2 faces
  using Play = diablo::Play;

  static constexpr int size = N;
  static constexpr int faces = N / 2;
  static constexpr std::size_t statistics = 2;
  static constexpr std::size_t probabilities = 2;
  enum Statistic : std::size_t { win, lose };
  static constexpr std::array<float, statistics> utility_weights{1, -1};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) { return {v[1], v[0]}; }

  static constexpr std::string_view name() {
    constexpr std::array<std::string_view, 8> names{"diablo-2",  "diablo-4",  "diablo-6",  "diablo-8",
                                                    "diablo-10", "diablo-12", "diablo-14", "diablo-16"};
    return names[N / 2 - 1];
  }
  static Position start();
  static Position start(Random&) { return start(); }
  /// A variant for training: each side has 1 to N*N/2 checkers, as many as the other or not, scattered over 1 to 2N
  /// random squares; all numbers and squares with the same probability. Never a finished game, never a first turn.
  static Position random_start(Random&);
  static std::span<const Weighted<Roll>> rolls(const Position&);
  static std::span<const Weighted<Roll>> opening_rolls(const Position& position) { return rolls(position); }
  static void plays(const Position&, Roll, PlayList<Diablo>&);
  static std::uint64_t count_plays(const Position&, Roll);  ///< what `plays` would list
  static bool finished(const Position& position) { return position.own.none() || position.their.none(); }
  static std::optional<RollerValue<Diablo>> result(const Position&);
  static constexpr bool same_mover(const Position&) { return false; }

  /// The position under one of the eight symmetries of the square; 0 is the identity. Its plays are the symmetric
  /// plays.
  static constexpr int symmetries = 8;
  static Position symmetry(const Position&, int k);

  /// "gbgb/bgbg/gbgb/bgbg b": the balancing rule applies if Black is to move and every square holds a single checker.
  static Situation<Diablo> parse_position(std::string_view);
  static std::string format_position(const Position&, Side = Side::first);
  static Roll parse_roll(std::string_view text) { return parse_dice(text, faces); }
  static std::string format_roll(Roll roll) { return format_dice(roll); }
  /// Accepts every legal way to play to a listed result, whichever way is listed.
  static std::size_t find_play(const Position&, Roll, const PlayList<Diablo>&, std::string_view);
  static std::string format_play(const Position&, Roll, const Play&);
  static std::string board(const Position&, Side);
};

extern template struct Diablo<2>;
extern template struct Diablo<4>;
extern template struct Diablo<6>;
extern template struct Diablo<8>;
extern template struct Diablo<10>;
extern template struct Diablo<12>;
extern template struct Diablo<14>;
extern template struct Diablo<16>;

}  // namespace alea
