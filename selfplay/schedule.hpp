// Settings that change as a run goes on, as functions of its progress in [0, 1].
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "selfplay/config.hpp"

namespace alea {

/// From learning_rate to final_learning_rate. Cosine: Loshchilov and Hutter, "SGDR" (2017), without restarts.
inline double learning_rate(const TrainConfig& config, double progress) {
  const double first = config.learning_rate, last = config.final_learning_rate;
  progress = std::clamp(progress, 0.0, 1.0);
  if (config.schedule == "constant") return first;
  if (config.schedule == "linear") return first + (last - first) * progress;
  if (config.schedule == "exponential") return first * std::pow(last / first, progress);
  return last + (first - last) * 0.5 * (1 + std::cos(std::numbers::pi * progress));
}

/// From lambda to final_lambda, linear, reached at lambda_until.
inline float lambda(const TrainConfig& config, double progress) {
  const double way = config.lambda_until > 0 ? std::min(progress / config.lambda_until, 1.0) : 1.0;
  return static_cast<float>(config.lambda + (config.final_lambda - config.lambda) * way);
}

}  // namespace alea
