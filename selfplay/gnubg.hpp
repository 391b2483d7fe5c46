// GNU Backgammon as an opponent and as a judge, over its external-player socket.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "engine/backgammon/backgammon.hpp"
#include "search/agent.hpp"

namespace alea {

struct GnubgOptions {
  int plies = 0;                                    ///< 0 to 4: GNU Backgammon's own count, 0 is its static net
  std::optional<bool> prune = {};                   ///< its pruning nets; on above 0 plies where nothing is said
  std::string host = "127.0.0.1";                   ///< of a program that runs already
  int port = 0;                                     ///< where that listens; 0: we start one
  std::chrono::milliseconds start_timeout{60'000};  ///< until the program listens
  std::chrono::milliseconds reply_timeout{60'000};  ///< for each answer

  bool prunes() const { return prune.value_or(plies > 0); }
};

/// Plays and evaluates as GNU Backgammon does: cubeless, money, without noise. Every clone is a process of its own,
/// started before its first game or evaluation and ended with the agent (or with this program, however that ends). The
/// program is $ALEA_GNUBG, else `gnubg` in $PATH, else /usr/games/gnubg.
///
/// With a port, a program that somebody has started and told `external HOST:PORT` answers all clones, one at a time.
/// Its chequer play is as it was set there; `plies` and `prune` hold for evaluations.
///
/// Throws InputError("agent") when `plies` is out of range or the program is not installed. The agent throws
/// PlayerFailure when the program does not start, dies, does not answer in time, or answers with an illegal play; the
/// message shows what was asked and what was answered.
std::unique_ptr<Agent<Backgammon>> make_gnubg_agent(const GnubgOptions& options = {});

/// Whether `make_gnubg_agent` would find the program.
bool gnubg_installed();

}  // namespace alea
