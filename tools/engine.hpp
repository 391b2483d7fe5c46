// Conversations in which the program answers others on standard input and output: the protocols of `alea engine`.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace alea::tools {

/// How the program plays on behalf of its caller.
struct EnginePlayer {
  std::string agent = "default";
  std::string game_time = {};  ///< for all its turns of a game, as in an agent's text; empty: the agent's own
  std::uint64_t seed = 1;      ///< of what the agent draws
};

/// Plays one game of DVONN as a program of the CodeCup contests does (the protocol: selfplay/process_agent.hpp),
/// answering each line at once; returns at `Quit` or at the end of the input. Throws InputError that names the line.
void serve_codecup(const EnginePlayer& player, std::istream& in, std::ostream& out);

/// Plays backgammon or hypergammon as an engine of the Universal Backgammon Interface, version 0.2 (UBGI; begun by
/// Schoenning-Johansen, 2025; this is the version of the match runner bgci): one turn at a time, whatever the game so
/// far.
///
///     ubgi                               id name alea .. ubgiok
///     isready                            readyok
///     newgame
///     position gnubgid 4HPwATDgc/ABMA    or xgid
///     dice 3 1
///     go                                 bestmove 8/5 6/5
///     set engine.agent expectimax        beside it game.variant, engine.seed; keys lists them, get KEY tells one
///     quit
///
/// What is no command, or a wrong one, is answered with `error CODE DETAIL`, and the conversation goes on. There is no
/// cube. Returns at `quit` or at the end of the input. Throws RuntimeFailure when the output fails.
void serve_ubgi(const EnginePlayer& player, std::istream& in, std::ostream& out);

/// Answers requests, one JSON object a line, on `threads` threads (0: one per core), in any order; returns when the
/// input has ended and all is answered. A request has an `id`, a text or a number, that its answer repeats, and an
/// `op`:
///
///     {"id":1,"op":"plays","game":"backgammon","position":"4HPwATDgc/ABMA","dice":"3-1"}
///     {"id":2,"op":"apply", game, position, dice, "play":"8/5 6/5"}
///     {"id":3,"op":"evaluate", game, position, "agent":"net"}
///     {"id":4,"op":"analyse", game, position, dice, agent, "top":5, "time":2.5, "every":0.5}
///     {"id":5,"op":"rollout", game, position, dice, agent, "weights":"default","trials":1296,"turns":11,"luck":true,
///                             "seed":1, top, time, every}
///     {"id":6,"op":"terminate","target":4}      without a target all
///     {"id":7,"op":"version"}
///
/// Fields mean what the options of the command of that name mean, the answer has what it prints with `--json`. The
/// search of `evaluate` and `analyse` is limited by `time` (seconds), `nodes`, `plies` or `simulations`, in place of
/// what the agent's text says and as far as the agent knows them; a rollout by `time`. With `every`, so many seconds
/// apart, answers with
/// `"under_way":true` tell what was found so far, in the shape of the last one, which has no such key. A
/// terminated request is answered with `"terminated":true`, and what its search has found if it was under way. An error
/// is `"error":{"field","message"}`; without a readable id it has the number of the `line`. Throws RuntimeFailure when
/// the output fails.
void serve_json(const std::string& default_agent, int threads, std::istream& in, std::ostream& out);

}  // namespace alea::tools
