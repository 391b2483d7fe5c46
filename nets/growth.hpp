// Larger networks that begin with what smaller ones know.
#pragma once

#include <cstdint>
#include <vector>

#include "nets/shape.hpp"

namespace alea {

/// A network with these hidden layers that answers as `small` does, but for rounding (Chen, Goodfellow, Shlens,
/// "Net2Net: Accelerating learning via knowledge transfer", 2016). The first layers are those of `small`, as wide as
/// they were or wider; layers that follow them are new. Nothing changes where `hidden` is what `small` has.
///
/// A wider layer repeats its units in turn. Each repetition gets a share of the weights by which its unit spoke, drawn
/// from (seed, Purpose::weights) for every weight anew and adding up to the whole: no noise is added, and yet the
/// repetitions learn apart from the first step.
///
/// A new layer as wide as the one before passes it on (the identity; ReLU leaves what is never negative) and is then
/// widened. A narrower one that has at least two units an output holds each output as x and as -x, of which ReLU leaves
/// one; its further units are fresh and not yet listened to.
///
/// Throws InputError("hidden") as require_growth does.
NetworkWeights grow(const NetworkWeights& small, const std::vector<int>& hidden, std::uint64_t seed);

/// Throws InputError("hidden") that says what a network of the shape `small` can grow into, unless it can into these
/// hidden layers.
void require_growth(const NetworkShape& small, const std::vector<int>& hidden);

}  // namespace alea
