#include "engine/backgammon/moves.hpp"

namespace alea::backgammon {
namespace {

std::string place(int point) { return "the " + point_name(point) + (point == bar ? "" : "-point"); }

}  // namespace

std::string point_name(int point) { return point == bar ? "bar" : point == 0 ? "off" : std::to_string(point); }

bool make_step(Position& position, Step step) {
  position.own.remove(1u << (step.from - 1));
  if (step.to == 0) return false;
  const std::uint32_t to = 1u << (step.to - 1);
  position.own.add(to);
  if (!(position.their.blots() & mirrored(to))) return false;
  position.their.remove(mirrored(to));
  position.their.add(bar_mask);
  return true;
}

std::string obstacle(const Position& position, int from, int die) {
  const Mobility mobility(position.their);
  const std::uint32_t occupied = position.own.occupied();
  if (mobility.sources(occupied, die) >> (from - 1) & 1) return "";
  if (position.own.count(from) == 0) return "there is no checker on " + place(from);
  if (from != bar && occupied & bar_mask) return "a checker on the bar must enter first";
  if (from > die) return place(from - die) + " is held by the opponent";
  const int highest = std::bit_width(occupied);
  if (occupied & ~home_mask) return "no checker can be borne off while one is on " + place(highest);
  return "a " + std::to_string(die) + " must be played from " + place(highest);
}

}  // namespace alea::backgammon
