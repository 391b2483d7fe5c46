// alea train: teach a network by self-play, or go on with it.
#include "selfplay/train.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "selfplay/settings.hpp"
#include "tools/commands.hpp"
#include "tools/options.hpp"

namespace alea::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* settings_group = "Settings";

struct Request {
  std::string config;
  std::string run;
  std::vector<std::string> set;
  TrainConfig settings;  ///< what --help shows as defaults; the command line's own go through `read_config`
};

/// runs/<config name>, unless --run says another.
fs::path run_folder(const Request& request) {
  if (!request.run.empty()) return request.run;
  if (request.config.empty()) throw InputError("config", "expected a config file, or --run with the folder of a run");
  return fs::path("runs") / fs::path(request.config).stem();
}

fs::path config_file(const Request& request, const fs::path& folder) {
  if (!request.config.empty()) return request.config;
  if (!fs::exists(folder / "config.toml")) throw InputError("run", folder.string() + " is not the folder of a run");
  return folder / "config.toml";
}

/// The settings given on the command line: those for all stages, then those for one.
std::vector<Override> overrides(const Request& request, const CLI::App& command) {
  std::vector<Override> given = settings::overrides(command, settings_group);
  for (const std::string& text : request.set) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) throw InputError("set", "expected STAGE.KEY=VALUE, found \"" + text + '"');
    given.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return given;
}

std::string how_to_go_on(const Request& request, const fs::path& folder) {
  return "alea train " + (request.config.empty() ? "" : request.config + " ") + "--run " + folder.string();
}

void run(const Request& request, const CLI::App& command) {
  const fs::path folder = run_folder(request);
  const TrainPlan plan = read_plan(config_file(request, folder), overrides(request, command));
  const TrainOutcome outcome = train(plan, folder, std::cerr, isatty(STDERR_FILENO) != 0);
  const RunState& state = outcome.state;
  const std::string stage = outcome.stage.empty() ? "" : " of stage " + outcome.stage;
  if (!outcome.ended) {
    std::cerr << fmt::format("stopped after {} games{}; go on with: {}\n", state.games, stage,
                             how_to_go_on(request, folder));
  } else {
    std::cerr << fmt::format("done after {} games{} ({}), loss {:.4f}, {:.0f} s: {}\n", state.games, stage, state.ended,
                             state.loss, state.seconds, (folder / "nets" / "final.safetensors").string());
  }
}

}  // namespace

void add_train(CLI::App& app) {
  const auto request = std::make_shared<Request>();
  CLI::App* const command = add_command(
      app, "train", "Teach a network by self-play, or go on with a run: the same command does both", group::training);
  command->add_option("config", request->config, "A config file, lines of key = value")->type_name("CONFIG");
  command->add_option("--run", request->run, "The folder of the run (default: runs/<name of the config file>)")
      ->type_name("DIR");
  command->add_option("--set", request->set, "A setting of one stage of a run in stages; may be given several times")
      ->type_name("STAGE.KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->footer("Every setting is a key of the config file, and overrides it here, in all stages.");
  const std::size_t before = command->get_options().size();
  declare_settings(*command, request->settings);
  const auto options = command->get_options();
  for (std::size_t i = before; i < options.size(); ++i) options[i]->group(settings_group);
  command->callback([request, command] { run(*request, *command); });
}

}  // namespace alea::tools
