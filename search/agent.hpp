// Who plays: the seam between games and everything that can choose a play.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/game.hpp"
#include "search/report.hpp"

namespace alea {

/// Chooses one turn at a time. One agent serves one game at a time on one thread; `clone` makes another for another
/// thread. An agent that talks to an outside program throws RuntimeFailure when that program fails.
template <Game G>
class Agent {
 public:
  virtual ~Agent() = default;

  virtual std::unique_ptr<Agent> clone() const = 0;

  /// Called before the first turn of each game, for agents that keep something between turns.
  virtual void start_game() {}

  /// The index of the chosen play in `plays`, all plays of (position, roll), never empty. `random` is the agent's own
  /// stream for this game: whatever it draws never shifts the dice.
  virtual std::size_t choose(const typename G::Position& position, const typename G::Roll& roll,
                             const PlayList<G>& plays, Random& random) = 0;

  /// Told of every turn of the game by whoever drives it, the agent's own turns too, in their order: for agents that
  /// follow the game, such as a program outside that keeps a board of its own.
  virtual void observe(const typename G::Position&, const typename G::Roll&, const typename G::Play&) {}

  /// A search under way, and every later one, ends soon after `*stop` becomes true, with what it has found by then. It
  /// outlives the agent and its clones. Agents that answer at once need not care.
  virtual void stop_when(const std::atomic<bool>& /*stop*/) {}

  /// From now on `watch` is told of each analysis under way: when it has looked a ply deeper or, a tree search, about
  /// ten times a second; on a thread of the search. Empty: nobody is. Agents that answer at once need not
  /// care.
  virtual void watch(Watch<G> /*watch*/) {}

  /// Positions evaluated by all its choices since it was made, where it counts them: searches do. Else 0.
  virtual std::int64_t nodes() const { return 0; }

  /// The value of a position to the player about to roll, and all plays of a roll judged, best first.
  /// Agents without values (random, some outside programs) throw InputError("agent").
  virtual RollerValue<G> evaluate(const typename G::Position&) { throw no_values(); }
  virtual Report<G> analyse(const typename G::Position&, const typename G::Roll&) { throw no_values(); }

 private:
  static InputError no_values() { return {"agent", "this agent plays but puts no value on positions"}; }
};

}  // namespace alea
