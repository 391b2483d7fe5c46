#include "nets/adam.hpp"

#include <cassert>
#include <cmath>

#include "nets/in_parts.hpp"

namespace alea {

AdamStep::AdamStep(std::int64_t step, double learning_rate, double weight_decay)
    : rate(learning_rate / (1 - std::pow(beta1, static_cast<double>(step)))),
      square(1 / (1 - std::pow(beta2, static_cast<double>(step)))),
      decay(1 - learning_rate * weight_decay) {}

namespace {

/// The factors as the loop needs them.
struct Factors {
  float rate, square, decay;
};

/// A function of its own, on distinct arrays: compilers make vectors of it.
void apply_part(Factors by, std::size_t n, const float* __restrict gradient, float* __restrict first_moment,
                float* __restrict second_moment, float* __restrict parameters) {
  constexpr auto new1 = static_cast<float>(1 - AdamStep::beta1), new2 = static_cast<float>(1 - AdamStep::beta2);
  constexpr auto epsilon = static_cast<float>(AdamStep::epsilon);
  for (std::size_t i = 0; i < n; ++i) {
    const float g = gradient[i];
    const float mean = first_moment[i] + new1 * (g - first_moment[i]);
    const float variance = second_moment[i] + new2 * (g * g - second_moment[i]);
    first_moment[i] = mean;
    second_moment[i] = variance;
    parameters[i] = by.decay * parameters[i] - by.rate * mean / (std::sqrt(by.square * variance) + epsilon);
  }
}

}  // namespace

void apply(const AdamStep& step, std::span<const float> gradient, std::span<float> first_moment,
           std::span<float> second_moment, std::span<float> parameters) {
  assert(gradient.size() == parameters.size() && first_moment.size() == parameters.size() &&
         second_moment.size() == parameters.size());
  const Factors by{static_cast<float>(step.rate), static_cast<float>(step.square), static_cast<float>(step.decay)};
  constexpr std::size_t part = 8192;
  in_parts(parameters.size(), part, [&](std::size_t first, std::size_t last) {
    apply_part(by, last - first, gradient.data() + first, first_moment.data() + first, second_moment.data() + first,
               parameters.data() + first);
  });
}

}  // namespace alea
