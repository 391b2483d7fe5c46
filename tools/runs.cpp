// alea runs: which trainings there are, and where they stand.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "selfplay/run.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"
#include "tools/output.hpp"
#include "tools/table.hpp"

namespace alea::tools {

namespace {

struct Request {
  std::string folder = "runs";
  bool json = false;
};

void print_json(const std::vector<RunSummary>& runs) {
  for (const RunSummary& run : runs) {
    print({{"run", run.name},
           {"game", run.game},
           {"stage", run.stage.empty() ? Json() : Json(run.stage)},
           {"games", run.games},
           {"games_total", run.games_total},
           {"loss", run.loss ? Json(*run.loss) : Json()},
           {"status", run.status},
           {"when", run.when}});
  }
}

void print_table(const std::vector<RunSummary>& runs) {
  Table table;
  table.add_column("run", Table::Align::left);
  table.add_column("game", Table::Align::left);
  table.add_column("stage", Table::Align::left);
  table.add_column("games");
  table.add_column("of");
  table.add_column("loss");
  table.add_column("last progress", Table::Align::left);
  table.add_column("status", Table::Align::left);
  for (const RunSummary& run : runs) {
    table.add_row({run.name, run.game, run.stage.empty() ? "-" : run.stage, std::to_string(run.games),
                   std::to_string(run.games_total), run.loss ? fmt::format("{:.4f}", *run.loss) : "-", run.when,
                   run.status});
  }
  table.print(std::cout);
}

void run(const Request& request) {
  if (!std::filesystem::is_directory(request.folder)) {
    throw InputError("folder", "expected a folder of runs, there is no " + request.folder);
  }
  const std::vector<RunSummary> runs = list_runs(request.folder);
  if (request.json) {
    print_json(runs);
  } else if (runs.empty()) {
    std::cerr << "no runs in " << request.folder << '\n';
  } else {
    print_table(runs);
  }
}

}  // namespace

void add_runs(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command = add_command(app, "runs", "List the runs in a folder", group::training);
  command->add_option("folder", request->folder, "Where the runs are")->type_name("DIR")->capture_default_str();
  command->add_flag("--json", request->json, "Print JSON, one object a line (default: a table for people)");
  command->callback([request] { run(*request); });
}

}  // namespace alea::tools
