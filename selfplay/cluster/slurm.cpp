#include "selfplay/cluster/slurm.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>

#include "engine/error.hpp"
#include "selfplay/child_process.hpp"
#include "selfplay/cluster/work_order.hpp"
#include "selfplay/durable.hpp"
#include "selfplay/player_failure.hpp"

namespace alea::cluster {

namespace fs = std::filesystem;

namespace {

/// `text` between quotation marks, for a line of #SBATCH or of the shell.
std::string quoted(const std::string& text, const char* field) {
  if (text.find_first_of("\"\\$`\n") != std::string::npos) {
    throw InputError(field, "expected a path or name without \", \\, $, ` and line breaks for Slurm, found " + text);
  }
  return fmt::format("\"{}\"", text);
}

/// What a job needs (`gpu`: one, too), who begins it again, and the command it is about.
///
/// Slurm begins a job again whose node has failed. One whose process was killed asks for that itself, unless the
/// command said that its input is wrong (status 2): it would be so again.
std::string script(const SlurmRequest& request, const std::string& name, int threads, bool gpu, const std::string& log,
                   const std::string& command) {
  std::string text = "#!/bin/bash\n";
  const auto option = [&](const std::string& key, const std::string& value) {
    text += fmt::format("#SBATCH --{}{}{}\n", key, value.empty() ? "" : "=", value);
  };
  option("job-name", quoted("alea-" + name + "-" + request.run.filename().string(), "run"));
  option("ntasks", "1");
  option("cpus-per-task", std::to_string(threads));
  if (gpu) option("gpus", "1");
  option("requeue", "");
  option("open-mode", "append");
  option("output", quoted((request.run / "slurm" / log).string(), "run"));
  option("chdir", quoted(fs::current_path().string(), "run"));
  if (!request.partition.empty()) option("partition", quoted(request.partition, "partition"));
  if (!request.time.empty()) option("time", quoted(request.time, "time"));
  text += fmt::format("\n{} {}\n", quoted(request.program.string(), "program"), command);
  text += R"(status=$?
if [ "$status" -ne 0 ] && [ "$status" -ne 2 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 100 ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$status"
)";
  return text;
}

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (fs::path(folder) / name).string();
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  throw InputError("slurm", "there is no " + name +
                                " in PATH: this machine cannot submit jobs to Slurm; --dry-run writes the scripts "
                                "without submitting them");
}

/// The number of the job.
std::string submit_script(const std::string& sbatch, std::vector<std::string> options, const fs::path& file) {
  options.insert(options.begin(), {sbatch, "--parsable"});
  options.push_back(file.string());
  ChildProcess process({.arguments = options, .replies = true});
  try {
    const std::string answer = process.receive(std::chrono::seconds(60));  // NUMBER or NUMBER;CLUSTER
    return answer.substr(0, answer.find(';'));
  } catch (const PlayerFailure&) {
    process.ends_within(std::chrono::seconds(5));
    throw RuntimeFailure("sbatch " + file.string() + " " + process.ending() + ": " + process.recent_output());
  }
}

}  // namespace

SlurmScripts write_slurm_scripts(const TrainPlan& plan, const SlurmRequest& request) {
  const fs::path folder = request.run / "slurm";
  fs::create_directories(folder);
  write_file(folder / "config.toml", plan_text(plan));
  int learner_threads = 1;
  for (const Stage& stage : plan.stages) learner_threads = std::max(learner_threads, stage.config.learner_threads);
  const auto on_gpu = [&](std::string TrainConfig::*device) {
    return std::ranges::any_of(plan.stages, [&](const Stage& stage) { return stage.config.*device == "cuda"; });
  };
  const std::string run = " --run " + quoted(request.run.string(), "run");
  std::string learn = "learn " + quoted((folder / "config.toml").string(), "run") + run;
  if (request.block_games > 0) learn += fmt::format(" --block-games {}", request.block_games);
  const std::string play = fmt::format("selfplay{} --threads {}", run, request.worker_threads);
  const SlurmScripts scripts{folder / "learner.sh", folder / "workers.sh"};
  write_file(scripts.learner,
             script(request, "learn", learner_threads, on_gpu(&TrainConfig::device), "learner.log", learn));
  write_file(scripts.workers, script(request, "selfplay", request.worker_threads, on_gpu(&TrainConfig::inference),
                                     "worker-%a.log", play));
  return scripts;
}

SlurmJobs submit(const TrainPlan& plan, const SlurmRequest& request, const SlurmScripts& scripts) {
  const std::string sbatch = find_program("sbatch");
  const Stage& last = plan.stages.back();
  fs::remove(Exchange(plan.staged() ? request.run / last.name : request.run).order());  // if it says that all is done
  const std::string learner = submit_script(sbatch, {}, scripts.learner);
  const std::string workers = submit_script(
      sbatch, {fmt::format("--array=0-{}", request.workers - 1), "--dependency=after:" + learner}, scripts.workers);
  return {learner, workers};
}

}  // namespace alea::cluster
