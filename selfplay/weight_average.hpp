// An exponential average of a network's weights along its training (Polyak and Juditsky, "Acceleration of stochastic
// approximation by averaging", 1992; as used for evaluation since TensorFlow's moving averages).
#pragma once

#include <algorithm>
#include <cstdint>

#include "nets/shape.hpp"

namespace alea {

class WeightAverage {
 public:
  /// `decay` a step, in [0, 1); 0 turns it off.
  explicit WeightAverage(double decay) : decay_(decay) {}

  bool active() const { return decay_ > 0; }
  const NetworkWeights& weights() const { return average_; }

  void begin(NetworkWeights weights, std::int64_t steps = 0) {
    average_ = std::move(weights);
    steps_ = steps;
  }

  /// The first steps count more, so that the beginning is soon forgotten.
  void add(const NetworkWeights& weights) {
    ++steps_;
    const double n = static_cast<double>(steps_);
    const auto share = static_cast<float>(1 - std::min(decay_, n / (n + 9)));
    for (std::size_t i = 0; i < average_.layers.size(); ++i) {
      approach(average_.layers[i].weight, weights.layers[i].weight, share);
      approach(average_.layers[i].bias, weights.layers[i].bias, share);
    }
  }

 private:
  static void approach(std::vector<float>& from, const std::vector<float>& to, float share) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] += share * (to[i] - from[i]);
  }

  double decay_;
  std::int64_t steps_ = 0;
  NetworkWeights average_;
};

}  // namespace alea
