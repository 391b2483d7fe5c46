// alea selfplay: a worker of a run, beside its learner, alea learn; on this machine or on any that sees its folder.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>

#include "engine/error.hpp"
#include "search/threads.hpp"
#include "selfplay/cluster/worker.hpp"
#include "selfplay/train.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"

namespace alea::tools {

namespace {

struct Request {
  std::string run;
  int threads = 1;
  double patience = 30;  ///< minutes
};

std::string reason(const Request& request, cluster::Leaving why) {
  switch (why) {
    case cluster::Leaving::run_ended:
      return "the run has ended";
    case cluster::Leaving::interrupted:
      return "interrupted";
    case cluster::Leaving::out_of_patience:
      break;
  }
  return fmt::format("nothing to do for {} minutes", request.patience);
}

void run(const Request& request) {
  const Interrupt interrupt;
  const cluster::WorkerReport report =
      cluster::work({request.run, resolve_threads(request.threads), 60 * request.patience}, make_block_player,
                    std::cerr, isatty(STDERR_FILENO) != 0, interrupt);
  std::cerr << fmt::format("played {} games in {} blocks, {} of them taken over from other workers; {}\n", report.games,
                           report.blocks, report.taken_over, reason(request, report.why));
}

}  // namespace

void add_selfplay(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command = add_command(
      app, "selfplay", "Play games for a run that `learn` learns from, until it ends or Ctrl-C", group::training);
  command->add_option("--run", request->run, "The folder of the run; it need not be there yet")
      ->required()
      ->type_name("DIR");
  command->add_option("--threads", request->threads, "Threads that play; 0: one per processor")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--patience", request->patience, "Minutes without anything to play after which it ends")
      ->check(settings::within(0.0, 1e6))
      ->capture_default_str()
      ->type_name("MIN");
  command->callback([request] { run(*request); });
}

}  // namespace alea::tools
