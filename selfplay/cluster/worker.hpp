// The worker's side: plays what a learner asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>

#include "selfplay/cluster/block_player.hpp"
#include "selfplay/interrupt.hpp"

namespace alea::cluster {

struct WorkerOptions {
  std::filesystem::path run;  ///< of one stage or of several; need not be there yet
  int threads = 1;
  double patience = 1800;  ///< seconds without anything to play after which it goes home
};

enum class Leaving { run_ended, interrupted, out_of_patience };

struct WorkerReport {
  std::int64_t games = 0;
  std::int64_t blocks = 0;
  std::int64_t taken_over = 0;  ///< blocks that another worker had begun
  Leaving why = Leaving::run_ended;
};

/// Plays blocks that nobody else plays, then those that somebody seems to have left, and waits for more, until the run
/// has ended, `interrupt` is requested (it finishes its block) or its patience is over. Tells on `out` where the run
/// is, as a bar if `terminal`. Throws InputError (a run of another version, an unknown game) and RuntimeFailure (a full
/// disk).
WorkerReport work(const WorkerOptions& options, const BlockPlayerMaker& make_player, std::ostream& out, bool terminal,
                  const Interrupt& interrupt);

}  // namespace alea::cluster
