// alea train: teach a network by self-play, or go on with it; here, or as jobs of Slurm.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "selfplay/cluster/slurm.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/training_options.hpp"

namespace alea::tools {

namespace {

namespace fs = std::filesystem;

struct Request {
  TrainingOptions training;
  cluster::SlurmRequest slurm;
  bool submit = false;
  bool dry_run = false;
};

void submit(Request request, const TrainPlan& plan) {
  request.slurm.program = fs::read_symlink("/proc/self/exe");
  request.slurm.run = fs::absolute(run_folder(request.training)).lexically_normal();
  const cluster::SlurmScripts scripts = write_slurm_scripts(plan, request.slurm);
  std::cerr << fmt::format("wrote {} and {}\n", scripts.learner.string(), scripts.workers.string());
  if (request.dry_run) return;
  const cluster::SlurmJobs jobs = cluster::submit(plan, request.slurm, scripts);
  std::cerr << fmt::format(
      "submitted the learner as job {} and {} workers as job {}; squeue shows them, alea runs {} the run\n",
      jobs.learner, request.slurm.workers, jobs.workers, request.slurm.run.parent_path().string());
}

void run(const Request& request, const CLI::App& command) {
  const TrainPlan plan = read_plan(request.training, command);
  if (request.submit) return submit(request, plan);
  tell_outcome(train(plan, run_folder(request.training), std::cerr, isatty(STDERR_FILENO) != 0), request.training,
               "alea train");
}

void add_slurm_options(CLI::App& command, Request& request) {
  const std::string group = "Slurm";
  CLI::Option* const slurm =
      command.add_flag("--slurm", request.submit, "Submit the run to Slurm: a job that learns, an array of workers");
  slurm->group(group);
  const auto option = [&](const char* name, auto& value, const char* help) {
    return command.add_option(name, value, help)->needs(slurm)->group(group);
  };
  option("--workers", request.slurm.workers, "Workers, each a job of the array")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str()
      ->type_name("N");
  option("--worker-threads", request.slurm.worker_threads, "Threads of a worker, and cores that it asks for")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str()
      ->type_name("N");
  add_block_games_option(command, request.slurm.block_games)->needs(slurm)->group(group);
  option("--partition", request.slurm.partition, "Where the jobs run (default: Slurm's)")->type_name("NAME");
  option("--time", request.slurm.time, "Time limit of each job, such as 12:00:00 (default: the partition's)")
      ->type_name("TIME");
  command.add_flag("--dry-run", request.dry_run, "Write the job scripts, RUN/slurm/*.sh, and submit nothing")
      ->needs(slurm)
      ->group(group);
}

}  // namespace

void add_train(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command = add_command(
      app, "train", "Teach a network by self-play, or go on with a run: the same command does both", group::training);
  add_training_options(*command, request->training);
  add_slurm_options(*command, *request);
  command->callback([request, command] { run(*request, *command); });
}

}  // namespace alea::tools
