// A game small enough to solve by hand, for tests of everything that searches.
//
// Rules. Two sides race up to three checkers each off a board of three points. The player on roll throws two dice with
// faces 1 and 2, so the rolls are 1-1 (1/4), 2-1 (1/2) and 2-2 (1/4), and plays each die once, a double too: any of
// his checkers moves down by the die, off the board if the die is at least its point. Dice left over when no checker is
// left are void. The sides never meet. Whoever first has no checkers wins. No turn is ever a pass.
//
// Exact values. Let T be the number of own turns until the last checker is off, {3,1} a side with checkers on points 3
// and 1. Best play below is best whatever the opponent does: it makes every P(T <= t) as large as any play makes it.
//
//     {1} {2} {1,1}   T = 1: two pips, or two checkers
//     {3}             1-1 leaves {1}, 2-1 and 2-2 bear off                    P(1) = 3/4   P(2) = 1/4
//     {2,1}           1-1 leaves {1}, 2-1 and 2-2 bear off                    P(1) = 3/4   P(2) = 1/4
//     {2,2}           2-2 bears off, 2-1 leaves {1}, 1-1 {1,1}                P(1) = 1/4   P(2) = 3/4
//     {3,1}           every roll leaves one checker on 1 or 2, or {1,1}       T = 2
//     {3,3}           2-2: {1,1} (not {3}); 2-1: {2,1} or {3}; 1-1: {2,2} (not {3,1})
//                     P(2) = 1/4 * 1 + 1/2 * 3/4 + 1/4 * 1/4 = 11/16          P(3) = 5/16
//     {1,1,1} {2,1,1} every roll takes two checkers off and leaves {1} or {2} T = 2
//     {3,2,1}         2-2: {1,1} (not {3}, {2,1}); 2-1: {3} or {2,1} (not {1,1,1}); 1-1: {2,2} (not {3,1}, {2,1,1})
//                     P(2) = 11/16 and P(3) = 5/16, as for {3,3}
//
// The player on roll wins when his T is at most the opponent's: win(a, b) = sum over t of P_a(t) * P_b(T >= t).
//
//     win({3}, {3})         = 3/4 + 1/4 * 1/4                       = 13/16
//     win({2,2}, {3})       = 1/4 + 3/4 * 1/4                       = 7/16
//     win({3,1}, {3})       = P_b(T >= 2)                           = 1/4
//     win({3,3}, {2,2})     = 11/16 * 3/4                           = 33/64
//     win({3,2,1}, {3,2,1}) = 11/16 + 5/16 * 5/16                   = 201/256, the start
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/game.hpp"
#include "tests/models/text.hpp"
#include "tests/vectors.hpp"

namespace alea::models {

/// Models Game (engine/game.hpp). Text: a position is "321 321", the roller's checkers by their points and then the
/// opponent's, "-" for none; a play is two moves, "3/1 2/off", in the order in which they were made, or one move if it
/// is the last.
struct RaceModel {
  static constexpr int points = 3;
  static constexpr int most_checkers = 3;

  /// Number of checkers on points 1, 2, 3.
  using Checkers = std::array<std::uint8_t, points>;

  struct Position {
    Checkers own{};
    Checkers their{};

    Position flipped() const { return {their, own}; }
    auto operator<=>(const Position&) const = default;
  };
  using Roll = Dice;

  /// 0 is off the board; unused moves are {0, 0}.
  struct Move {
    std::uint8_t from;
    std::uint8_t to;
  };
  struct Play {
    std::array<Move, 2> moves{};
  };

  static constexpr std::size_t statistics = 2;
  static constexpr std::size_t probabilities = 2;
  enum Statistic : std::size_t { win, lose };
  static constexpr std::array<float, statistics> utility_weights{1, -1};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) { return {v[1], v[0]}; }

  static constexpr std::string_view name() { return "race"; }
  static Position start() { return {{1, 1, 1}, {1, 1, 1}}; }
  static Position start(Random&) { return start(); }
  static std::span<const Weighted<Roll>> rolls(const Position&) {
    static constexpr auto all = all_rolls<2>();
    return all;
  }
  static std::span<const Weighted<Roll>> opening_rolls(const Position& p) { return rolls(p); }

