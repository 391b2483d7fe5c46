// Network<G>, for translation units that instantiate it (nets/network.cpp).
#pragma once

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <vector>

#include "nets/dense.hpp"
#include "nets/first_layer.hpp"
#include "nets/network.hpp"
#include "nets/softmax.hpp"

namespace alea {

/// Positions evaluated together: enough to hide the cost of streaming weights, few enough for their activations to stay
/// in the cache, and the greatest distance that the first layer's rounding travels.
inline constexpr int network_block = 64;

/// The weights, in the order in which inference reads them.
template <Game G>
struct Network<G>::Table {
  static constexpr int outputs = static_cast<int>(G::statistics);

  explicit Table(const NetworkWeights& weights)
      : first(weights.layers.front(), InputBasis::of<G>()),
        hidden(weights.layers.begin() + 1, weights.layers.end() - 1),
        output(weights.layers.back(), hidden.empty() ? first.width() : hidden.back().width()) {}

  int width() const {
    int most = first.width();
    for (const auto& layer : hidden) most = std::max(most, layer.width());
    return most;
  }

  FirstLayer first;
  std::vector<HiddenLayer> hidden;
  OutputLayer<outputs> output;
};

template <Game G>
struct Network<G>::Scratch {
  explicit Scratch(const Table& table)
      : plan(network_block, Features<G>::max_active),
        width(table.width()),
        activations{Eigen::ArrayXf::Zero(network_block * width), Eigen::ArrayXf::Zero(network_block * width)},
        outputs(Eigen::ArrayXXf::Zero(network_block, Table::outputs)) {}

  Columns columns(int side, int count) { return {activations[side].data(), width, count}; }

  RowSteps plan;
  int width;
  Eigen::ArrayXf activations[2];  ///< of a layer and of the next
  Eigen::ArrayXXf outputs;        ///< a row a position
};

namespace network_detail {

/// Throws where the shape is not one of a network for G.
template <Game G>
const NetworkWeights& checked(const NetworkWeights& weights) {
  const NetworkShape& shape = weights.shape;
  const auto expect = [](bool fits, const auto& what, const auto& expected, const auto& found) {
    if (!fits)
      throw InputError("weights", fmt::format("expected {} {} for {}, found {}", what, expected, G::name(), found));
  };
  expect(shape.features == Features<G>::name, "features", Features<G>::name, shape.features);
  expect(shape.inputs == Features<G>::inputs, "inputs", Features<G>::inputs, shape.inputs);
  expect(shape.outputs == int{G::statistics}, "outputs", G::statistics, shape.outputs);
  expect(shape.probabilities == int{G::probabilities}, "probabilities", G::probabilities, shape.probabilities);
  expect(!shape.hidden.empty(), "hidden layers", "1 or more", 0);
  return weights;
}

}  // namespace network_detail

template <Game G>
Network<G>::Network(const NetworkWeights& weights)
    : Network(std::make_shared<const Table>(network_detail::checked<G>(weights))) {}

template <Game G>
Network<G>::Network(std::shared_ptr<const Table> table)
    : table_(std::move(table)), scratch_(std::make_unique<Scratch>(*table_)) {}

template <Game G>
Network<G>::~Network() = default;

template <Game G>
std::unique_ptr<Evaluator<G>> Network<G>::clone() const {
  return std::unique_ptr<Evaluator<G>>(new Network(table_));
}

template <Game G>
void Network<G>::evaluate(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) {
  assert(positions.size() == values.size());
  while (!positions.empty()) {
    const std::size_t count = std::min<std::size_t>(positions.size(), network_block);
    evaluate_block(positions.first(count), values.first(count));
    positions = positions.subspan(count);
    values = values.subspan(count);
  }
}

template <Game G>
void Network<G>::evaluate_block(std::span<const typename G::Position> positions, std::span<RollerValue<G>> values) {
  const int count = static_cast<int>(positions.size());
  plan_steps<G>(positions, scratch_->plan);
  Columns x = scratch_->columns(0, count), y = scratch_->columns(1, count);
  table_->first.apply(scratch_->plan, x);
  for (const auto& layer : table_->hidden) {
    layer.apply(x, y);
    std::swap(x, y);
  }
  Eigen::ArrayXXf& outputs = scratch_->outputs;
  table_->output.apply(x, outputs.data(), network_block);
  softmax_rows(outputs, count, int{G::probabilities});
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (G::finished(positions[i])) [[unlikely]] {
      values[i] = *G::result(positions[i]);
    } else {
      for (std::size_t k = 0; k < G::statistics; ++k) {
        const float output = outputs(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
        values[i][k] = k < G::probabilities ? output : output * expectation_unit<G>;
      }
    }
  }
}

}  // namespace alea
