// Games whose turns are two actions, and what there is after the first one.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/game.hpp"

namespace alea {

/// The numbers of the two actions of a play.
using ActionNumbers = std::array<std::uint32_t, 2>;

/// Specialised, beside the game, for games whose turns are two actions:
///
/// - `list(position, plays)`: clears the list and fills it with every action that a turn at `position` can begin with,
///   whatever the roll, as plays of this one action; the positions are as if the turn ended there. The first entry is
///   no action at all. `position` must not be finished.
/// - `numbers_of(play)`: the actions, below `numbers`, whose effects about add up to that of the play: its own two;
///   none, which has the number 0, for the second one where the first changed what it does. Numbers that are not in the
///   list are actions that only became possible. Nothing where adding up would mislead.
template <class G>
struct HalfTurns {};

template <class G>
concept HasHalfTurns = requires(const typename G::Position& position, const typename G::Play& play,
                                PlayList<G>& plays) {
  { HalfTurns<G>::list(position, plays) } -> std::same_as<void>;
  { HalfTurns<G>::numbers_of(play) } -> std::same_as<std::optional<ActionNumbers>>;
  { HalfTurns<G>::numbers } -> std::convertible_to<std::size_t>;
};

}  // namespace alea
