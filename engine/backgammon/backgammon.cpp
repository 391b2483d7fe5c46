// Positions in and out: which of the notations a text is written in.
#include "engine/backgammon/backgammon.hpp"

#include "engine/backgammon/match_id.hpp"
#include "engine/backgammon/position_id.hpp"
#include "engine/backgammon/xgid.hpp"

namespace alea {

using namespace backgammon;

static_assert(Game<Backgammon>);

Situation<Backgammon> Backgammon::parse_position(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (text.starts_with(xgid_prefix) || (colon != std::string_view::npos && colon != position_id_length)) {
    const auto [position, match] = parse_xgid(text);
    return {position, match.on_roll, match.dice};
  }
  const Position position = parse_position_id(text.substr(0, colon));
  if (colon == std::string_view::npos) return {position};
  const MatchState match = parse_match_id(text.substr(colon + 1));
  return {position, match.on_roll, match.dice};
}

std::string Backgammon::format_position(const Position& position, Side) { return format_position_id(position); }

}  // namespace alea
