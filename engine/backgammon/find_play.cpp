// Reads plays in every customary spelling, and says why a play is illegal.
//
// The text names moves ("legs": 24/18, 18/13) that take one die or several and may come in any order. All orders and
// all ways to make the legs of the dice are tried; what they lead to is looked up in the list of legal plays.
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/moves.hpp"

namespace alea {
namespace {

using namespace backgammon;

constexpr std::size_t longest_text = 120;
constexpr std::size_t most_legs = 4;  ///< each takes a die

/// A move of one checker from one written point to the next.
struct Leg {
  int from;
  int to;
};

std::string leg_text(const Leg& leg) { return point_name(leg.from) + "/" + point_name(leg.to); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

InputError play_error(const std::string& message) { return {"play", message}; }

class Legs {
 public:
  void push(Leg leg) {
    if (size_ == most_legs) throw play_error("expected at most four moves, found more");
    leg_[size_++] = leg;
  }
  Leg* begin() { return leg_.data(); }
  Leg* end() { return leg_.data() + size_; }
  std::size_t size() const { return size_; }

 private:
  std::array<Leg, most_legs> leg_{};
  std::size_t size_ = 0;
};

/// Text to legs: words such as `bar/22*/18(2)`, upper or lower case, with blanks or commas between them.
class PlayReader {
 public:
  explicit PlayReader(std::string_view text) : text_(text) {}

  Legs read() {
    Legs legs;
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) read_way(legs);
    if (legs.size() == 0) throw unexpected();
    return legs;
  }

 private:
  void read_way(Legs& legs) {
    Legs way;
    int from = read_point();
    do {
      expect('/');
      const int to = read_point();
      if (to >= from) throw play_error("checkers move to lower points, found " + leg_text({from, to}));
      way.push({from, to});
      from = to;
      accept('*');  // says nothing that the position does not say
    } while (next() == '/');
    int times = read_times();
    if (const char c = next(); c != '\0' && !blank(c)) throw unexpected();
    for (; times > 0; --times) {
      for (const Leg& leg : way) legs.push(leg);
    }
  }

  int read_times() {
    const std::size_t before = at_;
    skip_blanks();
    if (!accept('(')) return at_ = before, 1;
    const auto times = read_number();
    if (!times || *times < 1 || *times > 4) throw unexpected();
    expect(')');
    accept('*');
    return *times;
  }

  int read_point() {
    if (accept_word("bar")) return bar;
    if (accept_word("off")) return 0;
    const auto point = read_number();
    if (!point || *point > bar) throw unexpected();
    return *point;
  }

  /// At most two digits.
  std::optional<int> read_number() {
    if (next() < '0' || next() > '9') return std::nullopt;  // from_chars takes a sign
    int number = 0;
    const char* const first = text_.data() + at_;
    const auto [last, error] = std::from_chars(first, text_.data() + std::min(text_.size(), at_ + 2), number);
    if (error != std::errc()) return std::nullopt;
    at_ += static_cast<std::size_t>(last - first);
    return number;
  }

  bool accept_word(std::string_view word) {
    if (text_.size() - at_ < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (lower(text_[at_ + i]) != word[i]) return false;
    }
    at_ += word.size();
    return true;
  }

  bool accept(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) throw unexpected();
  }

  void skip_blanks() {
    while (at_ < text_.size() && blank(text_[at_])) ++at_;
  }

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  static bool blank(char c) { return c == ' ' || c == '\t' || c == ','; }

