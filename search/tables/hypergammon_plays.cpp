#include "search/tables/hypergammon_plays.hpp"

#include "engine/dice.hpp"

namespace alea::hypergammon {

using backgammon::Checkers;
using backgammon::Position;

namespace {

constexpr auto rolls = all_rolls<6>();

/// A checker on every point that neither the roller nor the made point takes.
Checkers blots_everywhere(int made, const Checkers& roller) {
  Checkers side;
  if (made != 0) side.put(made, 2);
  side.add(backgammon::board_mask & ~backgammon::mirrored(roller.occupied()) & ~side.occupied());
  return side;
}

}  // namespace

std::size_t PlaysOfSides::list_of(int made, SideNumber side, std::size_t roll) const {
  return (static_cast<std::size_t>(made) * sides_ + side) * rolls.size() + roll;
}

PlaysOfSides::PlaysOfSides(int checkers) : sides_(sides(checkers)), begins_{0} {
  PlayList<Hypergammon> list;
  for (int made = 0; made <= backgammon::points; ++made) {
    for (SideNumber number = 0; number < sides_; ++number) {
      const Checkers side = side_of(number);
      const bool taken = made != 0 && side.count(backgammon::bar - made) > 0;
      for (const auto& [roll, probability] : rolls) {
        touched_by_any_.push_back(0);
        if (number != 0 && !taken) add(made, side, roll, list);
        begins_.push_back(static_cast<std::uint32_t>(after_.size()));
      }
    }
  }
}

void PlaysOfSides::add(int made, const Checkers& side, Dice roll, PlayList<Hypergammon>& list) {
  const Position before{side, blots_everywhere(made, side)};
  Hypergammon::plays(before, roll, list);
  for (const Position& after : list.positions()) {
    const std::uint32_t hit = before.their.blots() & ~after.own.occupied();
    after_.push_back(static_cast<Number>(number_of(after.their)));
    touched_.push_back(hit);
    touched_by_any_.back() |= hit;
  }
}

}  // namespace alea::hypergammon
