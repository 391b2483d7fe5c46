#include "nets/weights_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace alea {

namespace {

constexpr const char* network_format = "alea-net-1";

std::string layer_name(std::size_t layer, const char* part) { return fmt::format("layers.{}.{}", layer, part); }

DenseLayer take_layer(TensorTaker& taker, std::size_t n) {
  Tensor weight = taker.tensor(layer_name(n, "weight"), 2);
  Tensor bias = taker.tensor(layer_name(n, "bias"), 1);
  const auto out = weight.shape[0], in = weight.shape[1];
  if (in > NetworkShape::most_inputs || out > NetworkShape::most_units) {
    taker.fail(fmt::format("a layer of at most {} x {}", NetworkShape::most_units, NetworkShape::most_inputs),
               fmt::format("{} x {}", out, in));
  }
  if (bias.shape[0] != out) taker.fail(fmt::format("{} biases in layer {}", out, n), std::to_string(bias.shape[0]));
  return {static_cast<int>(in), static_cast<int>(out), std::move(weight.numbers), std::move(bias.numbers)};
}

}  // namespace

void append_layers(const NetworkWeights& weights, Metadata& metadata, std::vector<TensorView>& tensors) {
  metadata["features"] = weights.shape.features;
  metadata["probabilities"] = std::to_string(weights.shape.probabilities);
  for (std::size_t n = 0; n < weights.layers.size(); ++n) {
    const DenseLayer& layer = weights.layers[n];
    tensors.push_back({layer_name(n, "weight"), {layer.out, layer.in}, layer.weight});
    tensors.push_back({layer_name(n, "bias"), {layer.out}, layer.bias});
  }
}

NetworkWeights take_layers(TensorTaker& taker) {
  NetworkWeights weights;
  NetworkShape& shape = weights.shape;
  shape.features = taker.text("features");
  shape.probabilities =
      static_cast<int>(std::min<std::int64_t>(taker.number("probabilities"), NetworkShape::most_units));
  for (std::size_t n = 0; n <= NetworkShape::most_hidden && taker.has(layer_name(n, "weight")); ++n) {
    weights.layers.push_back(take_layer(taker, n));
    const DenseLayer& layer = weights.layers.back();
    if (n == 0) {
      shape.inputs = layer.in;
    } else if (layer.in == shape.outputs) {
      shape.hidden.push_back(shape.outputs);
    } else {
      taker.fail(fmt::format("{} inputs of layer {}", shape.outputs, n), std::to_string(layer.in));
    }
    shape.outputs = layer.out;
  }
  if (const std::string error = shape_error(shape); !error.empty()) taker.fail("a network within bounds", error);
  return weights;
}

NetworkFile read_network(const std::filesystem::path& file) {
  TensorTaker taker(file, "weights");
  taker.expect_format(network_format);
  NetworkWeights weights = take_layers(taker);
  return {std::move(weights), taker.rest()};
}

void write_network(const std::filesystem::path& file, const NetworkWeights& weights, const Provenance& provenance) {
  Metadata metadata = provenance;
  metadata["format"] = network_format;
  std::vector<TensorView> tensors;
  append_layers(weights, metadata, tensors);
  write_tensors(file, metadata, tensors);
}

std::filesystem::path find_network(const std::string& game, const std::string& name) {
  if (name != "default" && name != "fast") return name;
  const char* const variable = std::getenv("ALEA_NETS");
  const std::filesystem::path folder = variable ? variable : ALEA_SOURCE_DIR "/nets/weights";
  return folder / fmt::format("{}-{}.safetensors", game, name);
}

}  // namespace alea
