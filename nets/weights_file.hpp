// Networks on disk.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "nets/safetensors.hpp"
#include "nets/shape.hpp"

namespace alea {

/// What is known of where a network comes from: free text by key (game, run, seed, commit, games, date ..). The keys
/// `format`, `features`, `probabilities` and `checksum` belong to the file.
using Provenance = std::map<std::string, std::string>;

/// A safetensors file (nets/safetensors.hpp), readable by any tool of the field: tensors `layers.N.weight` (out x in)
/// and `layers.N.bias`, F32. `__metadata__` holds the format ("alea-net-1"), features, probabilities and the
/// provenance.
struct NetworkFile {
  NetworkWeights weights;
  Provenance provenance;
};

/// Throws InputError("weights") that names the file and says what was expected and what was found: missing, truncated,
/// wrong checksum, shapes that do not fit, numbers that are not finite. Sizes are bounded before anything is allocated.
NetworkFile read_network(const std::filesystem::path& file);

/// Writes to a temporary name in the same folder, flushes, and renames. Throws RuntimeFailure (a full disk) and then
/// leaves what was there.
void write_network(const std::filesystem::path& file, const NetworkWeights& weights, const Provenance& provenance);

/// The file behind a name: a path as it is; `default` and `fast` are nets/weights/<game>-<name>.safetensors in
/// $ALEA_NETS or, without that, in the source tree that the program was built from.
std::filesystem::path find_network(const std::string& game, const std::string& name);

/// The layers' part of the two above, for files that hold more than a network (the learner's state).
void append_layers(const NetworkWeights& weights, Metadata& metadata, std::vector<TensorView>& tensors);
NetworkWeights take_layers(TensorTaker& taker);

}  // namespace alea
