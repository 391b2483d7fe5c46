// Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015) on the processor.
#pragma once

#include <cstdint>
#include <span>

namespace alea {

/// One step of it, as three factors.
struct AdamStep {
  static constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;

  double rate;    ///< of the learning, with the first moment's correction
  double square;  ///< the second moment's correction
  double decay;   ///< what remains of each parameter, decoupled (AdamW, Loshchilov and Hutter, 2019)

  /// Step number `step`, from 1, since the moments were zero.
  AdamStep(std::int64_t step, double learning_rate, double weight_decay);
};

/// Updates the moments by the gradient and the parameters by the moments; all are of one length. In one pass: what a
/// step of training writes and reads again would otherwise cost more than the arithmetic.
void apply(const AdamStep& step, std::span<const float> gradient, std::span<float> first_moment,
           std::span<float> second_moment, std::span<float> parameters);

}  // namespace alea