  static void plays(const Position& p, const Roll& roll, PlayList<RaceModel>& list) {
    list.clear();
    std::map<Position, Play> found;
    for (const auto& [first, second] : {std::pair{roll.high, roll.low}, std::pair{roll.low, roll.high}}) {
      for (int from = 1; from <= points; ++from) {
        if (count(p, from) == 0) continue;
        const auto [middle, first_move] = moved(p, from, first);
        if (empty(middle.own)) found.insert({middle, {{first_move}}});
        for (int next = 1; next <= points; ++next) {
          if (count(middle, next) == 0) continue;
          const auto [after, second_move] = moved(middle, next, second);
          found.insert({after, {{first_move, second_move}}});
        }
      }
    }
    for (const auto& [after, play] : found) list.push(after.flipped(), play);
  }

  static bool finished(const Position& p) { return empty(p.own) || empty(p.their); }
  static std::optional<RollerValue<RaceModel>> result(const Position& p) {
    if (!finished(p)) return std::nullopt;
    if (empty(p.own)) return RollerValue<RaceModel>{{1, 0}};
    return RollerValue<RaceModel>{{0, 1}};
  }
  static constexpr bool same_mover(const Position&) { return false; }

  static Situation<RaceModel> parse_position(std::string_view text) {
    const auto sides = tests::split(std::string(text), ' ');
    if (sides.size() != 2) throw unreadable("position", "two sides such as \"321 321\"", text);
    const Position p{parse_side(sides[0]), parse_side(sides[1])};
    if (empty(p.own) && empty(p.their)) throw unreadable("position", "a side with checkers", text);
    return {p};
  }
  static std::string format_position(const Position& p, Side = Side::first) {
    return format_side(p.own) + " " + format_side(p.their);
  }
  static Roll parse_roll(std::string_view text) { return parse_dice(text, 2); }
  static std::string format_roll(const Roll& roll) { return format_dice(roll); }

  /// Reads what format_play writes.
  static std::size_t find_play(const Position& p, const Roll& roll, const PlayList<RaceModel>& list,
                               std::string_view text) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (format_play(p, roll, list.play(i)) == text) return i;
    }
    throw unreadable("play", "a listed play of " + format_position(p) + " with " + format_roll(roll), text);
  }
  static std::string format_play(const Position&, const Roll&, const Play& play) {
    std::string text;
    for (const Move& move : play.moves) {
      if (move.from == 0) continue;
      if (!text.empty()) text += ' ';
      text += std::to_string(move.from);
      text += '/';
      text += move.to == 0 ? "off" : std::to_string(move.to);
    }
    return text;
  }
  static std::string board(const Position& p, Side side) { return format_position(p, side) + "\n"; }

 private:
  static int count(const Position& p, int point) { return p.own[static_cast<std::size_t>(point - 1)]; }
  static bool empty(const Checkers& side) { return side == Checkers{}; }

  static std::pair<Position, Move> moved(Position p, int from, int die) {
    const int to = std::max(from - die, 0);
    --p.own[static_cast<std::size_t>(from - 1)];
    if (to > 0) ++p.own[static_cast<std::size_t>(to - 1)];
    return {p, {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)}};
  }

  static Checkers parse_side(const std::string& text) {
    Checkers side{};
    if (text == "-") return side;
    if (text.empty() || text.size() > most_checkers) throw unreadable("position", "one to three checkers", text);
    for (const char c : text) {
      if (c < '1' || c > '3') throw unreadable("position", "points 1 to 3", text);
      ++side[static_cast<std::size_t>(c - '1')];
    }
    return side;
  }
  static std::string format_side(const Checkers& side) {
    std::string text;
    for (int point = points; point >= 1; --point) {
      text += std::string(side[static_cast<std::size_t>(point - 1)], static_cast<char>('0' + point));
    }
    return text.empty() ? "-" : text;
  }
};

static_assert(Game<RaceModel>);

}  // namespace alea::models
