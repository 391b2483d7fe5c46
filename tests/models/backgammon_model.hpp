// Backgammon, plainly: arrays, loops and every order of the dice. The oracle for the fast engine.
//
// Rules (the standard ones; what implementations get wrong is marked *):
// - 24 points, 15 checkers a side, each side counting points from its own end; the bar is one step behind the 24-point.
// - A checker moves down by one die; it may land where the opponent has at most one checker, which then goes to its
// bar.
// - A checker on the bar must enter before any other checker moves.
// - Bearing off needs all of the player's remaining checkers in the home board (points 1 to 6) at that moment of the
// play
//   (*: a checker that came home with the first die counts). An exact die bears off from its point, a larger die from
//   the highest occupied point.
// * A turn plays as many dice as possible, two or, with a double, four. If either of two dice can be played but not
// both,
//   the larger must be played when it can be.
// * Plays that end in one position are one play.
// - No legal move: the pass, with the board unchanged.
// - Whoever has borne off 15 checkers wins: a gammon if the loser has borne off none, a backgammon if moreover he has a
//   checker on the bar or in the winner's home board (the loser's own points 19 to 24).
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "tests/models/text.hpp"
#include "tests/vectors.hpp"

namespace alea::models {

/// Models Game (engine/game.hpp). Text: positions are Position IDs, a play is its moves of one die each, "bar/22 13/8
/// 6/off".
struct BackgammonModel {
  static constexpr int checkers = 15;
  static constexpr int bar = 25;

  /// [0] checkers borne off, [1] to [24] on the points, [25] on the bar; always 15 in all.
  using Checkers = std::array<std::uint8_t, 26>;

  /// The roller's p-point is the opponent's (25 - p)-point.
  struct Position {
    Checkers own{};
    Checkers their{};

    Position flipped() const { return {their, own}; }
    auto operator<=>(const Position&) const = default;
  };
  using Roll = Dice;

  struct Step {
    std::uint8_t from;
    std::uint8_t to;
  };
  /// The first `size` steps; none is the pass.
  struct Play {
    std::array<Step, 4> steps{};
    std::uint8_t size = 0;
  };

  static constexpr std::size_t statistics = 6;
  static constexpr std::size_t probabilities = 6;
  enum Statistic : std::size_t { win_single, win_gammon, win_backgammon, lose_single, lose_gammon, lose_backgammon };
  static constexpr std::array<float, statistics> utility_weights{1, 2, 3, -1, -2, -3};
  static constexpr std::array<float, statistics> flip(const std::array<float, statistics>& v) {
    return {v[3], v[4], v[5], v[0], v[1], v[2]};
  }

  static constexpr std::string_view name() { return "backgammon"; }
  static Position start() {
    Checkers side{};
    side[24] = 2;
    side[13] = 5;
    side[8] = 3;
    side[6] = 5;
    return {side, side};
  }
  static Position start(Random&) { return start(); }
  static std::span<const Weighted<Roll>> rolls(const Position&) {
    static constexpr auto all = all_rolls<6>();
    return all;
  }
  /// Equal dice are thrown again: 15 rolls, each 1/15.
  static std::span<const Weighted<Roll>> opening_rolls(const Position& p) {
    static const std::vector<Weighted<Roll>> unequal = [&] {
      std::vector<Weighted<Roll>> some;
      for (const auto& weighted : rolls(p)) {
        if (!weighted.roll.is_double()) some.push_back({weighted.roll, 1.0 / 15});
      }
      return some;
    }();
    return unequal;
  }

  static void plays(const Position& p, const Roll& roll, PlayList<BackgammonModel>& list) {
    list.clear();
    for (const auto& [after, play] : longest_plays(p, roll)) list.push(after.flipped(), play);
  }

  static bool finished(const Position& p) { return p.own[0] == checkers || p.their[0] == checkers; }
  static std::optional<RollerValue<BackgammonModel>> result(const Position& p) {
    if (!finished(p)) return std::nullopt;
    const bool won = p.own[0] == checkers;
    RollerValue<BackgammonModel> value;
    value[(won ? win_single : lose_single) + points_beyond_single(won ? p.their : p.own)] = 1;
    return value;
  }
  static constexpr bool same_mover(const Position&) { return false; }

  static Situation<BackgammonModel> parse_position(std::string_view text);
  static std::string format_position(const Position& p, Side = Side::first);
  static Roll parse_roll(std::string_view text) { return parse_dice(text, 6); }
  static std::string format_roll(const Roll& roll) { return format_dice(roll); }

