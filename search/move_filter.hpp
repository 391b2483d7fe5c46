// Which plays of a turn deserve a deeper look.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace alea {

/// Keeps the best plays by what is known of them so far: `accept` of them in any case, then up to `extra` more that are
/// at most `threshold` (in units of utility) behind the best. The best play of all is always kept.
struct MoveFilter {
  int accept = 0;
  int extra = 0;
  float threshold = 0;

  static constexpr MoveFilter all() { return {std::numeric_limits<int>::max(), 0, 0}; }
  static constexpr MoveFilter best() { return {1, 0, 0}; }
  constexpr bool keeps_all() const { return accept == std::numeric_limits<int>::max(); }

  /// `order` holds indices into `utilities`. Those of the kept plays come to its front, best first, the lower index
  /// first of equals; returns how many there are. What follows them is in no order.
  std::size_t select(std::span<const float> utilities, std::span<std::uint32_t> order) const;

  bool operator==(const MoveFilter&) const = default;
};

/// The filters of a search that looks several plies ahead.
///
///     the turn to be played     all plays --after[0]--> 1 ply --after[1]--> 2 plies --after[2]--> 3 plies ..
///     replies inside the tree   all plays --inner-----> one ply less than their parent
///
/// A level whose filter keeps all is skipped on the way to a deeper one: with `normal`, 2 plies follow 0 plies.
struct MoveFilters {
  static constexpr int levels = 4;

  std::array<MoveFilter, levels> after;  ///< after[n] is applied to values of n plies; beyond the last all are kept
  MoveFilter inner;

  MoveFilter after_plies(int plies) const {
    return plies < levels ? after[static_cast<std::size_t>(plies)] : MoveFilter::all();
  }
  bool operator==(const MoveFilters&) const = default;
};

/// `none` keeps everything everywhere: full width. `tiny`, `narrow`, `normal`, `large` and `huge` are the predefined
/// settings of GNU Backgammon 1.07 (its command `show evaluation` tells them), which looks at the best static reply
/// alone inside the tree. Throws InputError("filter") that lists the names.
const MoveFilters& find_move_filters(std::string_view name);

}  // namespace alea
