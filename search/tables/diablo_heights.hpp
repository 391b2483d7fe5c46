// The heights of all positions of a slice that have one pattern, side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/tables/diablo_slice.hpp"

namespace alea::diablo {

/// What SliceIndex numbers, as lists: one for all patterns. Stacks are counted in the order of their squares. A side
/// has at most 8.
class Heights {
 public:
  explicit Heights(const Slice& slice);

  std::size_t own() const { return own_; }      ///< distributions of the player about to roll
  std::size_t their() const { return their_; }  ///< of the opponent
  std::size_t positions() const { return own_ * their_; }

  /// By number of the distribution: the checkers of a set of own stacks, a bit each.
  const std::uint16_t* own_sum(std::uint8_t stacks) const { return own_sums_.data() + stacks * own_; }
  /// By number of the distribution: the height of one of the opponent's stacks.
  const std::uint16_t* their_height(int stack) const {
    return their_heights_.data() + static_cast<std::size_t>(stack) * their_;
  }

 private:
  std::size_t own_, their_;
  std::vector<std::uint16_t> own_sums_, their_heights_;
};

/// A set of positions of a row, such as those of which something is a turn: a word for each position, `possible` or
/// `never`. All own distributions stand side by side, for the opponent's first, then for the second, and so on. A word
/// rather than a bit, so that the code of a result, or-ed with it, becomes that of a turn that does not pay.
using Mask = std::vector<std::uint16_t>;
inline constexpr std::uint16_t possible = 0, never = 0xffff;

inline bool is_possible(const Mask& mask) {
  std::uint16_t all = never;
  for (const std::uint16_t word : mask) all &= word;
  return all != never;
}

/// Takes the positions of `those` out of `mask`.
inline void exclude(const Mask& those, Mask& mask) {
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] |= static_cast<std::uint16_t>(~those[i]);
}

}  // namespace alea::diablo
