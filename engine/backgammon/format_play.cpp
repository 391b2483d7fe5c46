// Plays as people write them: "bar/22*/18", "8/5(2)", "6/off", "pass".
#include <algorithm>
#include <functional>
#include <vector>

#include "engine/backgammon/backgammon.hpp"
#include "engine/backgammon/moves.hpp"

namespace alea {
namespace {

using namespace backgammon;

/// The points on the way of one checker, from its first to its last.
using Way = std::vector<int>;

/// The steps of a turn, joined where one goes on from another's end; highest point first, as the eye reads the board.
std::vector<Way> ways_of(const Play& play) {
  std::vector<Way> ways;
  for (int i = 0; i < play.size(); ++i) {
    const Step step = play.steps[static_cast<std::size_t>(i)];
    const auto goes_on =
        std::find_if(ways.begin(), ways.end(), [&](const Way& way) { return way.back() == step.from; });
    if (goes_on == ways.end()) {
      ways.push_back({step.from, step.to});
    } else {
      goes_on->push_back(step.to);
    }
  }
  std::sort(ways.begin(), ways.end(), std::greater<>());
  return ways;
}

/// Writes the ends, and what is hit: a stop between only where it hits. `blots` loses what is hit.
std::string way_text(const Way& way, std::uint32_t& blots) {
  std::string text = point_name(way.front());
  for (std::size_t i = 1; i < way.size(); ++i) {
    const std::uint32_t point = way[i] == 0 ? 0 : 1u << (way[i] - 1);
    const bool hits = blots & point;
    blots &= ~point;
    if (hits || i + 1 == way.size()) text.append("/").append(point_name(way[i])).append(hits ? "*" : "");
  }
  return text;
}

}  // namespace

std::string Backgammon::format_play(const Position& position, Roll, const Play& play) {
  if (play.size() == 0) return "pass";
  const std::vector<Way> ways = ways_of(play);
  std::string text;
  std::uint32_t blots = mirrored(position.their.blots());
  for (auto way = ways.begin(); way != ways.end();) {
    const auto next = std::find_if(way, ways.end(), [&](const Way& other) { return other != *way; });
    if (!text.empty()) text += ' ';
    text += way_text(*way, blots);
    if (next - way > 1) text.append("(").append(std::to_string(next - way)).append(")");
    way = next;
  }
  return text;
}

}  // namespace alea
