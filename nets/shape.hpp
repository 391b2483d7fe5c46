// What a network looks like, and its numbers: the common currency of playing, training and weight files.
#pragma once

#include <string>
#include <vector>

namespace alea {

/// A multilayer perceptron: inputs -> hidden[0] -> .. -> outputs. Every hidden layer is ReLU. The first `probabilities`
/// outputs are the logits of exclusive results (softmax), the others are expectations, linear.
struct NetworkShape {
  std::string features;     ///< Features<G>::name
  int inputs = 0;           ///< 1 to 65536
  std::vector<int> hidden;  ///< each 1 to 8192, at most 8 layers
  int outputs = 0;
  int probabilities = 0;

  bool operator==(const NetworkShape&) const = default;
};

/// One dense layer, y = W x + b. `weight` is row-major, out x in, as in PyTorch.
struct DenseLayer {
  int in = 0;
  int out = 0;
  std::vector<float> weight;
  std::vector<float> bias;
};

/// All parameters of a network, float32.
struct NetworkWeights {
  NetworkShape shape;
  std::vector<DenseLayer> layers;  ///< hidden.size() + 1 of them
};

}  // namespace alea
