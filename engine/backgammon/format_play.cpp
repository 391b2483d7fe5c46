// Plays as people write them: "bar/22*/18", "8/5(2)", "6/off", "pass".
//
// Tournaments write every play of every game down, and most of what that takes are branches that no processor can
// foresee. So there are few: what may be wanted is written always, and where it is not, the next characters go over it.
#include <algorithm>
#include <array>
#include <compare>
#include <cstring>
#include <functional>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/moves.hpp"

namespace alea {
namespace {

using namespace backgammon;

/// The points on the way of one checker, from its first to its last: 2 to 5 of them; or no way at all.
class Way {
 public:
  Way() = default;
  explicit Way(Step step) { *this = then(step.from).then(step.to); }

  bool is_none() const { return points_ == 0; }
  int size() const { return static_cast<int>(points_ & 0xff); }
  int operator[](int i) const { return static_cast<int>(points_ >> shift(i) & 0xff); }
  int last() const { return (*this)[size() - 1]; }
  Way then(int point) const {
    Way longer;
    longer.points_ = points_ + (static_cast<std::uint64_t>(point) << shift(size())) + 1;
    return longer;
  }

  /// As words are: a way that ends where another goes on is the lesser. None at all is the least.
  auto operator<=>(const Way&) const = default;

 private:
  static int shift(int i) { return 56 - 8 * i; }

  std::uint64_t points_ = 0;  ///< a byte each, the first on top; their number in the lowest byte
};

/// Four at most: the last one is none.
using Ways = std::array<Way, 5>;

/// Of up to two steps, which nearly all turns are.
Ways ways_of_two(Step one, Step two) {
  const bool alone = two.from == 0, joined = !alone & (two.from == one.to);
  const Way first = joined ? Way(one).then(two.to) : Way(one);
  const Way second = (joined | alone) ? Way() : Way(two);
  return {std::max(first, second), std::min(first, second)};
}

/// The steps of a turn, joined where one goes on from another's end; highest point first, as the eye reads the board.
Ways ways_of(const Play& play) {
  if (play.steps[2].from == 0) return ways_of_two(play.steps[0], play.steps[1]);
  Ways ways{};
  for (const Step step : play.steps) {
    if (step.from == 0) break;
    std::size_t k = 0;
    while (!ways[k].is_none() && ways[k].last() != step.from) ++k;
    ways[k] = ways[k].is_none() ? Way(step) : ways[k].then(step.to);
  }
  std::ranges::sort(ways, std::greater());
  return ways;
}

/// "24" and how long it is.
struct PointName {
  std::array<char, 4> text{};
  int size = 0;
};

constexpr auto point_names = [] {
  std::array<PointName, bar + 1> names{};
  names[0] = {{'o', 'f', 'f'}, 3};
  names[bar] = {{'b', 'a', 'r'}, 3};
  for (int point = 1; point <= points; ++point) {
    const char tens = static_cast<char>('0' + point / 10), ones = static_cast<char>('0' + point % 10);
    names[static_cast<std::size_t>(point)] = point < 10 ? PointName{{ones}, 1} : PointName{{tens, ones}, 2};
  }
  return names;
}();

/// What writes returns the end of what it wrote; a few more characters behind it may have changed.
char* write_point(char* out, int point) {
  const PointName& name = point_names[static_cast<std::size_t>(point)];
  std::memcpy(out, name.text.data(), name.text.size());
  return out + name.size;
}

/// Writes the ends, and what is hit: a stop between only where it hits. `blots` loses what is hit.
char* write_way(char* out, const Way& way, std::uint32_t& blots) {
  out = write_point(out, way[0]);
  for (int i = 1; i < way.size(); ++i) {
    const std::uint32_t point = 1u << way[i] >> 1;
    const bool hits = blots & point, ends = i + 1 == way.size();
    blots &= ~point;
    *out = '/';
    char* const end = write_point(out + 1, way[i]);
    *end = '*';
    out = (hits | ends) ? end + hits : out;
  }
  return out;
}

/// More than the longest play, "24/22* 20/18* 16/14* 12/10*", and what is written behind it.
constexpr std::size_t room = 64;

/// Writes into so much room.
char* write_play(char* out, const Position& position, const Play& play) {
  if (play.steps[0].from == 0) return std::ranges::copy(std::string_view("pass"), out).out;
  const Ways ways = ways_of(play);
  std::uint32_t blots = mirrored(position.their.blots());
  for (std::size_t i = 0, next = 0; !ways[i].is_none(); i = next) {
    while (ways[next] == ways[i]) ++next;
    out = write_way(out, ways[i], blots);
    if (next - i > 1) {
      for (const char c : {'(', static_cast<char>('0' + (next - i)), ')'}) *out++ = c;
    }
    *out++ = ' ';
  }
  return out - 1;
}

}  // namespace

std::string Backgammon::format_play(const Position& position, Roll, const Play& play) {
  std::array<char, room> text;
  return {text.data(), write_play(text.data(), position, play)};
}

void Backgammon::append_play(std::string& text, const Position& position, Roll, const Play& play) {
  const std::size_t before = text.size();
  text.resize(before + room);
  text.resize(static_cast<std::size_t>(write_play(text.data() + before, position, play) - text.data()));
}

}  // namespace alea
