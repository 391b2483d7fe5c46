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
///     default                 the game's strongest that answers within about a second; with keys those stand in place
///                             of its own: default:time=5s
///     random                  any play, each with the same probability
///     net:weights=default     0-ply: the play whose position the evaluator likes best
///     expectimax:plies=2      looks 0 to 4 plies ahead over all rolls; further keys:
///       filter=normal           none, tiny, narrow, normal, large or huge: which plays are looked at more closely
///       prune=NET               judges the plays inside the tree first
///       halves=32               Diablo, at most 10000: so many of each roll's plays inside the tree, those whose
///                               actions promise most each alone; 0 is all, and the default with filter=none
///       star2=on                exact pruning; on where the filter keeps all replies
///       time=1s, nodes=N        limits of a play
///       tables=on               exact values at the leaves where tables hold them; of races one-sided ones
///       threads=1, cache=16     threads; MiB
///     handwritten:plies=0     expectimax with the evaluator written by hand (DVONN, Diablo, hypergammon)
///     mcts:simulations=800    Monte-Carlo tree search; further keys:
///       c_puct=1                utility of exploring, 0.001 to 100
///       temperature=0.2         of the priors, which are exp(static utility / temperature), scaled; 0.001 to 100
///       widening=2              a roll visited n times visits at most 1 + widening * sqrt(n) plays; 0 to 1000, 0: all
///       halving=off             sequential halving at the root
///       time=1s, nodes=N        limits of a play, in place of simulations where these are not given
///       tables=on               exact values where tables hold them; of races one-sided ones
///       threads=1, arena=64     threads; MiB
///     alphabeta:time=1s       DVONN; further keys:
///       nodes=N, plies=N        limits of a play
///       game_time=60s           of a whole game
///       selective=on            plays that rank low are looked at less deeply first
///       threads=1, table=64     threads; MiB
///     exact                   by proof alone, an error where there is none: tables (`alea solve`), or for DVONN
///                             the solution of the ending (exact:time=10s; nodes, table=256)
///     gnubg:plies=0           GNU Backgammon (backgammon only), 0 to 4 plies; further keys:
///       prune=on                its pruning nets; on above 0 plies
///       host=127.0.0.1, port=N  one that listens there already (`external HOST:N`), with chequer play set as it is
///     process:command=".."    a program outside; further keys:
///       protocol=engine         the JSON lines of `alea engine` (engine_agent.hpp); DVONN's programs speak codecup
///                               (process_agent.hpp) where nothing else is said
///       time=86400s             of each turn
///       game_time=600s          of a whole game, up to 86400s
///       start_time=60s          until it answers at all (engine)
///       memory=0                MiB; 0: no limit
///       stderr=FILE             a copy of what it prints there, up to 16 MiB; /dev/stderr passes it on
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
