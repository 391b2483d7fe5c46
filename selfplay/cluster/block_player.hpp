// Plays blocks of games for a worker: the seam between files and the types of the games.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "search/threads.hpp"
#include "selfplay/cluster/shard.hpp"
#include "selfplay/config.hpp"
#include "selfplay/self_play.hpp"

namespace alea::cluster {

/// Not thread-safe; has threads of its own.
class BlockPlayer {
 public:
  virtual ~BlockPlayer() = default;

  /// Plays the block's games with this net; what they teach, as `examples_bytes` writes it.
  virtual std::string play(const NetworkWeights& net, const Block& block) = 0;
};

/// Makes the player of a run with these settings, on so many threads.
using BlockPlayerMaker = std::function<std::unique_ptr<BlockPlayer>(const TrainConfig& config, int threads)>;

template <HasFeatures G>
class GameBlockPlayer final : public BlockPlayer {
 public:
  GameBlockPlayer(const TrainConfig& config, int threads) : config_(config), arena_(threads), self_play_(config_) {}

  std::string play(const NetworkWeights& net, const Block& block) override {
    examples_.clear();
    arena_.execute([&] { self_play_.play(net, block, examples_); });
    return examples_bytes(examples_);
  }

 private:
  TrainConfig config_;
  ThreadArena arena_;
  SelfPlay<G> self_play_;
  Examples<G> examples_;
};

}  // namespace alea::cluster
