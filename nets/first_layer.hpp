// The first layer as a sum of table rows, carried from each position to the next by the rows that differ.
// Method: Nasu, "Efficiently updatable neural network based evaluation functions" (NNUE, 2018).
#pragma once

#include <Eigen/Core>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "nets/dense.hpp"
#include "nets/features.hpp"
#include "nets/input_basis.hpp"
#include "nets/shape.hpp"
#include "nets/simd.hpp"

namespace alea {

/// What turns the sums of one position into those of the next.
struct RowStep {
  std::int32_t removed = 0;  ///< how many rows are taken,
  std::int32_t added = 0;    ///< and how many are added,
  bool fresh = false;        ///< here to the biases alone
};

/// The steps through one block of positions. The first starts afresh, so that rounding never travels further than a
/// block.
struct RowSteps {
  std::vector<RowStep> steps;
  std::vector<std::int32_t> removed, added;  ///< rows of all steps, one after another

  /// For blocks of at most this many positions with at most `most` active rows.
  RowSteps(int positions, int most)
      : steps(static_cast<std::size_t>(positions)),
        removed(static_cast<std::size_t>(positions * most + 1)),
        added(static_cast<std::size_t>(positions * most + 1)) {}
};

/// Where the rows of the next step are written.
struct RowCursor {
  std::int32_t* removed;
  std::int32_t* added;
};

/// The step from `before` to `after`, the rows of all slots.
template <HasSlots G>
RowStep compare_slots(const std::int16_t* before, const std::int16_t* after, RowCursor to) {
  constexpr int slots = Features<G>::slots;
  RowStep step;
  const auto append = [](std::int32_t* list, std::int32_t& n, std::int16_t row) {
    list[n] = row;  // where no row is active, the next one is written over it
    n += row >= 0;
  };
  for (int first = 0; first < slots; first += simd::slot_lanes) {
    for (std::uint32_t left = simd::different(before + first, after + first); left != 0; left &= left - 1) {
      const int slot = first + std::countr_zero(left);
      append(to.removed, step.removed, before[slot]);
      append(to.added, step.added, after[slot]);
    }
  }
  return step;
}

/// No row in any slot.
template <HasSlots G>
inline constexpr auto no_rows = [] {
  std::array<std::int16_t, Features<G>::slots> rows{};
  rows.fill(-1);
  return rows;
}();

template <HasSlots G>
int active_slots(const std::int16_t* rows) {
  int active = 0;
  for (int first = 0; first < Features<G>::slots; first += simd::slot_lanes) {
    active += std::popcount(simd::different(no_rows<G>.data() + first, rows + first));
  }
  return active;
}

/// The step that sums all rows afresh.
template <HasSlots G>
RowStep sum_slots(const std::int16_t* rows, RowCursor to) {
  RowStep step = compare_slots<G>(no_rows<G>.data(), rows, to);
  step.fresh = true;
  return step;
}

/// Writes the steps through `positions`: by the rows that differ, or afresh where that is less.
template <HasSlots G>
void plan_steps(std::span<const typename G::Position> positions, RowSteps& plan) {
  constexpr std::size_t slots = Features<G>::slots;
  alignas(64) std::array<std::int16_t, slots> rows[2];
  RowCursor to{plan.removed.data(), plan.added.data()};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    std::int16_t *const before = rows[(i + 1) % 2].data(), *const after = rows[i % 2].data();
    Features<G>::fill(positions[i], after);
    RowStep step = i == 0 ? sum_slots<G>(after, to) : compare_slots<G>(before, after, to);
    if (!step.fresh && step.removed + step.added > active_slots<G>(after)) step = sum_slots<G>(after, to);
    to.removed += step.removed, to.added += step.added;
    plan.steps[i] = step;
  }
}

template <HasFeatures G>
requires(!HasSlots<G>) void plan_steps(std::span<const typename G::Position> positions, RowSteps& plan) {
  constexpr auto most = static_cast<std::size_t>(Features<G>::max_active);
  std::int32_t *removed = plan.removed.data(), *added = plan.added.data();
  RowStep* step = plan.steps.data();
  for (const auto& position : positions) {
    if (&position == positions.data()) {
      *step = {0, Features<G>::active(position, {added, most}), true};
    } else {
      const RowDifference difference = row_difference<G>(*(&position - 1), position, {removed, most}, {added, most});
      *step = {difference.removed, difference.added, false};
    }
    removed += step->removed;
    added += step->added;
    ++step;
  }
}

/// basis * W: a row of the table is what one feature row adds to the pre-activations.
class FirstLayer {
 public:
  /// The table of `layer` for the features that `basis` is of.
  FirstLayer(const DenseLayer& layer, const InputBasis& basis);

  /// Units rounded up to whole vectors of 16; the surplus ones are always 0.
  int width() const { return width_; }

  /// y = max(0, pre-activations) for the first y.count positions of the plan.
  void apply(const RowSteps& plan, const Columns& y) const;

 private:
  /// Units [unit, unit + vectors * lanes) of all positions: the sums stay in registers.
  template <int vectors>
  void apply_slice(const RowSteps& plan, const Columns& y, int unit) const;

  int width_;
  Eigen::ArrayXf bias_;
  Eigen::ArrayXXf table_;  ///< a column of width_ units for each row of the features
};

}  // namespace alea
