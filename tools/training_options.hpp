// What the commands that train have in common: a config, a run's folder, settings.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "selfplay/train.hpp"

namespace alea::tools {

struct TrainingOptions {
  std::string config;
  std::string run;
  std::vector<std::string> set;
  TrainConfig settings;  ///< what --help shows as defaults; the command line's own go through `read_plan`
};

/// Declares CONFIG, --run, --set and every setting on `command`. `options` must live as long as it.
void add_training_options(CLI::App& command, TrainingOptions& options);

/// Declares --block-games on `command`, for the commands that hand games out to other processes.
CLI::Option* add_block_games_option(CLI::App& command, std::int64_t& block_games);

/// runs/<config name>, unless --run says another. Throws InputError when neither is given.
std::filesystem::path run_folder(const TrainingOptions& options);

/// The config's settings, or without one those of the run, and in their place what the command line says.
TrainPlan read_plan(const TrainingOptions& options, const CLI::App& command);

/// Tells on standard error where a training was left. `command` is how it goes on: "alea train".
void tell_outcome(const TrainOutcome& outcome, const TrainingOptions& options, const std::string& command);

}  // namespace alea::tools
