// alea solve: builds exact tables, or goes on building them.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/error.hpp"
#include "search/tables/bearoff_solver.hpp"
#include "search/tables/bearoff_table.hpp"
#include "search/tables/diablo_solver.hpp"
#include "search/tables/hypergammon_solver.hpp"
#include "search/tables/hypergammon_table.hpp"
#include "search/tables/table_folder.hpp"
#include "search/tables/win_code.hpp"
#include "search/threads.hpp"
#include "selfplay/interrupt.hpp"
#include "selfplay/progress.hpp"
#include "tools/commands.hpp"
#include "tools/exit_status.hpp"
#include "tools/options.hpp"
#include "tools/output.hpp"

namespace alea::tools {

namespace {

struct Request {
  std::string what;
  std::string tables;
  std::optional<int> checkers, total, stacks;
  int threads = 0;
  bool json = false;
};

/// What was solved, by any of the solvers.
struct Solved {
  std::int64_t positions = 0;  ///< asked for
  std::int64_t missing = 0;    ///< of these, before
  std::int64_t bytes = 0;      ///< of all that were asked for
  bool finished = false;
};

/// Says where a build is: total positions, then how many are there and a note.
class SolveBar {
 public:
  void update(std::int64_t positions, std::int64_t total, const std::string& note) {
    if (!progress_) progress_.emplace(std::cerr, isatty(STDERR_FILENO) == 1, positions, total, "positions");
    progress_->update(positions, note);
  }