  /// Accepts the steps of any legal play in any order, each of one die; an asterisk after a step is not looked at.
  static std::size_t find_play(const Position&, const Roll&, const PlayList<BackgammonModel>&, std::string_view text);
  static std::string format_play(const Position&, const Roll&, const Play& play) {
    if (play.size == 0) return "pass";
    std::string text;
    for (std::size_t i = 0; i < play.size; ++i) {
      if (i > 0) text += ' ';
      text += format_point(play.steps[i].from);
      text += '/';
      text += format_point(play.steps[i].to);
    }
    return text;
  }
  static std::string board(const Position& p, Side) {
    return "roller" + list_of_points(p.own) + "\nopponent" + list_of_points(p.their) + "\n";
  }

 private:
  using Reached = std::map<Position, Play>;

  static int highest(const Checkers& side) {
    for (int point = bar; point >= 1; --point) {
      if (side[static_cast<std::size_t>(point)] > 0) return point;
    }
    return 0;
  }

  /// The roller's checker on `from` (25: the bar) moved by one die, or nothing where the rules forbid it.
  static std::optional<Position> moved(Position p, int from, int die) {
    if (p.own[static_cast<std::size_t>(from)] == 0) return std::nullopt;
    if (p.own[bar] > 0 && from != bar) return std::nullopt;
    const int to = std::max(from - die, 0);
    if (to == 0) {
      if (highest(p.own) > 6) return std::nullopt;
      if (die > from && from != highest(p.own)) return std::nullopt;
    } else {
      auto& opposing = p.their[static_cast<std::size_t>(25 - to)];
      if (opposing >= 2) return std::nullopt;
      p.their[bar] += opposing;
      opposing = 0;
    }
    --p.own[static_cast<std::size_t>(from)];
    ++p.own[static_cast<std::size_t>(to)];
    return p;
  }

  /// Both orders of two dice, the larger first; the one order of a double.
  static std::vector<std::vector<int>> orders(const Roll& roll) {
    if (roll.is_double()) return {std::vector<int>(4, roll.high)};
    return {{roll.high, roll.low}, {roll.low, roll.high}};
  }

  /// reached[n]: where the first n of `dice` can lead, each played in turn.
  static std::vector<Reached> reached_by(const Position& p, const std::vector<int>& dice) {
    std::vector<Reached> reached{{{p, Play{}}}};
    for (const int die : dice) {
      Reached next;
      for (const auto& [before, play] : reached.back()) {
        for (int from = 1; from <= bar; ++from) {
          const auto after = moved(before, from, die);
          if (!after) continue;
          Play longer = play;
          longer.steps[longer.size++] = {static_cast<std::uint8_t>(from),
                                         static_cast<std::uint8_t>(std::max(from - die, 0))};
          next.insert({*after, longer});
        }
      }
      reached.push_back(next);
    }
    return reached;
  }

  /// Positions after the turn, still seen by its maker.
  static Reached longest_plays(const Position& p, const Roll& roll) {
    std::vector<std::vector<Reached>> all;
    std::size_t most = 0;
    for (const auto& dice : orders(roll)) {
      all.push_back(reached_by(p, dice));
      for (std::size_t n = 0; n < all.back().size(); ++n) {
        if (!all.back()[n].empty()) most = std::max(most, n);
      }
    }
    Reached longest = all[0][most];  // one die of two: the larger one if it can be played
    if (most != 1 || longest.empty()) {
      for (const auto& reached : all) longest.insert(reached[most].begin(), reached[most].end());
    }
    return longest;
  }

  /// 0 for a single game, 1 for a gammon, 2 for a backgammon.
  static std::size_t points_beyond_single(const Checkers& loser) {
    if (loser[0] > 0) return 0;
    return highest(loser) >= 19 ? 2 : 1;
  }

  static std::string format_point(int point) {
    return point == bar ? "bar" : point == 0 ? "off" : std::to_string(point);
  }

  static std::string list_of_points(const Checkers& side) {
    std::string text;
    for (int point = bar; point >= 0; --point) {
      const int count = side[static_cast<std::size_t>(point)];
      if (count > 0) text += " " + format_point(point) + ":" + std::to_string(count);
    }
    return text;
  }

