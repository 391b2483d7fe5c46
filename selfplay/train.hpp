// Training, from a config to a finished net.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "selfplay/run.hpp"

namespace alea {

/// Trains the run in `folder`, or goes on with it, until it ends or Ctrl-C. Tells its progress on `out` (as a bar if
/// `terminal`). Throws InputError (the config, a folder in use, a run that cannot go on with these settings) and
/// RuntimeFailure.
RunState train(const TrainConfig& config, const std::filesystem::path& folder, std::ostream& out, bool terminal);

}  // namespace alea
