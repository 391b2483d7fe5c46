// When training has stopped getting better.
#pragma once

#include <optional>

namespace alea {

/// Counts the measurements since the last gain. Part of a run's state.
struct Plateau {
  std::optional<double> best;  ///< the figure (Measurement::figure) of the last gain
  int without_gain = 0;        ///< measurements since

  /// Whether this figure is a gain: the first one, or better than the last gain's by `least_gain` or more.
  bool gains(double figure, double least_gain) {
    const bool gain = !best || figure >= *best + least_gain;
    if (gain) best = figure;
    without_gain = gain ? 0 : without_gain + 1;
    return gain;
  }

  /// Whether `patience` measurements brought nothing; never with 0.
  bool reached(int patience) const { return patience > 0 && without_gain >= patience; }
};

}  // namespace alea
