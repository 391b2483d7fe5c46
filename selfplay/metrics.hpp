// What a run measured: metrics.jsonl, one JSON object per learned generation, in order, each once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "selfplay/yardstick.hpp"

namespace alea {

struct Metrics {
  std::int64_t generation = 0;
  std::int64_t games = 0;      ///< of the run up to here, finished and cut
  std::int64_t cut_games = 0;  ///< of this generation
  std::int64_t examples = 0;   ///< learned up to here, repetitions counted
  std::int64_t positions = 0;  ///< examples of this generation
  double seconds = 0;          ///< of the run up to here
  double games_per_s = 0;      ///< since the line before
  double positions_per_s = 0;  ///< learned, since the line before
  double turns_per_game = 0;
  double loss = 0;                                              ///< mean over the batches
  std::vector<std::pair<std::string_view, double>> loss_parts;  ///< of each result, and each further output
  double gradient_norm = 0;                                     ///< mean over the batches
  double learning_rate = 0;                                     ///< of the last batch
  double lambda = 0;                                            ///< of the generation's targets
  double play_seconds = 0;  ///< from the first game of a generation to the last one, beside the learning
  double learn_seconds = 0;
  double rss_mib = 0;  ///< memory of the process
  std::optional<Measurement> measured;
  std::int64_t best_generation = 0;  ///< after the measurement
};

/// Appends lines to a file.
class MetricsLog {
 public:
  /// Keeps the lines of generations up to `last`; what follows (or is torn) is cut off. Throws RuntimeFailure.
  MetricsLog(const std::filesystem::path& file, std::int64_t last);

  /// Throws RuntimeFailure (a full disk).
  void add(const Metrics& metrics);

 private:
  std::filesystem::path path_;
  std::ofstream out_;
};

/// Resident memory of this process, MiB.
double resident_mib();

}  // namespace alea
