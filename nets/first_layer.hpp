// The first layer as a sum of table rows, carried from each position to the next by the rows that differ.
// Method: Nasu, "Efficiently updatable neural network based evaluation functions" (NNUE, 2018).
#pragma once

#include <Eigen/Core>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "nets/dense.hpp"
#include "nets/features.hpp"
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
/// block; all do where siblings share too few rows.
struct RowSteps {
  std::vector<RowStep> steps;
  std::vector<std::int32_t> removed, added;  ///< rows of all steps, one after another

  /// For blocks of at most this many positions with at most `most` active rows.
  RowSteps(int positions, int most)
      : steps(static_cast<std::size_t>(positions)),
        removed(static_cast<std::size_t>(positions * most)),
        added(static_cast<std::size_t>(positions * most)) {}
};

/// Writes the steps through `positions`.
template <HasFeatures G>
void plan_steps(std::span<const typename G::Position> positions, RowSteps& plan) {
  constexpr auto most = static_cast<std::size_t>(Features<G>::max_active);
  std::int32_t *removed = plan.removed.data(), *added = plan.added.data();
  RowStep* step = plan.steps.data();
  for (const auto& position : positions) {
    if (sums_afresh<G> || &position == positions.data()) {
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
  /// The table of `layer` for the features of G.
  template <HasFeatures G>
  static FirstLayer of(const DenseLayer& layer) {
    FirstLayer first(layer, Features<G>::rows);
    std::vector<float> basis(static_cast<std::size_t>(layer.in));
    for (int row = 0; row < Features<G>::rows; ++row) {
      std::ranges::fill(basis, 0.F);
      Features<G>::add_basis(row, basis);
      first.set_row(row, layer, basis);
    }
    return first;
  }

  /// Units rounded up to whole vectors of 16; the surplus ones are always 0.
  int width() const { return width_; }

  /// y = max(0, pre-activations) for the first y.count positions of the plan.
  void apply(const RowSteps& plan, const Columns& y) const;

 private:
  FirstLayer(const DenseLayer& layer, int rows);
  void set_row(int row, const DenseLayer& layer, std::span<const float> basis);

  /// Units [unit, unit + vectors * lanes) of all positions: the sums stay in registers.
  template <int vectors>
  void apply_slice(const RowSteps& plan, const Columns& y, int unit) const;

  int width_;
  Eigen::ArrayXf bias_;
  Eigen::ArrayXf table_;  ///< rows x width
};

}  // namespace alea
