// What a learner asks its workers for, and where the files between them are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/cluster/shard.hpp"

namespace alea::cluster {

/// Generations that may be played now: their nets are there. The learner's word, read by workers.
struct WorkOrder {
  std::string config;            ///< config_digest of the run
  std::int64_t first = 1;        ///< the oldest generation that the learner has not taken in yet
  std::int64_t last = 0;         ///< the newest whose net is there; less than `first`: nothing to do
  std::int64_t lag = 0;          ///< generation g is played with net max(0, g - 1 - lag)
  std::int64_t games = 1;        ///< of a generation
  std::int64_t block_games = 1;  ///< of a block
  std::int64_t run_games = 1;    ///< of the run
  bool ended = false;            ///< the run has, and no more will be asked for

  std::int64_t net_of(std::int64_t generation) const { return std::max<std::int64_t>(0, generation - 1 - lag); }
  std::vector<Block> blocks(std::int64_t generation) const {
    return cut(whole_generation(generation, games), block_games);
  }
  bool operator==(const WorkOrder&) const = default;
};

inline constexpr std::string_view net_prefix = "net-";

/// The paths of what a learner and its workers share, in a folder of the run's.
struct Exchange {
  std::filesystem::path folder;  ///< RUN/cluster

  explicit Exchange(const std::filesystem::path& run) : folder(run / "cluster") {}
  std::filesystem::path order() const { return folder / "order.json"; }
  std::filesystem::path net(std::int64_t generation) const;
  std::filesystem::path shard(const Block& block) const { return folder / (block_name(block) + ".shard"); }
  std::filesystem::path claim(const Block& block) const { return folder / (block_name(block) + ".claim"); }
  std::filesystem::path aside() const { return folder / "aside"; }
};

/// Replaces the order that is there, at once. Throws RuntimeFailure.
void write_order(const Exchange& exchange, const WorkOrder& order);

/// Nothing where there is none. Throws InputError("order") on one that is damaged or out of range.
std::optional<WorkOrder> read_order(const Exchange& exchange);

}  // namespace alea::cluster