  static std::vector<Step> parse_steps(std::string_view text);
  static std::optional<Position> played(Position p, const std::vector<Step>& steps, const std::vector<int>& dice);
};

namespace backgammon_id {

inline constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// n ones and a zero for each point 1 to 24 and the bar.
inline void append(std::vector<bool>& bits, const BackgammonModel::Checkers& side) {
  for (std::size_t point = 1; point <= BackgammonModel::bar; ++point) {
    bits.insert(bits.end(), side[point], true);
    bits.push_back(false);
  }
}

/// Reads what `append` wrote, from bit `at` on; nothing if the bits end first or hold more than 15 checkers.
inline std::optional<BackgammonModel::Checkers> take(const std::vector<bool>& bits, std::size_t& at) {
  BackgammonModel::Checkers side{};
  int on_board = 0;
  for (std::size_t point = 1; point <= BackgammonModel::bar; ++at) {
    if (at == bits.size()) return std::nullopt;
    if (!bits[at]) {
      ++point;
    } else {
      ++side[point];
      if (++on_board > BackgammonModel::checkers) return std::nullopt;
    }
  }
  side[0] = static_cast<std::uint8_t>(BackgammonModel::checkers - on_board);
  return side;
}

}  // namespace backgammon_id

/// 80 bits: first the player who waits, then the player on roll. Bit i is bit i % 8 of byte i / 8; base64 takes six
/// bits at a time from the bytes, most significant bit first.
inline std::string BackgammonModel::format_position(const Position& p, Side) {
  std::vector<bool> bits;
  backgammon_id::append(bits, p.their);
  backgammon_id::append(bits, p.own);
  bits.resize(84);
  std::string text;
  for (std::size_t digit = 0; digit < 14; ++digit) {
    unsigned value = 0;
    for (std::size_t i = 6 * digit; i < 6 * digit + 6; ++i) {
      const std::size_t bit = i / 8 * 8 + (7 - i % 8);
      value = 2 * value + (bit < 80 && bits[bit] ? 1 : 0);
    }
    text += backgammon_id::digits[value];
  }
  return text;
}

inline Situation<BackgammonModel> BackgammonModel::parse_position(std::string_view text) {
  const auto fail = [&](const std::string& expected) { return unreadable("position", expected, text); };
  if (text.size() != 14) throw fail("a Position ID of 14 characters");
  std::vector<bool> bits(88);
  for (std::size_t digit = 0; digit < 14; ++digit) {
    const std::size_t value = backgammon_id::digits.find(text[digit]);
    if (value == std::string_view::npos) throw fail("characters of base64");
    for (std::size_t k = 0; k < 6; ++k) {
      const std::size_t i = 6 * digit + k;
      bits[i / 8 * 8 + (7 - i % 8)] = value >> (5 - k) & 1;
    }
  }
  std::size_t at = 0;
  const auto their = backgammon_id::take(bits, at);
  const auto own = their ? backgammon_id::take(bits, at) : std::nullopt;
  if (!own) throw fail("two sides of at most 15 checkers");
  const Position p{*own, *their};
  if (format_position(p) != text) throw fail("nothing behind the second side's bar");
  for (std::size_t point = 1; point <= 24; ++point) {
    if (p.own[point] > 0 && p.their[25 - point] > 0) throw fail("no point with checkers of both sides");
  }
  if (p.own[0] == checkers && p.their[0] == checkers) throw fail("a side with checkers");
  return {p};
}

inline std::vector<BackgammonModel::Step> BackgammonModel::parse_steps(std::string_view text) {
  const auto point = [&](std::string word) -> std::uint8_t {
    if (!word.empty() && word.back() == '*') word.pop_back();
    for (int p = 0; p <= bar; ++p) {
      if (word == format_point(p)) return static_cast<std::uint8_t>(p);
    }
    throw unreadable("play", "points 1 to 24, bar or off", text);
  };
  std::vector<Step> steps;
  for (const std::string& word : tests::split(lower_case(text), ' ')) {
    const auto ends = tests::split(word, '/');
    if (ends.size() != 2 || steps.size() == 4) throw unreadable("play", "one to four moves such as 13/8", text);
    steps.push_back({point(ends[0]), point(ends[1])});
  }
  return steps;
}

/// The position after `steps`, the first by the first of `dice` and so on, or nothing where one of them is illegal.
inline std::optional<BackgammonModel::Position> BackgammonModel::played(Position p, const std::vector<Step>& steps,
                                                                        const std::vector<int>& dice) {
  if (steps.size() > dice.size()) return std::nullopt;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (std::max(steps[i].from - dice[i], 0) != steps[i].to) return std::nullopt;
    const auto after = moved(p, steps[i].from, dice[i]);
    if (!after) return std::nullopt;
    p = *after;
  }
  return p;
}

inline std::size_t BackgammonModel::find_play(const Position& p, const Roll& roll,
                                              const PlayList<BackgammonModel>& list, std::string_view text) {
  std::vector<Step> steps;
  if (lower_case(text) != "pass") steps = parse_steps(text);
  std::vector<std::size_t> order(steps.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  do {
    std::vector<Step> ordered;
    for (const std::size_t i : order) ordered.push_back(steps[i]);
    for (const auto& dice : orders(roll)) {
      const auto after = played(p, ordered, dice);
      if (!after) continue;
      // Illegal still if more dice, or the larger one, could have been played: then it is not in the list.
      const auto found = std::find(list.positions().begin(), list.positions().end(), after->flipped());
      if (found != list.positions().end()) return static_cast<std::size_t>(found - list.positions().begin());
    }
  } while (std::next_permutation(order.begin(), order.end()));
  throw unreadable("play", "a legal play of " + format_position(p) + " with " + format_roll(roll), text);
}

static_assert(Game<BackgammonModel>);

}  // namespace alea::models
