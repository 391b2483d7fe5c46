// How a network sees a position.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/game.hpp"

namespace alea {

/// The features of game G: specialised in nets/features/<game>.hpp. Two views of one linear map:
///
///     playing:   active(p) lists the few rows of a table that sum to the first layer's pre-activation, so a
///                sibling costs the rows that differ
///     training:  inputs(p) is a short dense vector x; basis(row) is each row's own part of it, so that
///                sum over active rows of basis(row) == inputs(p)
///
/// The trained first layer W becomes the table basis * W when a network is loaded: training stays small and generalises
/// over counts, playing stays sparse. `name` is versioned: a weight file names it, and a change of meaning is a new
/// name.
template <class G>
struct Features;

/// How many rows two positions do not share.
struct RowDifference {
  int removed = 0;
  int added = 0;
};

template <class G>
concept HasFeatures = Game<G> &&
    requires(const typename G::Position& p, std::span<int> rows, std::span<float> x, int row) {
  { Features<G>::name } -> std::convertible_to<std::string_view>;
  { Features<G>::rows } -> std::convertible_to<int>;        ///< rows of the table
  { Features<G>::max_active } -> std::convertible_to<int>;  ///< no more rows are ever active; what buffers hold
  { Features<G>::inputs } -> std::convertible_to<int>;      ///< length of x
  /// Writes the active rows, ascending and each once; returns how many.
  { Features<G>::active(p, rows) } -> std::same_as<int>;
  /// Adds basis(row) to x.
  { Features<G>::add_basis(row, x) } -> std::same_as<void>;
  // Optional:
  //   RowDifference difference(from, to, removed, added)   quicker than comparing two lists of rows
  //   slots, fill(p, row_of_slot)                          see HasSlots
  //   constexpr float expectation_unit   what a network says of an expectation (DVONN's margin) is in this unit, so
  //                                      that its squared error weighs about as much as the results; 1 if not said
};

/// Features whose rows fall into groups of which at most one is active (one stack on a square): `fill` writes that row,
/// or -1, for each of the `slots` groups. Two positions are then compared by vectors, slot by slot.
template <class G>
concept HasSlots = HasFeatures<G> && requires(const typename G::Position& p, std::int16_t* row_of_slot) {
  { Features<G>::slots } -> std::convertible_to<int>;  ///< a multiple of simd::slot_lanes
  { Features<G>::fill(p, row_of_slot) } -> std::same_as<void>;
};

/// `active` of features that have slots: what `F::fill` writes, without the empty ones.
template <class F>
int active_in_slots(const typename F::Position& position, std::span<int> rows) {
  std::array<std::int16_t, F::slots> row_of_slot;
  F::fill(position, row_of_slot.data());
  int n = 0;
  for (const std::int16_t row : row_of_slot) {
    if (row >= 0) rows[static_cast<std::size_t>(n++)] = row;
  }
  return n;
}

/// See HasFeatures.
template <HasFeatures G>
inline constexpr float expectation_unit = [] {
  if constexpr (requires { Features<G>::expectation_unit; }) return Features<G>::expectation_unit;
  return 1.F;
}();

/// The dense inputs of `position`, written over x, which holds Features<G>::inputs numbers: what they are, not how they
/// are got fast (nets/input_basis.hpp).
template <HasFeatures G>
void write_inputs(const typename G::Position& position, std::span<float> x) {
  std::array<int, Features<G>::max_active> rows;
  const auto n = static_cast<std::size_t>(Features<G>::active(position, rows));
  std::ranges::fill(x, 0.F);
  for (const int row : std::span(rows).first(n)) Features<G>::add_basis(row, x);
}

/// The rows of `from` that `to` lacks, and the rows of `to` that `from` lacks; both buffers hold max_active.
template <HasFeatures G>
RowDifference row_difference(const typename G::Position& from, const typename G::Position& to, std::span<int> removed,
                             std::span<int> added) {
  if constexpr (requires { Features<G>::difference(from, to, removed, added); }) {
    return Features<G>::difference(from, to, removed, added);
  } else {
    std::array<int, Features<G>::max_active> a, b;
    const auto before = std::span(a).first(static_cast<std::size_t>(Features<G>::active(from, a)));
    const auto after = std::span(b).first(static_cast<std::size_t>(Features<G>::active(to, b)));
    const auto gone = std::ranges::set_difference(before, after, removed.begin()).out;
    const auto come = std::ranges::set_difference(after, before, added.begin()).out;
    return {static_cast<int>(gone - removed.begin()), static_cast<int>(come - added.begin())};
  }
}

}  // namespace alea
