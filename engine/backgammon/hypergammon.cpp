#include "engine/backgammon/hypergammon.hpp"

#include "engine/backgammon/position_id.hpp"
#include "engine/backgammon/stake.hpp"
#include "engine/error.hpp"

namespace alea {

static_assert(Game<Hypergammon>);

Hypergammon::Position Hypergammon::start() {
  backgammon::Checkers side;
  for (const int point : {24, 23, 22}) side.put(point, 1);
  return {side, side};
}

std::optional<RollerValue<Hypergammon>> Hypergammon::result(const Position& position) {
  return backgammon::result<Hypergammon>(position, checkers);
}

Situation<Hypergammon> Hypergammon::parse_position(std::string_view text) {
  const auto [position, to_move, roll] = Backgammon::parse_position(text);
  for (const auto& side : {position.own, position.their}) {
    if (side.on_board() > checkers) {
      throw InputError("position", "expected at most 3 checkers a side, found " + std::to_string(side.on_board()));
    }
  }
  return {position, to_move, roll};
}

std::size_t Hypergammon::find_play(const Position& position, Roll roll, const PlayList<Hypergammon>& list,
                                   std::string_view text) {
  PlayList<Backgammon> same(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) same.push(list.position(i), list.play(i));
  return Backgammon::find_play(position, roll, same, text);
}

std::string Hypergammon::board(const Position& position, Side to_move) {
  return backgammon::draw_board(position, to_move, checkers);
}

}  // namespace alea
