// A DVONN program from outside as an agent, over the line protocol of the CodeCup contests.
#pragma once

#include <memory>

#include "engine/dvonn/dvonn.hpp"
#include "search/agent.hpp"
#include "selfplay/outside_program.hpp"

namespace alea {

/// Plays what a program answers that speaks the protocol of CodeCup 2011, a line for every play:
///
///     to the program      Start               it has White and begins
///                         B4, H5F5, PASS      the opponent's turns
///                         Quit                the game is over; its last play, if the opponent's, is not told
///     from the program    B4, H5F5, PASS      its own turns, also those without a choice
///
/// White's 49th placement and first stack move follow each other without a line in between. Every game is a run of the
/// program of its own, ended with the next game or with the agent: by `Quit`, and a second later by force. The protocol
/// tells the opponent's plays, not positions, so the agent has to be told of all turns (Agent::observe) from the empty
/// board on. Where it was not, the game began elsewhere, or a play was made in the program's name, `choose` throws
/// InputError("agent").
///
/// `choose` throws PlayerFailure when the program does not start, ends, uses up its time, or answers with anything but
/// a legal play; the message holds the command, what it was told and what it answered, and the end of what it printed
/// on standard error.
std::unique_ptr<Agent<Dvonn>> make_process_agent(const ProcessOptions& options);

}  // namespace alea
