#include "engine/diablo/turn.hpp"

#include <cassert>
#include <cstdlib>

#include "engine/diablo/notation.hpp"
#include "engine/error.hpp"

namespace alea::diablo {

namespace {

/// The number of squares from one to the other along a row or a column; 0 if they share neither or are the same.
int straight_distance(int from, int to, int size) {
  const int columns = std::abs(to % size - from % size), rows = std::abs(to / size - from / size);
  return columns == 0 || rows == 0 ? columns + rows : 0;
}

}  // namespace

bool Turn::over() const {
  return grid_.checkers(1) == 0 || grid_.checkers(-1) == 0 || played_ == (first_turn_ ? 1 : 2);
}

void Turn::act(const Action& action) {
  if (const auto why = objection(action)) throw InputError("play", format_action(action, grid_.size()) + ": " + *why);
  if (action.kind == Action::removal) {
    --grid_[action.from];
  } else {
    const int joined = action.kind == Action::merge ? grid_[action.to] : 0;
    grid_[action.to] = static_cast<std::int16_t>(grid_[action.from] + joined);
    grid_[action.from] = 0;
  }
  if (played_++ == 0) {
    first_ = action;
    first_distance_ = straight_distance(action.from, action.to, grid_.size());
  }
}

Action Turn::example() const {
  assert(!over());
  const bool removing = played_ == 1 && first_.kind == Action::removal;
  if (const auto move = possible_move(); move && !removing) return *move;
  int square = 0;
  while (grid_[square] <= 0) ++square;
  return {Action::removal, static_cast<std::uint8_t>(square), 0};
}

std::optional<std::string> Turn::objection(const Action& action) const {
  if (over()) return "the turn is already over";
  const std::string from = format_square(action.from, grid_.size());
  if (grid_[action.from] < 0) return "the stack on " + from + " is the opponent's";
  if (grid_[action.from] == 0) return "no stack stands on " + from;
  return action.kind == Action::removal ? objection_to_removal() : objection_to_move(action);
}

std::optional<std::string> Turn::objection_to_removal() const {
  if (played_ == 1 && first_.kind == Action::removal) return std::nullopt;
  if (const auto move = possible_move()) {
    return "a checker is removed only when no move is possible, and " + format_action(*move, grid_.size()) + " is";
  }
  return std::nullopt;
}

std::optional<std::string> Turn::objection_to_move(const Action& move) const {
  if (played_ == 1 && first_.kind == Action::removal) return "after a removal the second action is a removal too";
  const int distance = straight_distance(move.from, move.to, grid_.size());
  if (distance == 0) return "a stack moves along its row or its column";
  if (!may_go(distance)) return "the distance is " + std::to_string(distance) + ", but " + dice_left();
  const Action right{kind_of(move.to), move.from, move.to};
  const std::string to = format_square(move.to, grid_.size());
  if (right.kind == Action::capture && -grid_[move.to] > grid_[move.from]) {
    return "the enemy stack on " + to + " is taller (" + std::to_string(-grid_[move.to]) + " against " +
           std::to_string(grid_[move.from]) + ")";
  }
  if (right.kind == Action::move && played_ == 1 && first_.kind == Action::move) {
    return "only one of the two actions may go to an unoccupied square";
  }
  if (right.kind == move.kind) return std::nullopt;
  const char* const target = right.kind == Action::move    ? " is unoccupied"
                             : right.kind == Action::merge ? " holds a stack of the mover"
                                                           : " holds an enemy stack";
  return to + target + ": expected " + format_action(right, grid_.size());
}

std::optional<Action> Turn::possible_move() const {
  for (int from = 0; from < grid_.squares(); ++from) {
    if (grid_[from] <= 0) continue;
    for (int to = 0; to < grid_.squares(); ++to) {
      const Action move{kind_of(to), static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
      if (!objection_to_move(move)) return move;
    }
  }
  return std::nullopt;
}

/// Whether a die of this many squares is still to be played.
bool Turn::may_go(int distance) const {
  if (played_ == 0) return distance == dice_.high || distance == dice_.low;
  return distance == dice_.high + dice_.low - first_distance_;
}

std::string Turn::dice_left() const {
  if (played_ == 0) return "the dice are " + format_dice(dice_);
  return "the die left is " + std::to_string(dice_.high + dice_.low - first_distance_);
}

Action::Kind Turn::kind_of(int to) const {
  return grid_[to] > 0 ? Action::merge : grid_[to] < 0 ? Action::capture : Action::move;
}

}  // namespace alea::diablo
