// How a player from outside can fail a game.
#pragma once

#include <string>
#include <string_view>

#include "engine/error.hpp"

namespace alea {

enum class Fault {
  crash,         ///< it did not start, ended, or closed its connection
  garbage,       ///< it answered what is no play at all, or out of turn
  illegal_play,  ///< it answered a play that the rules forbid
  timeout,       ///< it did not answer within its time, or no longer read what it is told
  flood          ///< it sent more than anybody will read
};

/// "crash", "garbage", "illegal play", "timeout", "flood": as records have it.
constexpr std::string_view name(Fault fault) {
  switch (fault) {
    case Fault::crash:
      return "crash";
    case Fault::garbage:
      return "garbage";
    case Fault::illegal_play:
      return "illegal play";
    case Fault::timeout:
      return "timeout";
    case Fault::flood:
      return "flood";
  }
  return "";
}

/// A RuntimeFailure that is the player's: a match ends with it, in a tournament it costs that player the game. Whoever
/// adds to the message throws the same fault again.
class PlayerFailure : public RuntimeFailure {
 public:
  PlayerFailure(Fault fault, const std::string& message) : RuntimeFailure(message), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

/// The fault behind an error in talking to a player: a crash where it names none.
inline Fault fault_of(const RuntimeFailure& error) {
  const auto* const failure = dynamic_cast<const PlayerFailure*>(&error);
  return failure ? failure->fault() : Fault::crash;
}

}  // namespace alea
