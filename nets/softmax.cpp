#include "nets/softmax.hpp"

#include <cassert>

namespace alea {

void softmax_rows(Eigen::ArrayXXf& outputs, int count, int results) {
  constexpr int rows = 16;
  assert(outputs.rows() % rows == 0 && count <= outputs.rows());
  for (int i = 0; i < count; i += rows) {
    auto logits = outputs.middleRows<rows>(i);
    Eigen::Array<float, rows, 1> most = logits.col(0), sum = Eigen::Array<float, rows, 1>::Zero();
    for (int k = 1; k < results; ++k) most = most.max(logits.col(k));
    for (int k = 0; k < results; ++k) sum += logits.col(k) = (logits.col(k) - most).exp();
    for (int k = 0; k < results; ++k) logits.col(k) /= sum;
  }
}

}  // namespace alea
