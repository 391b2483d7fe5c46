// The exact value of a small position, by looking at everything.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <map>

#include "engine/game.hpp"

namespace alea::models {

/// Expectimax to the end of the game: the mean over all rolls of the play that is best for whoever makes it by the
/// game's own utility. Every position below the one asked for is visited and remembered, so ask for small ones; the
/// game must not be able to return to a position (races, Diablo and DVONN cannot; backgammon with contact can).
template <Game G>
class BruteForce {
 public:
  RollerValue<G> operator()(const typename G::Position& position) {
    if (const auto result = G::result(position)) return *result;
    const auto known = values_.find(bytes(position));
    if (known != values_.end()) return known->second;
    RollerValue<G> mean;
    for (const auto& [roll, probability] : G::rolls(position)) {
      mean.add(static_cast<float>(probability), seen_by_roller(best(position, roll)));
    }
    return values_[bytes(position)] = mean;
  }

  /// The best play's value to its maker; the first of equals.
  MoverValue<G> best(const typename G::Position& position, const typename G::Roll& roll) {
    PlayList<G> list(64);
    G::plays(position, roll, list);
    MoverValue<G> best;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto value = seen_by_mover<G>(list.position(i), (*this)(list.position(i)));
      if (i == 0 || utility_(value) > utility_(best)) best = value;
    }
    return best;
  }

  float utility(const typename G::Position& position) { return utility_((*this)(position)); }

  std::size_t positions() const { return values_.size(); }

 private:
  using Bytes = std::array<unsigned char, sizeof(typename G::Position)>;
  static Bytes bytes(const typename G::Position& position) { return std::bit_cast<Bytes>(position); }

  const Utility<G> utility_;
  std::map<Bytes, RollerValue<G>> values_;
};

}  // namespace alea::models
