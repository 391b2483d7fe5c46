#include "engine/backgammon/backgammon.hpp"

#include "engine/backgammon/position_id.hpp"

namespace alea {

static_assert(Game<Backgammon>);

Situation<Backgammon> Backgammon::parse_position(std::string_view text) {
  return {backgammon::parse_position_id(text)};
}

std::string Backgammon::format_position(const Position& position, Side) {
  return backgammon::format_position_id(position);
}

}  // namespace alea
