// alea report: a run or a tournament as one HTML file to look at.
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "engine/error.hpp"
#include "selfplay/durable.hpp"
#include "tools/commands.hpp"
#include "tools/html.hpp"
#include "tools/options.hpp"
#include "tools/report_run.hpp"
#include "tools/report_tournament.hpp"

namespace alea::tools {

namespace {

namespace fs = std::filesystem;

struct Request {
  std::string path;
  std::string out;
  bool live = false;
};

/// Whether the file begins as SQLite's do (www.sqlite.org/fileformat.html, 1.3.1).
bool is_database(const fs::path& file) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  std::array<char, 16> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  return std::string_view(head.data(), head.size()) == magic;
}

struct Report {
  std::string html;
  fs::path file;  ///< where it goes if the user names nothing else
};

Report make_report(const fs::path& path) {
  if (is_database(path)) return {tournament_report(path), fs::path(path).replace_extension(".html")};
  if (fs::exists(path / "config.toml")) return {run_report(path), path / "report.html"};
  throw InputError("path", "expected a run's folder or a tournament's database, found " + path.string());
}

void run(const Request& request) {
  constexpr auto interval = std::chrono::seconds(30);
  if (request.live && is_database(request.path)) {
    throw InputError("live", "expected a run's folder, found a tournament's database: its page is written once");
  }
  const auto write_report = [&] {
    Report report = make_report(request.path);
    if (!request.out.empty()) report.file = request.out;
    write_file(report.file, report.html);
    return report.file;
  };
  std::cout << write_report().string() << std::endl;
  while (request.live && FolderLock::held(request.path)) {
    std::this_thread::sleep_for(interval);
    write_report();
  }
}

}  // namespace

void add_report(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command =
      add_command(app, "report", "Write a page of charts and tables about a run or a tournament", group::matches);
  command->add_option("path", request->path, "A run's folder, or a tournament's database")
      ->required()
      ->type_name("PATH");
  command
      ->add_option("--out", request->out,
                   "The file to write (default: report.html in a run's folder; beside a database, ending in .html)")
      ->type_name("FILE");
  command->add_flag("--live", request->live, "Write it anew every 30 seconds for as long as the run goes on");
  command->footer("One HTML file that needs no network to look at. Prints its name.");
  command->callback([request] { run(*request); });
}

}  // namespace alea::tools
