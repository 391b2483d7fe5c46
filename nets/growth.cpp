#include "nets/growth.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "engine/error.hpp"
#include "engine/random.hpp"

namespace alea {

namespace {

DenseLayer zero_layer(int in, int out) {
  const auto size = static_cast<std::size_t>(in) * static_cast<std::size_t>(out);
  return {in, out, std::vector<float>(size), std::vector<float>(static_cast<std::size_t>(out))};
}

float& weight(DenseLayer& layer, int out, int in) {
  return layer
      .weight[static_cast<std::size_t>(out) * static_cast<std::size_t>(layer.in) + static_cast<std::size_t>(in)];
}
float weight(const DenseLayer& layer, int out, int in) { return weight(const_cast<DenseLayer&>(layer), out, in); }

/// The layer with `units` units that repeat its own in turn.
DenseLayer repeated(const DenseLayer& layer, int units) {
  DenseLayer wide = zero_layer(layer.in, units);
  for (int u = 0; u < units; ++u) {
    const int source = u % layer.out;
    for (int i = 0; i < layer.in; ++i) weight(wide, u, i) = weight(layer, source, i);
    wide.bias[static_cast<std::size_t>(u)] = layer.bias[static_cast<std::size_t>(source)];
  }
  return wide;
}

/// The layer that reads `inputs` repetitions of its own inputs and says the same.
DenseLayer shared_out(const DenseLayer& layer, int inputs, Random& random) {
  DenseLayer wide = zero_layer(inputs, layer.out);
  wide.bias = layer.bias;
  std::vector<double> shares;
  for (int u = 0; u < layer.out; ++u) {
    for (int source = 0; source < layer.in; ++source) {
      shares.clear();
      double sum = 0;
      for (int i = source; i < inputs; i += layer.in) sum += shares.emplace_back(0.5 + random.uniform());
      for (int i = source, n = 0; i < inputs; i += layer.in, ++n) {
        weight(wide, u, i) = static_cast<float>(static_cast<double>(weight(layer, u, source)) *
                                                (shares[static_cast<std::size_t>(n)] / sum));
      }
    }
  }
  return wide;
}

void widen(NetworkWeights& net, std::size_t layer, int units, Random& random) {
  if (net.layers[layer].out == units) return;
  net.layers[layer] = repeated(net.layers[layer], units);
  net.layers[layer + 1] = shared_out(net.layers[layer + 1], units, random);
  net.shape.hidden[layer] = units;
}

/// Inserts a layer before the output layer that passes on the one before it.
void append_identity(NetworkWeights& net) {
  const int units = net.layers.back().in;
  DenseLayer identity = zero_layer(units, units);
  for (int u = 0; u < units; ++u) weight(identity, u, u) = 1;
  net.layers.insert(net.layers.end() - 1, std::move(identity));
  net.shape.hidden.push_back(units);
}

/// Makes the output layer a hidden layer that holds every output as x and as -x, beside fresh units up to `units`, and
/// puts a new output layer behind it.
void append_split(NetworkWeights& net, int units, Random& random) {
  const DenseLayer outputs = net.layers.back();
  DenseLayer split = zero_layer(outputs.in, units);
  DenseLayer joined = zero_layer(units, outputs.out);
  for (int k = 0; k < outputs.out; ++k) {
    for (const auto& [unit, sign] : {std::pair(2 * k, 1.0F), std::pair(2 * k + 1, -1.0F)}) {
      for (int i = 0; i < outputs.in; ++i) weight(split, unit, i) = sign * weight(outputs, k, i);
      split.bias[static_cast<std::size_t>(unit)] = sign * outputs.bias[static_cast<std::size_t>(k)];
      weight(joined, k, unit) = sign;
    }
  }
  const double bound = std::sqrt(6.0 / outputs.in);  // He's variance, as in initial_weights
  for (int u = 2 * outputs.out; u < units; ++u) {
    for (int i = 0; i < outputs.in; ++i) {
      weight(split, u, i) = static_cast<float>((2 * random.uniform() - 1) * bound);
    }
  }
  net.layers.back() = std::move(split);
  net.layers.push_back(std::move(joined));
  net.shape.hidden.push_back(units);
}

enum class NewLayer { identity, split };

/// How each layer after those of the shape comes about; throws where one cannot.
std::vector<NewLayer> new_layers(const NetworkShape& from, const std::vector<int>& hidden) {
  const std::size_t kept = from.hidden.size();
  const int least = 2 * from.outputs;
  bool fits = kept > 0 && hidden.size() >= kept && hidden.size() <= NetworkShape::most_hidden;
  std::vector<NewLayer> added;
  int before = fits ? from.hidden.back() : 0;
  for (std::size_t n = 0; fits && n < hidden.size(); ++n) {
    if (n < kept) {
      fits = hidden[n] >= from.hidden[n];
    } else if (hidden[n] >= before) {
      added.push_back(NewLayer::identity);
    } else {
      fits = hidden[n] >= least;
      before = hidden[n];
      added.push_back(NewLayer::split);
    }
    fits = fits && hidden[n] <= NetworkShape::most_units;
  }
  if (fits) return added;
  throw InputError(
      "hidden", fmt::format("a network of hidden layers {} grows into one whose first layers are as wide or wider and "
                            "whose further layers are as wide as the one before or have {} units or more; found {}",
                            fmt::join(from.hidden, ","), least, fmt::join(hidden, ",")));
}

}  // namespace

NetworkWeights grow(const NetworkWeights& small, const std::vector<int>& hidden, std::uint64_t seed) {
  const std::size_t kept = small.shape.hidden.size();
  const std::vector<NewLayer> added = new_layers(small.shape, hidden);
  NetworkWeights net = small;
  Random random(seed, Purpose::weights, 1);  // generation 0 draws fresh networks
  for (std::size_t n = 0; n < added.size(); ++n) {
    if (added[n] == NewLayer::identity) {
      append_identity(net);
    } else {
      append_split(net, hidden[kept + n], random);
    }
  }
  for (std::size_t n = 0; n < hidden.size(); ++n) widen(net, n, hidden[n], random);
  return net;
}

void require_growth(const NetworkShape& small, const std::vector<int>& hidden) { new_layers(small, hidden); }

}  // namespace alea
