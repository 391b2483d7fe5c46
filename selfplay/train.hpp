// Training, from a config to a finished net.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>

#include "selfplay/run.hpp"
#include "selfplay/stages.hpp"

namespace alea {

namespace cluster {
class BlockPlayer;
}

/// Where a training was left.
struct TrainOutcome {
  RunState state;      ///< of the last stage
  std::string stage;   ///< its title (stage_title); empty in a run without stages
  bool ended = false;  ///< all stages have
};

/// Trains the run in `folder`, or goes on with it, stage by stage until it ends or Ctrl-C. Afterwards its net is
/// nets/final.safetensors. Tells its progress on `out` (as a bar if `terminal`). Throws InputError (the config, a
/// folder in use, a run that cannot go on with these settings) and RuntimeFailure.
TrainOutcome train(const TrainPlan& plan, const std::filesystem::path& folder, std::ostream& out, bool terminal);

/// The same without stages.
RunState train(const TrainConfig& config, const std::filesystem::path& folder, std::ostream& out, bool terminal);

/// As `train`, but the games are played by workers (cluster/worker.hpp), each so many at a time (0: as it fits the
/// generation). The nets come out the same.
TrainOutcome learn(const TrainPlan& plan, const std::filesystem::path& folder, std::ostream& out, bool terminal,
                   std::int64_t block_games);

/// What a worker plays with, for any game of the registry: a BlockPlayerMaker.
std::unique_ptr<cluster::BlockPlayer> make_block_player(const TrainConfig& config, int threads);

}  // namespace alea
