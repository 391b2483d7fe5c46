// A run as jobs of Slurm: one that learns, and an array of workers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "selfplay/stages.hpp"

namespace alea::cluster {

/// All paths are such that every node sees the same there.
struct SlurmRequest {
  std::filesystem::path program;  ///< alea, absolute
  std::filesystem::path run;      ///< absolute
  int workers = 8;                ///< size of the array
  int worker_threads = 1;
  std::int64_t block_games = 0;  ///< 0: the learner's own choice
  std::string partition;         ///< empty: Slurm's default
  std::string time;              ///< limit of a job, as sbatch takes it; empty: the partition's
};

/// The job scripts, and the config that the learner reads: files in RUN/slurm.
struct SlurmScripts {
  std::filesystem::path learner;
  std::filesystem::path workers;
};

/// Writes them. Throws InputError when a path cannot stand in a job script (a line break, a quotation mark).
SlurmScripts write_slurm_scripts(const TrainPlan& plan, const SlurmRequest& request);

/// Numbers of the jobs, as squeue shows them.
struct SlurmJobs {
  std::string learner;
  std::string workers;
};

/// Submits both. Workers begin once the learner has. Throws InputError("slurm") without sbatch, RuntimeFailure with
/// what sbatch said.
SlurmJobs submit(const TrainPlan& plan, const SlurmRequest& request, const SlurmScripts& scripts);

}  // namespace alea::cluster
