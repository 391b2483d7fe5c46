// What must hold on every turn of random games.
#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/xgid.hpp"
#include "selfplay/driver.hpp"
#include "tests/catch.hpp"

namespace {

using namespace alea;
using backgammon::bar;

/// Calls `visit(side, position, roll, plays, chosen)` for `turns` turns of games between random players.
template <class Visit>
void play_randomly(int turns, std::uint64_t seed, Visit&& visit) {
  PlayList<Backgammon> plays;
  for (std::uint64_t game = 0; turns > 0; ++game) {
    Random dice(seed, Purpose::dice, 0, game), choice(seed, Purpose::first_agent, 0, game);
    const auto any = [&](Side, const auto&, Dice, const auto& list) {
      return choice.below(static_cast<std::uint32_t>(list.size()));
    };
    turns -= play_game<Backgammon>(Backgammon::start(), Side::first, dice, plays, turns, any, visit).turns;
  }
}

/// The plainest board: checkers by point, each side's from its own view; 0 is off, 25 the bar.
struct PlainBoard {
  std::array<int, 26> own{}, their{};

  explicit PlainBoard(const backgammon::Position& position) {
    for (std::size_t point = 1; point <= 25; ++point) {
      own[point] = position.own.count(static_cast<int>(point));
      their[point] = position.their.count(static_cast<int>(point));
    }
    own[0] = position.own.off();
    their[0] = position.their.off();
  }

  void move(std::size_t from, std::size_t to) {
    --own[from];
    ++own[to];
    if (to > 0 && their[25 - to] == 1) {
      --their[25 - to];
      ++their[25];
    }
  }

  bool can_move(std::size_t from, std::size_t die) const {
    if (own[from] == 0 || (own[25] > 0 && from != 25)) return false;
    if (from > die) return their[25 - (from - die)] < 2;
    if (std::any_of(own.begin() + 7, own.end(), [](int n) { return n > 0; })) return false;
    const auto higher = own.begin() + static_cast<std::ptrdiff_t>(from) + 1;
    return from == die || std::all_of(higher, own.end(), [](int n) { return n == 0; });
  }

  PlainBoard flipped() const {
    PlainBoard other = *this;
    std::swap(other.own, other.their);
    return other;
  }

  auto operator<=>(const PlainBoard&) const = default;
};

/// The rules as a beginner would apply them: try everything, keep what uses the most dice, then the larger die.
class PlainRules {
 public:
  PlainRules(const PlainBoard& board, Dice roll) {
    const auto high = static_cast<std::size_t>(roll.high), low = static_cast<std::size_t>(roll.low);
    if (roll.is_double()) {
      search(board, {high, high, high, high}, 0);
    } else {
      search(board, {high, low}, 0);
      search(board, {low, high}, 0);
    }
    most_ = 4;
    while (found_[most_].empty()) --most_;
    if (!roll.is_double() && most_ == 1) prefer(board, high);
  }

  const std::set<PlainBoard>& results() const { return found_[most_]; }

 private:
  void search(const PlainBoard& board, const std::vector<std::size_t>& dice, std::size_t made) {
    found_[made].insert(board.flipped());
    if (made == dice.size()) return;
    each_move(board, dice[made], [&](const PlainBoard& next) { search(next, dice, made + 1); });
  }

  void prefer(const PlainBoard& board, std::size_t die) {
    std::set<PlainBoard> larger;
    each_move(board, die, [&](const PlainBoard& next) { larger.insert(next.flipped()); });
    if (!larger.empty()) found_[1] = larger;
  }

  template <class Visit>
  static void each_move(const PlainBoard& board, std::size_t die, Visit&& visit) {
    for (std::size_t from = 1; from <= 25; ++from) {
      if (!board.can_move(from, die)) continue;
      PlainBoard next = board;
      next.move(from, from > die ? from - die : 0);
      visit(next);
    }
  }

