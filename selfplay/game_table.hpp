// One thread's place where two agents, A and B, play one game after another. Matches and tournaments share it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/registry.hpp"
#include "search/agent.hpp"

namespace alea {

enum Player : std::size_t { player_a, player_b };

/// What changes games. Each game has a stream of dice of its own, from which its start and all its rolls are drawn; the
/// two games of a pair, 2k and 2k+1, share one from its beginning, the opening roll included, so that each agent has
/// the other's luck for as long as the games agree. Its random start and random first turns are shared by a pair, too:
/// what keeps deterministic agents of a game without dice from playing one game again and again.
struct GameOptions {
  bool paired = false;
  std::uint64_t seed = 1;
  bool random_start = false;  ///< games begin with G::random_start (DVONN, Diablo)
  int random_turns = 0;       ///< so many first turns of a game are drawn at random from all plays
  int max_turns = 10'000;     ///< a longer game is cut off
};

/// A turn that was chosen and is about to be made.
template <Game G>
struct Turn {
  int number;  ///< 0, 1, ..
  Side side;   ///< to move at `position`
  Player player;
  const typename G::Position& position;
  const typename G::Roll& roll;
  const PlayList<G>& plays;
  std::size_t chosen;
};

/// How a game talks to its owner. Any may be empty.
template <Game G>
struct GameHooks {
  std::function<void(const typename G::Position& start, Side first)> begin = {};  ///< once the start is drawn
  std::function<bool()> stop = {};                   ///< asked before every turn: true ends the game with GameStopped
  std::function<void(const Turn<G>&)> observe = {};  ///< after the agents' own `observe`
  /// The value of a position to the player about to roll, if the game is to end there, its result being known.
  std::function<std::optional<RollerValue<G>>(const typename G::Position&)> adjudicate = {};
};

/// A game was stopped by its owner.
struct GameStopped {};

/// How a game went, or how far it came.
struct GameOutcome {
  enum class End : std::uint8_t { unfinished, finished, adjudicated, cut_off };
  static constexpr int no_result = -1;

  End end = End::unfinished;
  /// A's: an index into result_names (selfplay/scoring.hpp). None if cut off, or adjudicated while there is still more
  /// than one result possible.
  int result = no_result;
  double score = 0;                     ///< A's (score_of); expected, if adjudicated; a draw's, 0 points, if cut off
  int turns = 0;                        ///< of both, random first turns included
  std::uint64_t line = 0;               ///< hash of A's side and the positions of the game: equal for equal games
  std::array<int, 2> plays{};           ///< chosen by A and by B
  std::array<double, 2> seconds{};      ///< that they took
  std::array<std::int64_t, 2> nodes{};  ///< positions that they evaluated (Agent::nodes), in games that came to an end
  std::optional<Player> failed = {};    ///< whose agent threw or chose a play that does not exist
};

/// Owns its agents. One game at a time, on one thread.
template <Game G>
class GameTable {
 public:
  using Position = typename G::Position;

  struct Seat {
    std::string name;  ///< for messages
    std::unique_ptr<Agent<G>> agent;
  };

  /// InputError("random-start") where the game has none.
  GameTable(Seat a, Seat b, const GameOptions& options);

  /// Plays game `number`, which depends on the options and the agents alone: A moves first in games 0, 2, 4, .. It
  /// starts at `*start`, if not null, with `first` to move, in the words of notation.
  ///
  /// When an agent throws InputError or RuntimeFailure, or chooses an index out of range (RuntimeFailure), that error
  /// is thrown, its message naming the agent, the game and the position; GameStopped when `hooks.stop` says so.
  /// outcome() then tells how far the game came.
  const GameOutcome& play(std::int64_t number, const GameHooks<G>& hooks = {}, const Position* start = nullptr,
                          Side first = Side::first);

  const GameOutcome& outcome() const { return outcome_; }  ///< of the last game

 private:
  Position draw_start(Random& dice) const;
  std::size_t choose(Player player, Side side, const Position& position, const typename G::Roll& roll, Random& random);
  template <class Question, class Place>
  void ask(Player player, const Question& question, const Place& place);
  void settle(const std::optional<RollerValue<G>>& value_to_a, bool finished);

  std::array<Seat, 2> seats_;
  GameOptions options_;
  PlayList<G> plays_;
  GameOutcome outcome_;
  std::int64_t number_ = 0;
};

#define ALEA_DECLARE(G) extern template class GameTable<G>;
ALEA_FOR_EACH_GAME(ALEA_DECLARE)
#undef ALEA_DECLARE

}  // namespace alea
