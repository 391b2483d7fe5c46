// From logits to probabilities, many positions at a time.
#pragma once

#include <Eigen/Core>

namespace alea {

/// Softmax over the first `results` columns of the first `count` rows, in place; a row is a position. Rows are taken by
/// sixteens: `outputs` has, and changes, count rounded up.
void softmax_rows(Eigen::ArrayXXf& outputs, int count, int results);

}  // namespace alea
