// The examples of some games of a generation, as a file that one process writes and another one reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nets/shape.hpp"
#include "selfplay/block.hpp"

namespace alea::cluster {

/// "g000123-000061000-50", how the files of a block are called. Ends differ: `.shard`, `.claim`.
std::string block_name(const Block& block);

/// Which generation a file belongs to, from a name that begins "g000123-" or "g000123."; nothing if it is none.
std::optional<std::int64_t> generation_of(const std::string& file_name);

/// What examples depend on apart from their block. A shard with another origin is no use, however whole it is.
struct Origin {
  std::string config;  ///< config_digest
  std::string net;     ///< net_digest of the net that played

  bool operator==(const Origin&) const = default;
};

/// A short name of a network's parameters (xxh3-64, hexadecimal).
std::string net_digest(const NetworkWeights& weights);

/// The bytes of a shard, README.md has the format. `content` is what `examples_bytes` gives.
std::string shard_bytes(const Block& block, const Origin& origin, std::string_view content);

/// The content of a shard, a part of `bytes`. Throws InputError("shard") when it is damaged or not this block's, or
/// from another origin, and says which.
std::string_view shard_content(std::string_view bytes, const Block& block, const Origin& origin);

}  // namespace alea::cluster