  std::array<std::set<PlainBoard>, 5> found_;
  std::size_t most_;
};

TEST_CASE("The plays are those that trying everything finds") {
  int wrong = 0, turns = 0;
  play_randomly(15'000, 1, [&](Side, const auto& position, Dice roll, const auto& plays, std::size_t) {
    ++turns;
    const PlainRules plain(PlainBoard(position), roll);
    std::set<PlainBoard> results;
    for (const auto& after : plays.positions()) results.insert(PlainBoard(after));
    wrong += results != plain.results() || results.size() != plays.size();
  });
  REQUIRE(turns == 15'000);
  REQUIRE(wrong == 0);
}

TEST_CASE("Over a million turns, results are distinct, keep 15 checkers a side and are as many as are counted") {
  struct Wrong {
    int twice = 0, checkers = 0, count = 0, bits = 0, turns = 0;
  } wrong;
  std::vector<std::array<std::uint64_t, sizeof(backgammon::Position) / 8>> bytes;
  play_randomly(1'000'000, 2, [&](Side, const auto& position, Dice roll, const auto& plays, std::size_t) {
    ++wrong.turns;
    bytes.resize(plays.size());
    std::memcpy(bytes.data(), plays.positions().data(), plays.positions().size_bytes());
    std::sort(bytes.begin(), bytes.end());
    wrong.twice += std::adjacent_find(bytes.begin(), bytes.end()) != bytes.end();
    wrong.count += Backgammon::count_plays(position, roll) != plays.size();
    for (const auto& after : plays.positions()) {
      wrong.checkers += after.own.on_board() + after.own.off() != 15 || after.own.off() < 0 || after.their.off() < 0 ||
                        after.own.on_board() != position.their.on_board();
      for (const auto* side : {&after.own, &after.their}) wrong.bits += (side->occupied() >> bar) != 0;
    }
  });
  REQUIRE(wrong.turns == 1'000'000);
  CHECK(wrong.twice == 0);
  CHECK(wrong.checkers == 0);
  CHECK(wrong.count == 0);
  CHECK(wrong.bits == 0);
}

TEST_CASE("The steps of a play lead to its position one by one, each with a die of the roll") {
  int wrong = 0;
  play_randomly(100'000, 3, [&](Side, const auto& position, Dice roll, const auto& plays, std::size_t) {
    for (std::size_t i = 0; i < plays.size(); ++i) {
      PlainBoard board(position);
      std::vector<std::size_t> dice =
          roll.is_double() ? std::vector<std::size_t>(4, roll.high) : std::vector<std::size_t>{roll.low, roll.high};
      for (int s = 0; s < plays.play(i).size(); ++s) {
        const auto [from, to] = plays.play(i).steps[static_cast<std::size_t>(s)];
        const auto die = std::find_if(dice.begin(), dice.end(), [&, from = from, to = to](std::size_t d) {
          return board.can_move(from, d) && (to == 0 ? from <= d : from - to == static_cast<int>(d));
        });
        wrong += die == dice.end();
        if (die != dice.end()) dice.erase(die);
        board.move(from, to);
      }
      wrong += board.flipped() != PlainBoard(plays.position(i));
    }
  });
  REQUIRE(wrong == 0);
}

TEST_CASE("A play is found again by what is written for it") {
  int wrong = 0;
  std::string example;
  play_randomly(1'000'000, 4, [&](Side, const auto& position, Dice roll, const auto& plays, std::size_t chosen) {
    const std::string text = Backgammon::format_play(position, roll, plays.play(chosen));
    std::size_t found = plays.size();
    try {
      found = Backgammon::find_play(position, roll, plays, text);
    } catch (const InputError&) {
    }
    if (found != chosen) {
      ++wrong;
      example = Backgammon::format_position(position) + " " + format_dice(roll) + " " + text;
    }
  });
  CAPTURE(example);
  REQUIRE(wrong == 0);
}

TEST_CASE("A position is read again from its Position ID and its XGID") {
  int wrong = 0;
  play_randomly(1'000'000, 5, [&](Side side, const auto& position, Dice roll, const auto&, std::size_t) {
    const auto by_id = Backgammon::parse_position(Backgammon::format_position(position));
    backgammon::MatchState match;
    match.on_roll = match.turn = side;
    match.dice = roll;
    const auto by_xgid = Backgammon::parse_position(backgammon::format_xgid(position, match));
    wrong += by_id.position != position || by_id.roll || by_xgid.position != position || by_xgid.to_move != side ||
             by_xgid.roll != roll || position.flipped().flipped() != position;
  });
  REQUIRE(wrong == 0);
}

TEST_CASE("Random games end with one side off and the result that the loser's checkers give") {
  int games = 0, wrong = 0;
  PlayList<Backgammon> plays;
  std::array<int, 3> stakes{};
  for (std::uint64_t game = 0; game < 3000; ++game) {
    Random dice(6, Purpose::dice, 0, game), choice(6, Purpose::first_agent, 0, game);
    PlainBoard last(Backgammon::start());
    const auto end = play_game<Backgammon>(
        Backgammon::start(), Side::first, dice, plays, 10'000,
        [&](Side, const auto&, Dice, const auto& list) {
          return choice.below(static_cast<std::uint32_t>(list.size()));
        },
        [&](Side, const auto&, Dice, const auto& list, std::size_t chosen) {
          last = PlainBoard(list.position(chosen));
        });
    if (!end.result) continue;
    ++games;
    std::size_t points = last.own[0] > 0 ? 1 : 2;
    if (points == 2 && std::any_of(last.own.begin() + 19, last.own.end(), [](int n) { return n > 0; })) points = 3;
    ++stakes[points - 1];
    std::array<float, 6> expected{};
    expected[Backgammon::lose_single + points - 1] = 1;
    wrong += last.their[0] != 15 || end.result->of != expected;
  }
  REQUIRE(games == 3000);
  CHECK(wrong == 0);
  CHECK(stakes[0] > 0);
  CHECK(stakes[1] > 0);
  CHECK(stakes[2] > 0);
}

}  // namespace
