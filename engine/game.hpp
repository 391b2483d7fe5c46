// The contract between the games and everything that plays, searches and learns them.
//
//     A position is seen by the player about to roll (or, without dice, about to move). A roll happens to it; the
//     player answers with one play, a whole turn; the result is a position seen by whoever is next, nearly always the
//     opponent.
//
// A game is a type with static members only: variants that change the rules are part of the type (Diablo's size) or of
// the position (DVONN's phase), never global state.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/dice.hpp"
#include "engine/error.hpp"
#include "engine/play_list.hpp"
#include "engine/random.hpp"
#include "engine/value.hpp"

namespace alea {

/// Who is to move, in the words of notation: positions themselves are colourless and always the mover's own view.
/// `first` moves first: White in DVONN, Black in Diablo; in backgammon it is XGID's bottom player.
enum class Side : std::uint8_t { first, second };
constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

/// A position as people write it: with the side to move and the dice where the text carries them (an XGID).
template <class G>
struct Situation {
  typename G::Position position;
  Side to_move = Side::first;
  std::optional<typename G::Roll> roll = {};
};

/// Both sides of the contract, engine and users, may rely on:
///
/// - `Position` is trivially copyable and canonical: equal positions are equal bytes (no padding), so it can be hashed.
/// - `start(random)`: the start of a game; draws only in variants whose start is random.
/// - `rolls(p)`: the distinct rolls with probabilities that sum to 1; one roll with probability 1 without dice.
///   `opening_rolls(p)`: those of the first turn, for game drivers only (backgammon's 15 non-doubles).
/// - `plays(p, r, list)`: clears the list and fills it with every distinct result exactly once, each with one play that
///   leads to it (DVONN lists every play, also where two have one result). Never empty for a live position: no legal
///   move is one play, the pass. `p` must not be finished.
/// - `finished(p)`, and `result(p)`: the exact value of a finished position for the player who would be next, else
///   nothing.
/// - `same_mover(after)`: the player about to move at `after` is also the one whose play led there.
/// - `statistics`, `probabilities`, `flip`, `utility_weights`: see engine/value.hpp.
/// - Text: `parse_position` throws InputError("position"); `parse_roll` InputError("dice"); `find_play` reads a play in
///   any accepted spelling and returns its index in `list`, which holds the plays of (p, r), or throws
///   InputError("play") that says why it is illegal. `board` draws the position for a terminal.
template <class G>
concept Game = std::is_trivially_copyable_v<typename G::Position> &&
    std::has_unique_object_representations_v<typename G::Position> && std::equality_comparable<typename G::Position> &&
    std::is_trivially_copyable_v<typename G::Play> &&
    requires(const typename G::Position& p, const typename G::Roll& r, const typename G::Play& play, PlayList<G>& list,
             Random& random, std::string_view text, Side side, std::array<float, G::statistics> value) {
  { G::name() } -> std::convertible_to<std::string_view>;
  { G::start(random) } -> std::same_as<typename G::Position>;
  { G::rolls(p) } -> std::convertible_to<std::span<const Weighted<typename G::Roll>>>;
  { G::opening_rolls(p) } -> std::convertible_to<std::span<const Weighted<typename G::Roll>>>;
  { G::plays(p, r, list) } -> std::same_as<void>;
  { G::finished(p) } -> std::same_as<bool>;
  { G::result(p) } -> std::same_as<std::optional<RollerValue<G>>>;
  { G::same_mover(p) } -> std::same_as<bool>;
  { G::flip(value) } -> std::same_as<std::array<float, G::statistics>>;
  { G::utility_weights } -> std::convertible_to<std::array<float, G::statistics>>;
  requires G::probabilities >= 2 && G::probabilities <= G::statistics;
  { G::parse_position(text) } -> std::same_as<Situation<G>>;
  { G::format_position(p, side) } -> std::same_as<std::string>;
  { G::parse_roll(text) } -> std::same_as<typename G::Roll>;
  { G::format_roll(r) } -> std::same_as<std::string>;
  { G::find_play(p, r, list, text) } -> std::same_as<std::size_t>;
  { G::format_play(p, r, play) } -> std::same_as<std::string>;
  { G::board(p, side) } -> std::same_as<std::string>;
};

/// A game that also knows random starts: DVONN's variant with a random setup, Diablo's scattered boards.
template <class G>
concept HasRandomStart = requires(Random& random) {
  { G::random_start(random) } -> std::same_as<typename G::Position>;
};

/// Appends what G::format_play returns: in place where the game can (`G::append_play`), as tournaments write whole
/// games down.
template <class G>
void append_play(std::string& text, const typename G::Position& position, const typename G::Roll& roll,
                 const typename G::Play& play) {
  if constexpr (requires { G::append_play(text, position, roll, play); }) {
    G::append_play(text, position, roll, play);
  } else {
    text += G::format_play(position, roll, play);
  }
}

/// The side to move at `after`, reached by a play of `mover`.
template <class G>
Side next_side(const typename G::Position& after, Side mover) {
  return G::same_mover(after) ? mover : other(mover);
}

/// The value of a play to its maker, from the value of the position it led to.
template <class G>
MoverValue<G> seen_by_mover(const typename G::Position& after, const RollerValue<G>& value) {
  return {G::same_mover(after) ? value.of : G::flip(value.of)};
}

/// The value of a position to its roller, who is the mover of the play chosen there: no change of side, only of name.
template <class G>
RollerValue<G> seen_by_roller(const MoverValue<G>& value) {
  return {value.of};
}

}  // namespace alea
