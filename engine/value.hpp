// What a position is worth, and to whom.
#pragma once

#include <array>
#include <cstddef>

namespace alea {

/// Whose chances a Value tells. The classic bug of this field is a value read from the wrong side, so the side is part
/// of the type and only `flip` (and `seen_by_mover`, engine/game.hpp) crosses it.
enum class View {
  roller,  ///< the player about to roll (or move) at the position
  mover,   ///< the player whose play led to the position
};

/// Expected terminal statistics of a position: first `G::probabilities` exclusive results that sum to 1, then other
/// expectations (DVONN's margin). Averaging over rolls is averaging these vectors. What each entry means is said by
/// the game's own header.
template <class G, View V>
struct Value {
  std::array<float, G::statistics> of{};

  float& operator[](std::size_t i) { return of[i]; }
  float operator[](std::size_t i) const { return of[i]; }

  /// *this += weight * other. Only values of one view add up.
  void add(float weight, const Value& other) {
    for (std::size_t i = 0; i < of.size(); ++i) of[i] += weight * other.of[i];
  }

  bool operator==(const Value&) const = default;
};

template <class G>
using RollerValue = Value<G, View::roller>;
template <class G>
using MoverValue = Value<G, View::mover>;

/// The same chances told by the opponent.
template <class G, View V>
Value<G, V> flip(const Value<G, V>& value) {
  return {G::flip(value.of)};
}

/// What decisions maximise: a linear function of a value, for the player whose view it is. The default is the game's
/// own (backgammon: cubeless money points; Diablo and DVONN: win - lose).
template <class G>
struct Utility {
  std::array<float, G::statistics> weights = G::utility_weights;

  template <View V>
  float operator()(const Value<G, V>& value) const {
    float sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * value.of[i];
    return sum;
  }
};

}  // namespace alea