 private:
  std::optional<Progress> progress_;
};

template <int N>
Solved solve(const Request& request, const std::filesystem::path& folder, const diablo::Extent& usual) {
  diablo::Extent extent;
  if (!request.checkers && !request.total && !request.stacks) extent = usual;
  if (request.checkers) extent.checkers = *request.checkers;
  if (request.total) extent.total = *request.total;
  if (request.stacks) extent.stacks = *request.stacks;
  SolveBar bar;
  const auto show = [&](const SolveProgress& now) {
    bar.update(now.positions, now.total, fmt::format("level {}", now.level));
  };
  const SolveReport report =
      solve_diablo<N>(folder, extent, resolve_threads(request.threads), {show, Interrupt::requested});
  return {report.positions, report.missing, report.positions * static_cast<std::int64_t>(sizeof(WinCode)),
          report.finished};
}

/// Backgammon's tables know no limit but --checkers.
void refuse_other_limits(const Request& request) {
  if (!request.total && !request.stacks) return;
  throw InputError(request.total ? "total" : "stacks", request.what + " has a limit of --checkers of each side only");
}

Solved solve_bearoff(const Request& request, const std::filesystem::path& folder) {
  refuse_other_limits(request);
  const int checkers = request.checkers.value_or(6);
  SolveBar bar;
  const auto show = [&](const SolveProgress& now) {
    bar.update(now.positions, now.total, now.level == 1 ? "one side" : "two sides");
  };
  const SolveReport report =
      alea::solve_bearoff(folder, checkers, resolve_threads(request.threads), {show, Interrupt::requested});
  const auto bytes = report.finished ? file_size(OneSidedBearoff::file_of(folder)) +
                                           file_size(BearoffTable::family.file(folder, checkers))
                                     : 0;
  return {report.positions, report.missing, static_cast<std::int64_t>(bytes), report.finished};
}

Solved solve_hypergammon(const Request& request, const std::filesystem::path& folder) {
  refuse_other_limits(request);
  const int checkers = request.checkers.value_or(HypergammonTable::most_checkers);
  SolveBar bar;
  const auto show = [&](const SolveProgress& now) {
    bar.update(now.positions, now.total, fmt::format("settled after pass {}", now.level));
  };
  const SolveReport report =
      alea::solve_hypergammon(folder, checkers, resolve_threads(request.threads), {show, Interrupt::requested});
  return {report.positions, report.missing,
          report.positions * static_cast<std::int64_t>(sizeof(HypergammonTable::Entry)), report.finished};
}

/// A table that can be built.
struct Solvable {
  std::string_view name;
  std::string_view holds;
  Solved (*solve)(const Request&, const std::filesystem::path& folder);
};

constexpr std::array solvables{
    Solvable{"backgammon-bearoff", "home boards of 15 checkers, one-sided; of --checkers a side (1-10, 6), two-sided",
             solve_bearoff},
    Solvable{"hypergammon", "the whole game; with --checkers (1-3), at most so many on the board a side",
             solve_hypergammon},
    Solvable{"diablo-2", "the whole 2x2 game", [](const auto& r, const auto& f) { return solve<2>(r, f, {}); }},
    Solvable{"diablo-4", "4x4 positions, without limits those of at most 5 checkers a side",
             [](const auto& r, const auto& f) { return solve<4>(r, f, {.checkers = 5}); }},
    Solvable{"diablo-6", "6x6 positions, without limits those of at most 6 checkers in all",
             [](const auto& r, const auto& f) { return solve<6>(r, f, {.total = 6}); }},
};

const Solvable& find_solvable(const std::string& name) {
  const auto found = std::ranges::find(solvables, name, &Solvable::name);
  if (found != solvables.end()) return *found;
  std::string names;
  for (const Solvable& solvable : solvables) names += (names.empty() ? "" : ", ") + std::string(solvable.name);
  throw InputError("what", "expected one of " + names + ", found \"" + name.substr(0, 40) + '"');
}

void print_report(const Request& request, const std::filesystem::path& folder, const Solved& solved, double seconds) {
  if (request.json) {
    print({{"what", request.what},
           {"folder", folder.string()},
           {"positions", solved.positions},
           {"built", solved.missing},
           {"bytes", solved.bytes},
           {"seconds", seconds}});
  } else {
    std::cerr << fmt::format("{}: {} positions ({:.1f} MB) in {}, {} of them built in {:.1f} s\n", request.what,
                             solved.positions, static_cast<double>(solved.bytes) / 1e6, folder.string(), solved.missing,
                             seconds);
  }
}

void run(const Request& request) {
  const Solvable& solvable = find_solvable(request.what);
  const std::filesystem::path folder = tables_folder(request.tables);
  const Interrupt ctrl_c;
  const auto begin = std::chrono::steady_clock::now();
  const Solved solved = solvable.solve(request, folder);
  if (!solved.finished) {
    std::cerr << "stopped; the same command goes on\n";
    throw CLI::RuntimeError(failure);
  }
  print_report(request, folder, solved,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

std::string list_of_solvables() {
  std::string list = "What there is to solve:\n";
  for (const Solvable& solvable : solvables) list += fmt::format("  {:<20}{}\n", solvable.name, solvable.holds);
  return list +
         "\nA position counts if it is within every limit that is given. What is there already is kept, so larger "
         "limits\n"
         "only add; 2 bytes a position of Diablo, 4 of backgammon, 20 of hypergammon. Whatever ends a build, the same\n"
         "command goes on with it.";
}

void add_limit(CLI::App& command, const char* name, std::optional<int>& limit, const char* what) {
  command.add_option(name, limit, what)->check(CLI::Range(1, 1000))->type_name("N");
}

}  // namespace

void add_solve(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command =
      add_command(app, "solve", "Build tables of exact values, or go on building them", group::analysis);
  command->add_option("what", request->what, "Which table; they are listed below")->required()->type_name("WHAT");
  add_limit(*command, "--checkers", request->checkers, "At most so many checkers of each side");
  add_limit(*command, "--total", request->total, "At most so many checkers of both sides together");
  add_limit(*command, "--stacks", request->stacks, "At most so many stacks of both sides together");
  command
      ->add_option("--tables", request->tables,
                   "Folder of the tables (default: $ALEA_TABLES, else ~/.local/share/alea/tables)")
      ->type_name("DIR");
  command
      ->add_option("--threads", request->threads,
                   "Positions at the same time, 1 to 1024; 0: one per core. Changes no byte of the table")
      ->check(CLI::Range(0, 1024))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--json", request->json, "Print JSON (default: a line for people)");
  command->footer(list_of_solvables());
  command->callback([request] { run(*request); });
}

}  // namespace alea::tools
