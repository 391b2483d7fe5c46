// Recorded games played again by the rules: the one place where records become games of a type.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "tools/record.hpp"

namespace alea::tools {

/// Where a record breaks the rules: the InputError("turn") that says why.
class IllegalTurn : public InputError {
 public:
  /// `turn` counts from 1; one beyond the last when the record ends too early.
  IllegalTurn(std::size_t turn, std::string play, const std::string& message)
      : InputError("turn", message), turn_(turn), play_(std::move(play)) {}
  std::size_t turn() const { return turn_; }
  const std::string& play() const { return play_; }

 private:
  std::size_t turn_;
  std::string play_;
};

struct ReplayedTurn {
  std::string dice;      ///< empty in games without
  std::string play;      ///< in the game's own spelling
  std::string recorded;  ///< as the record has it
};

/// How a record goes: to the end of the game, or to a player who gives up.
struct ReplayedGame {
  std::string start;         ///< position
  Side first = Side::first;  ///< to move there
  std::vector<ReplayedTurn> turns = {};
  std::string final_position = {};
  std::optional<Side> resigned = {};
  std::optional<Side> winner = {};  ///< nothing: a draw
  std::string result = {};          ///< seen by `first`, as StoredGame has it (selfplay/tournament/store.hpp)
  double first_score = 0;           ///< as StoredGame has it
  std::string score = {};           ///< "W-B" in games that are decided by pieces (DVONN), else empty
};

/// Makes every turn of the record. Throws IllegalTurn, and InputError("game" or "position") on what it starts with.
ReplayedGame replay(const GameRecord& record);

}  // namespace alea::tools
