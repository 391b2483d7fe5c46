// alea learn: the learner of a run whose games are played by other processes, alea selfplay.
#include <unistd.h>

#include <iostream>
#include <memory>

#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/training_options.hpp"

namespace alea::tools {

namespace {

struct Request {
  TrainingOptions training;
  std::int64_t block_games = 0;
};

void run(const Request& request, const CLI::App& command) {
  const TrainPlan plan = read_plan(request.training, command);
  const bool terminal = isatty(STDERR_FILENO) != 0;
  tell_outcome(learn(plan, run_folder(request.training), std::cerr, terminal, request.block_games), request.training,
               "alea learn");
}

}  // namespace

void add_learn(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command = add_command(
      app, "learn", "Train as `train` does, with games that `selfplay` plays in other processes", group::training);
  add_training_options(*command, request->training);
  add_block_games_option(*command, request->block_games);
  command->callback([request, command] { run(*request, *command); });
}

}  // namespace alea::tools
