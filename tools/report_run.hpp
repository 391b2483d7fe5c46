// A training run as a page of curves.
#pragma once

#include <filesystem>
#include <string>

namespace alea::tools {

/// The whole HTML document, the stages of a run one after another. While the run goes on the page loads itself anew
/// every half minute. Throws InputError("config") for a folder that is no run's.
std::string run_report(const std::filesystem::path& folder);

}  // namespace alea::tools
