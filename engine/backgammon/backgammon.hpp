// Backgammon as a Game: cubeless, one game at a time.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/backgammon/position.hpp"
#include "engine/game.hpp"

namespace alea {

/// Models Game (engine/game.hpp). Values are the six exclusive results; `flip` swaps the halves.
struct Backgammon {
  using Position = backgammon::Position;
  using Roll = Dice;
  using Play = backgammon::Play;

  static constexpr std::size_t statistics = 6;
  static constexpr std::size_t probabilities = 6;
  /// Exclusive: a win that is no gammon, a gammon that is no backgammon, a backgammon; then the same lost.
  enum Statistic : std::size_t { win_single, win_gammon, win_backgammon, lose_single, lose_gammon, lose_backgammon };
  /// Cubeless money points.
  static constexpr std::array<float, statistics> utility_weights{1, 2, 3, -1, -2, -3};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) {
    return {v[3], v[4], v[5], v[0], v[1], v[2]};
  }

  static constexpr std::string_view name() { return "backgammon"; }
  static Position start();
  static Position start(Random&) { return start(); }
  static std::span<const Weighted<Roll>> rolls(const Position&);
  static std::span<const Weighted<Roll>> opening_rolls(const Position&);  ///< at the start the 15 non-doubles
  static void plays(const Position&, Roll, PlayList<Backgammon>&);
  static std::uint64_t count_plays(const Position&, Roll);  ///< the size of that list, without making it
  /// The player who just moved has borne off all checkers. (On a position set up by hand either side may have.)
  static bool finished(const Position&);
  static std::optional<RollerValue<Backgammon>> result(const Position&);
  static constexpr bool same_mover(const Position&) { return false; }

  /// A Position ID, PositionID:MatchID or XGID.
  static Situation<Backgammon> parse_position(std::string_view);
  static std::string format_position(const Position&, Side = Side::first);  ///< Position ID
  static Roll parse_roll(std::string_view text) { return parse_dice(text, 6); }
  static std::string format_roll(Roll roll) { return format_dice(roll); }
  static std::size_t find_play(const Position&, Roll, const PlayList<Backgammon>&, std::string_view);
  static std::string format_play(const Position&, Roll, const Play&);
  static void append_play(std::string& text, const Position&, Roll, const Play&);
  static std::string board(const Position&, Side);
};

}  // namespace alea
