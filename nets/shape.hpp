// What a network looks like, and its numbers: the common currency of playing, training and weight files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace alea {

/// A multilayer perceptron: inputs -> hidden[0] -> .. -> outputs. Every hidden layer is ReLU. The first `probabilities`
/// outputs are the logits of exclusive results (softmax), the others are expectations, linear.
struct NetworkShape {
  static constexpr int most_inputs = 65536;
  static constexpr int most_units = 8192;  ///< of a hidden layer
  static constexpr std::size_t most_hidden = 8;
  static constexpr int most_outputs = 64;

  std::string features;     ///< Features<G>::name
  int inputs = 0;           ///< 1 to most_inputs
  std::vector<int> hidden;  ///< each 1 to most_units, at most most_hidden layers
  int outputs = 0;          ///< 2 to most_outputs
  int probabilities = 0;    ///< 2 to outputs

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

/// What is wrong with a shape's numbers, in words; empty if nothing is.
std::string shape_error(const NetworkShape& shape);

/// The layers of a shape with all weights and biases zero.
NetworkWeights zero_weights(const NetworkShape& shape);

/// Fresh weights drawn from (seed, Purpose::weights): uniform with He's variance 2 / in for the hidden layers (He,
/// Zhang, Ren, Sun, "Delving deep into rectifiers", 2015), a tenth of that range for the output layer, so that every
/// result starts out about as likely as any other; biases zero.
NetworkWeights initial_weights(const NetworkShape& shape, std::uint64_t seed);

}  // namespace alea
