#include "tools/training_options.hpp"

#include <fmt/format.h>

#include <iostream>

#include "engine/error.hpp"
#include "selfplay/settings.hpp"

namespace alea::tools {

namespace fs = std::filesystem;

namespace {

constexpr const char* settings_group = "Settings";

/// The settings given on the command line: those for all stages, then those for one.
std::vector<Override> overrides(const TrainingOptions& options, const CLI::App& command) {
  std::vector<Override> given = settings::overrides(command, settings_group);
  for (const std::string& text : options.set) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) throw InputError("set", "expected STAGE.KEY=VALUE, found \"" + text + '"');
    given.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return given;
}

}  // namespace

void add_training_options(CLI::App& command, TrainingOptions& options) {
  command.add_option("config", options.config, "A config file, lines of key = value")->type_name("CONFIG");
  command.add_option("--run", options.run, "The folder of the run (default: runs/<name of the config file>)")
      ->type_name("DIR");
  command.add_option("--set", options.set, "A setting of one stage of a run in stages; may be given several times")
      ->type_name("STAGE.KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.footer("Every setting is a key of the config file, and overrides it here, in all stages.");
  const std::size_t before = command.get_options().size();
  declare_settings(command, options.settings);
  const auto all = command.get_options();
  for (std::size_t i = before; i < all.size(); ++i) all[i]->group(settings_group);
}

CLI::Option* add_block_games_option(CLI::App& command, std::int64_t& block_games) {
  return command
      .add_option("--block-games", block_games,
                  "Games that a worker plays at a time (default: a 32nd of a generation, at least 8)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))
      ->type_name("N");
}

fs::path run_folder(const TrainingOptions& options) {
  if (!options.run.empty()) return options.run;
  if (options.config.empty()) throw InputError("config", "expected a config file, or --run with the folder of a run");
  return fs::path("runs") / fs::path(options.config).stem();
}

TrainPlan read_plan(const TrainingOptions& options, const CLI::App& command) {
  const fs::path resolved = run_folder(options) / "config.toml";
  if (options.config.empty() && !fs::exists(resolved)) {
    throw InputError("run", run_folder(options).string() + " is not the folder of a run");
  }
  return alea::read_plan(options.config.empty() ? resolved : fs::path(options.config), overrides(options, command));
}

void tell_outcome(const TrainOutcome& outcome, const TrainingOptions& options, const std::string& command) {
  const RunState& state = outcome.state;
  const fs::path folder = run_folder(options);
  const std::string stage = outcome.stage.empty() ? "" : " of stage " + outcome.stage;
  if (!outcome.ended) {
    std::cerr << fmt::format("stopped after {} games{}; go on with: {} {}--run {}\n", state.games, stage, command,
                             options.config.empty() ? "" : options.config + " ", folder.string());
  } else {
    std::cerr << fmt::format("done after {} games{} ({}), loss {:.4f}, {:.0f} s: {}\n", state.games, stage, state.ended,
                             state.loss, state.seconds, (folder / "nets" / "final.safetensors").string());
  }
}

}  // namespace alea::tools
