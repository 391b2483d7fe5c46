// Which block to play: workers that never meet share out a generation.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "selfplay/cluster/work_order.hpp"

namespace alea::cluster {

/// One worker's choices. A claim is a file that says who plays a block: a courtesy, so that two do not play the same,
/// and nothing that a result depends on. It has no time limit that clocks of several machines would have to agree on:
/// whoever has nothing else to do and has seen a claim for long enough plays the block too (as the backup tasks of Dean
/// and Ghemawat, "MapReduce", 2004), and the two shards are the same.
class Claims {
 public:
  /// `name` is written into claims, and decides where this worker begins to look.
  explicit Claims(std::string name) : name_(std::move(name)) {}

  struct Choice {
    Block block;
    bool taken_over;  ///< another worker claimed it
  };

  /// Claims a block of the order that has no shard yet: of the oldest generation that has one without a claim, or else
  /// one whose claim we have seen for `patience` seconds. Nothing if there is none. Throws RuntimeFailure.
  std::optional<Choice> choose(const Exchange& exchange, const WorkOrder& order, double patience);

  void release(const Exchange& exchange, const Block& block);

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Block> oldest_claimed(const std::set<std::string>& files, const Exchange& exchange,
                                      const WorkOrder& order, double patience);
  bool claim(const Exchange& exchange, const Block& block) const;
  std::vector<Block> blocks_from_here(const WorkOrder& order, std::int64_t generation) const;

  std::string name_;
  std::map<std::string, Clock::time_point> seen_;  ///< claims of others on blocks that are missing, by block_name
};

}  // namespace alea::cluster
