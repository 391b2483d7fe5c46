#include "nets/loss.hpp"

#include <algorithm>
#include <cmath>

namespace alea {

namespace {

/// Cross-entropy with softmax: d/dz of -sum t log softmax(z) is softmax(z) * sum t - t.
void surprise(std::span<const float> logits, std::span<const float> targets, std::span<float> gradient, double* parts) {
  const float most = *std::ranges::max_element(logits);
  float sum = 0, weight = 0;
  for (std::size_t k = 0; k < logits.size(); ++k) {
    gradient[k] = std::exp(logits[k] - most);
    sum += gradient[k];
    weight += targets[k];
  }
  const float log_sum = most + std::log(sum), scale = weight / sum;
  for (std::size_t k = 0; k < logits.size(); ++k) {
    parts[k] += static_cast<double>(targets[k] * (log_sum - logits[k]));
    gradient[k] = scale * gradient[k] - targets[k];
  }
}

void square_error(std::span<const float> outputs, std::span<const float> targets, std::span<float> gradient,
                  double* parts) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const float error = outputs[k] - targets[k];
    parts[k] += static_cast<double>(error * error);
    gradient[k] = 2 * error;
  }
}

}  // namespace

StepReport loss_and_gradient(const NetworkShape& shape, std::span<const float> outputs, std::span<const float> targets,
                             std::span<float> gradient) {
  const auto width = static_cast<std::size_t>(shape.outputs), results = static_cast<std::size_t>(shape.probabilities);
  StepReport report;
  for (std::size_t at = 0; at < outputs.size(); at += width) {
    const auto y = outputs.subspan(at, width), t = targets.subspan(at, width);
    const auto g = gradient.subspan(at, width);
    surprise(y.first(results), t.first(results), g.first(results), report.parts.data());
    square_error(y.subspan(results), t.subspan(results), g.subspan(results), report.parts.data() + results);
  }
  const double batch = static_cast<double>(outputs.size() / width);
  for (double& part : report.parts) {
    part /= batch;
    report.loss += part;
  }
  for (float& g : gradient) g /= static_cast<float>(batch);
  return report;
}

}  // namespace alea