  InputError unexpected() const {
    return play_error("expected moves such as 8/5 6/5, bar/22*, 6/off or pass, found \"" + std::string(text_) +
                      "\", which cannot be read from character " + std::to_string(at_ + 1) + " on");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The dice not yet played.
struct DiceLeft {
  std::array<int, 2> pips;
  std::array<int, 2> times;

  explicit DiceLeft(Dice roll) : pips{roll.high, roll.low}, times{roll.is_double() ? 4 : 1, roll.is_double() ? 0 : 1} {}

  /// Can the leg be made, as far as the number of pips goes?
  bool make(const Leg& leg) const {
    const int distance = leg.from - leg.to;
    for (int a = 0; a <= times[0]; ++a) {
      for (int b = 0; b <= times[1]; ++b) {
        const int sum = a * pips[0] + b * pips[1];
        if (sum == distance || (leg.to == 0 && sum > distance)) return true;
      }
    }
    return false;
  }
};

/// Tries all ways to make the legs with the dice.
class Solver {
 public:
  Solver(const Legs& legs, const PlayList<Backgammon>& plays) : written_(legs), legs_(legs), plays_(plays) {}

  void solve(const Position& position, const DiceLeft& dice, int moves = 0, int silent_hits = 0) {
    if (std::all_of(legs_.begin(), legs_.end(), [](const Leg& leg) { return leg.from == leg.to; })) {
      return arrive(position, moves, silent_hits);
    }
    for (Leg& leg : legs_) {
      if (leg.from != leg.to) advance(leg, position, dice, moves, silent_hits);
    }
  }

  bool arrived() const { return arrived_; }
  int moves() const { return moves_; }                   ///< made by the legs, once they arrived
  const std::string& reason() const { return reason_; }  ///< why the furthest attempt stopped
  bool ambiguous() const { return ambiguous_; }
  std::optional<std::size_t> found() const { return found_; }

 private:
  void advance(Leg& leg, const Position& position, const DiceLeft& dice, int moves, int silent_hits) {
    bool tried = false;
    for (std::size_t i = 0; i < 2; ++i) {
      const int die = dice.pips[i], to = std::max(0, leg.from - die);
      if (dice.times[i] == 0 || to < leg.to) continue;
      tried = true;
      if (std::string why = obstacle(position, leg.from, die); !why.empty()) {
        note(moves, leg, why);
        continue;
      }
      Position next = position;
      const Step step{static_cast<std::uint8_t>(leg.from), static_cast<std::uint8_t>(to)};
      const bool silent_hit = make_step(next, step) && to != leg.to;
      DiceLeft left = dice;
      --left.times[i];
      const int from = std::exchange(leg.from, to);
      solve(next, left, moves + 1, silent_hits + silent_hit);
      leg.from = from;
    }
    if (!tried) note(moves, leg, "the dice that are left do not make it");
  }

  void arrive(const Position& position, int moves, int silent_hits) {
    arrived_ = true;
    moves_ = std::max(moves_, moves);
    const auto positions = plays_.positions();
    const auto place = std::find(positions.begin(), positions.end(), position.flipped());
    if (place == positions.end() || (found_ && silent_hits > silent_hits_)) return;
    const auto index = static_cast<std::size_t>(place - positions.begin());
    ambiguous_ = found_ && silent_hits == silent_hits_ && (ambiguous_ || *found_ != index);
    found_ = index;
    silent_hits_ = silent_hits;
  }

  void note(int moves, const Leg& leg, const std::string& why) {
    if (moves <= furthest_) return;
    furthest_ = moves;
    reason_ = leg_text(written_.begin()[&leg - legs_.begin()]) + " is not possible: " + why;
  }

  Legs written_;
  Legs legs_;  ///< where each checker is by now
  const PlayList<Backgammon>& plays_;
  bool arrived_ = false;
  int moves_ = 0;
  int furthest_ = -1;
  std::string reason_;
  std::optional<std::size_t> found_;
  int silent_hits_ = 0;  ///< of the play found: hits at points that the text does not name
  bool ambiguous_ = false;
};

/// Why moves that are legal one by one are no legal turn.
std::string incomplete(Dice roll, int made, int possible, const std::string& example) {
  const std::string such_as = ", as in " + example;
  if (roll.is_double())
    return std::to_string(possible) + " moves must be made, found " + std::to_string(made) + such_as;
  if (made < possible) return "both dice must be played" + such_as;
  return "where only one die can be played it must be the larger one" + such_as;
}

bool is_pass(std::string_view text) {
  constexpr std::string_view pass = "pass";
  return std::equal(text.begin(), text.end(), pass.begin(), pass.end(), [](char a, char b) { return lower(a) == b; });
}

}  // namespace

std::size_t Backgammon::find_play(const Position& position, Roll roll, const PlayList<Backgammon>& plays,
                                  std::string_view text) {
  if (text.size() > longest_text) {
    throw play_error("expected at most 120 characters, found " + std::to_string(text.size()));
  }
  if (plays.empty()) throw play_error("the game is over");
  const Play& first = plays.play(0);
  if (is_pass(text)) {
    if (first.size() == 0) return 0;
    throw play_error("a move is possible, such as " + format_play(position, roll, first));
  }
  Legs legs = PlayReader(text).read();
  const DiceLeft dice(roll);
  for (const Leg& leg : legs) {
    if (!dice.make(leg)) {
      throw play_error("the dice " + format_roll(roll) + " do not make " + leg_text(leg));
    }
  }
  Solver solver(legs, plays);
  solver.solve(position, dice);
  if (!solver.arrived()) throw play_error(solver.reason());
  if (!solver.found()) {
    throw play_error(incomplete(roll, solver.moves(), first.size(), format_play(position, roll, first)));
  }
  if (solver.ambiguous()) throw play_error("expected the point that is hit on the way, as in 24/18*/13");
  return *solver.found();
}

}  // namespace alea
