// The rules of a Diablo turn told one action at a time: slow, plain, and able to say why an action is illegal.
#pragma once

#include <optional>
#include <string>

#include "engine/diablo/grid.hpp"
#include "engine/dice.hpp"

namespace alea::diablo {

/// A turn being played. It shares no code with the generator of all plays, whose judge it is in tests.
class Turn {
 public:
  Turn(const Grid& grid, Dice dice, bool first_turn) : grid_(grid), dice_(dice), first_turn_(first_turn) {}

  /// Plays one action, or throws InputError("play") that says why it may not be played now.
  void act(const Action& action);

  /// No further action is due.
  bool over() const;

  /// An action that is legal now; the turn must not be over.
  Action example() const;

  /// The board after the actions so far, still seen by the player whose turn it is.
  const Grid& grid() const { return grid_; }

 private:
  std::optional<std::string> objection(const Action& action) const;
  std::optional<std::string> objection_to_move(const Action& move) const;
  std::optional<std::string> objection_to_removal() const;
  std::optional<Action> possible_move() const;
  bool may_go(int distance) const;
  Action::Kind kind_of(int to) const;
  std::string dice_left() const;

  Grid grid_;
  Dice dice_;
  bool first_turn_;
  int played_ = 0;
  Action first_{};          ///< once played
  int first_distance_ = 0;  ///< the die that drove it
};

}  // namespace alea::diablo
