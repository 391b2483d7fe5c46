// What training makes small.
#pragma once

#include <span>

#include "nets/learner.hpp"

namespace alea {

/// The loss of a batch (learner.hpp) as `loss` and `parts`, and its gradient by the outputs, into `gradient`. All spans
/// are batch x shape.outputs, row-major, with a batch of at least 1; `outputs` are what the last layer gives, logits
/// and expectations.
StepReport loss_and_gradient(const NetworkShape& shape, std::span<const float> outputs, std::span<const float> targets,
                             std::span<float> gradient);

}  // namespace alea
