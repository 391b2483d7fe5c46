// Plays as people write them: "bar/22*/18", "8/5(2)", "6/off", "pass".
//
// Tournaments write every play of every game down, so this works in place: no memory is taken but the result's.
#include <array>
#include <compare>
#include <utility>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/moves.hpp"

namespace alea {
namespace {

using namespace backgammon;

/// The points on the way of one checker, from its first to its last: 2 to 5 of them.
class Way {
 public:
  Way() = default;
  explicit Way(Step step) { go_on(step.from), go_on(step.to); }

  int size() const { return static_cast<int>(points_ & 0xff); }
  int operator[](int i) const { return static_cast<int>(points_ >> shift(i) & 0xff); }
  int last() const { return (*this)[size() - 1]; }
  void go_on(int point) { points_ += (static_cast<std::uint64_t>(point) << shift(size())) + 1; }

  /// As words are: a way that ends where another goes on is the lesser.
  auto operator<=>(const Way&) const = default;

 private:
  static int shift(int i) { return 56 - 8 * i; }

  std::uint64_t points_ = 0;  ///< a byte each, the first on top; their number in the lowest byte
};

struct Ways {
  std::array<Way, 4> of;
  std::size_t size = 0;
};

/// The steps of a turn, joined where one goes on from another's end; highest point first, as the eye reads the board.
Ways ways_of(const Play& play) {
  Ways ways;
  for (int i = 0; i < play.size(); ++i) {
    const Step step = play.steps[static_cast<std::size_t>(i)];
    std::size_t k = 0;
    while (k < ways.size && ways.of[k].last() != step.from) ++k;
    if (k < ways.size) {
      ways.of[k].go_on(step.to);
    } else {
      ways.of[ways.size++] = Way(step);
    }
  }
  for (std::size_t i = 1; i < ways.size; ++i) {
    for (std::size_t k = i; k > 0 && ways.of[k - 1] < ways.of[k]; --k) std::swap(ways.of[k - 1], ways.of[k]);
  }
  return ways;
}

/// Writes into a buffer that holds the longest play, "bar/24*/23*/22*/21*" or "24/22* 20/18* 16/14* 12/10*".
class Writer {
 public:
  void put(char c) { text_[size_++] = c; }
  void put_number(int n) {
    if (n >= 10) put(static_cast<char>('0' + n / 10));
    put(static_cast<char>('0' + n % 10));
  }
  void put_point(int point) {
    if (point != bar && point != 0) return put_number(point);
    for (const char c : point == bar ? std::string_view("bar") : std::string_view("off")) put(c);
  }
  bool empty() const { return size_ == 0; }
  std::string text() const { return {text_.data(), size_}; }

 private:
  std::array<char, 64> text_;
  std::size_t size_ = 0;
};

/// Writes the ends, and what is hit: a stop between only where it hits. `blots` loses what is hit.
void write_way(const Way& way, std::uint32_t& blots, Writer& out) {
  out.put_point(way[0]);
  for (int i = 1; i < way.size(); ++i) {
    const std::uint32_t point = way[i] == 0 ? 0 : 1u << (way[i] - 1);
    const bool hits = blots & point;
    blots &= ~point;
    if (!hits && i + 1 < way.size()) continue;
    out.put('/');
    out.put_point(way[i]);
    if (hits) out.put('*');
  }
}

}  // namespace

std::string Backgammon::format_play(const Position& position, Roll, const Play& play) {
  if (play.size() == 0) return "pass";
  const Ways ways = ways_of(play);
  Writer out;
  std::uint32_t blots = mirrored(position.their.blots());
  for (std::size_t i = 0, next = 0; i < ways.size; i = next) {
    while (next < ways.size && ways.of[next] == ways.of[i]) ++next;
    if (!out.empty()) out.put(' ');
    write_way(ways.of[i], blots, out);
    if (next - i > 1) {
      out.put('(');
      out.put_number(static_cast<int>(next - i));
      out.put(')');
    }
  }
  return out.text();
}

}  // namespace alea
