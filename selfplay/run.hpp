// A run directory: one process's at a time, and whole after any kill. README.md draws its layout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nets/weights_file.hpp"
#include "selfplay/config.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/plateau.hpp"

namespace alea {

/// Where a run stands.
struct RunState {
  std::int64_t played = 0;    ///< generations
  std::int64_t learned = 0;   ///< generations
  std::int64_t games = 0;     ///< of learned generations, finished and cut
  std::int64_t examples = 0;  ///< the learner has seen, repetitions counted
  std::int64_t batches = 0;
  double seconds = 0;  ///< of work, all sessions together
  double loss = 0;     ///< mean of the last learned generation
  std::string ended;   ///< what ended the run: "games", "minutes", "stop_after", "plateau"; empty while it can go on

  Plateau plateau;                   ///< of what was measured
  std::int64_t best_generation = 0;  ///< whose net is the best so far, by the gate, or else by the figure
};

/// "g000123", how files and folders of a generation are called.
std::string generation_name(std::int64_t generation);

/// A checkpoint that was found whole.
struct Checkpoint {
  std::filesystem::path folder;
  RunState state;
};

/// Where the run in `folder` stood at its newest checkpoint, which is not looked at further; nothing without one.
/// Throws InputError("checkpoint") when it is damaged.
std::optional<RunState> saved_state(const std::filesystem::path& folder);

/// An open run.
class RunFolder {
 public:
  /// Creates or reopens `folder` and locks it. Where something was played, the config must continue the one before
  /// (require_continues).
  /// Throws InputError.
  RunFolder(std::filesystem::path folder, const TrainConfig& config);

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path metrics() const { return folder_ / "metrics.jsonl"; }
  std::filesystem::path net(const std::string& name) const { return folder_ / "nets" / (name + ".safetensors"); }

  /// The newest whole checkpoint; `warn` is told of damaged ones, which are renamed to *.damaged. Throws RuntimeFailure
  /// when there are some and all are damaged; then they stay.
  std::optional<Checkpoint> newest_checkpoint(const std::function<void(const std::string&)>& warn) const;

  /// Writes a checkpoint: `fill(folder)` writes its files. Afterwards it is there whole, or RuntimeFailure is thrown
  /// and the one before is still there. Keeps the newest two.
  void write_checkpoint(const RunState& state, const std::function<void(const std::filesystem::path&)>& fill);

  std::vector<std::filesystem::path> checkpoints() const;  ///< newest first

 private:
  bool was_begun() const;
  void remove_leftovers();

  std::filesystem::path folder_;
  FolderLock lock_;
};

/// A run as a table of runs shows it.
struct RunSummary {
  std::string name;
  std::string game;
  std::string stage;             ///< stage_title; empty in a run without stages
  std::int64_t games = 0;        ///< of all stages together
  std::int64_t games_total = 0;  ///< the same, should none end early
  std::optional<double> loss;
  std::string status;  ///< running, stopped, or done (and by what)
  std::string when;    ///< of the last progress, local time
};

/// The run in `folder`, which has a config.toml. Damage is told as the status.
RunSummary run_summary(const std::filesystem::path& folder);

/// The runs in `folder`, by name. A folder that is none is skipped.
std::vector<RunSummary> list_runs(const std::filesystem::path& folder);

}  // namespace alea
