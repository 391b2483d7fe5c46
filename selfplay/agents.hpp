// From text to an agent.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "search/agent.hpp"
#include "search/evaluator.hpp"

namespace alea {

/// Makes the agent that `text` (selfplay/agent_text.hpp) describes:
///
///     default                 the game's strongest that answers within about a second
///     random                  any play, each with the same probability
///     net:weights=default     0-ply: the play whose position the evaluator likes best
///     expectimax:plies=2,filter=normal
///                             looks 0 to 4 plies ahead. filter: none, tiny, narrow, normal, large, huge; prune=NET
///                             judges the plays inside the tree first; star2=on (exact pruning); time, nodes: limits of
///                             a play; tables=on: exact values at the leaves (Diablo); threads=1; cache=16 MiB
///     handwritten:plies=0     the same with the evaluator written by hand (DVONN, Diablo)
///     alphabeta:time=1s       DVONN. Limits of a play: time, nodes, plies; of a game: game_time; threads=1; table=64
///     MiB exact                   Diablo up to 6x6: plays by tables alone (`alea solve`), an error outside them
///     gnubg:plies=0           GNU Backgammon (backgammon only), 0 to 4 plies
///     process:command=".."    a DVONN program outside, see process_agent.hpp; protocol=codecup, game_time=600s (up to
///                             86400s), memory=0 MiB (no limit), stderr=FILE (/dev/stderr passes it on)
///
/// `weights` names the evaluator of a search: default, fast or a file are networks, handwritten is the one written by
/// hand.
///
/// Throws InputError("agent") that lists what there is on an unknown kind or key, and for agents that the game lacks;
/// InputError("weights") on a damaged network file. Instantiated for every game of the registry.
template <Game G>
std::unique_ptr<Agent<G>> make_agent(std::string_view text);

/// The evaluator that `weights=NAME` names: a network, handwritten, or default, which is the one written by hand where
/// no network was trained. Throws and is instantiated as above.
template <Game G>
std::unique_ptr<Evaluator<G>> make_evaluator(const std::string& name);

}  // namespace alea
