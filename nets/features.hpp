// How a network sees a position.
#pragma once

#include <concepts>
#include <span>
#include <string_view>

#include "engine/game.hpp"

namespace alea {

/// The features of game G: specialised in nets/features/<game>.hpp. Two views of one linear map:
///
///     playing:   active(p) lists the few rows of a table that sum to the first layer's pre-activation
///                (one-hot: one row per occupied point), so a sibling costs the rows that differ
///     training:  inputs(p) is a short dense vector x; basis() tells each row's own x, so that
///                sum over active rows of basis(row) == inputs(p)
///
/// The trained first layer W (inputs x hidden) becomes the table basis * W when a network is loaded: training stays
/// small and generalises over counts, playing stays sparse. `name` is versioned: a weight file names it, and a change
/// of meaning is a new name.
template <class G>
struct Features;

template <class G>
concept HasFeatures = requires(const typename G::Position& p, std::span<int> rows, std::span<float> x, int row) {
  { Features<G>::name } -> std::convertible_to<std::string_view>;
  { Features<G>::rows } -> std::convertible_to<int>;        ///< rows of the table
  { Features<G>::max_active } -> std::convertible_to<int>;  ///< most rows active at once
  { Features<G>::inputs } -> std::convertible_to<int>;      ///< length of x
  /// Writes the active rows, ascending; returns how many.
  { Features<G>::active(p, rows) } -> std::same_as<int>;
  /// Adds basis(row) to x.
  { Features<G>::add_basis(row, x) } -> std::same_as<void>;
};

}  // namespace alea
