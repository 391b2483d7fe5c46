#include "selfplay/train.hpp"

#include <ctime>

#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "selfplay/trainer.hpp"

#ifndef ALEA_COMMIT
#define ALEA_COMMIT "unknown"
#endif

namespace alea {

Provenance run_provenance(const TrainConfig& config, const RunFolder& folder) {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char date[32];
  date[std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc)] = '\0';
  return {{"game", config.game},
          {"run", std::filesystem::weakly_canonical(folder.path()).filename()},
          {"seed", std::to_string(config.seed)},
          {"config", config_digest(config)},
          {"commit", ALEA_COMMIT},
          {"date", date}};
}

namespace {

namespace fs = std::filesystem;

template <Game G>
RunState train_game(const TrainConfig& config, const fs::path& path, Progress& progress, const Interrupt& interrupt) {
  if constexpr (HasFeatures<G>) {
    if constexpr (!HasRandomStart<G>) {
      if (config.random_starts > 0) {
        throw InputError("random_starts", std::string(G::name()) + " has no random start; expected 0");
      }
    }
    RunFolder folder(path, config);
    Trainer<G> trainer(config, folder, progress);
    trainer.run(interrupt);
    return trainer.state();
  } else {
    throw InputError("game", "there are no network features for " + std::string(G::name()) + " yet");
  }
}

RunState train_stage(const TrainConfig& config, const fs::path& folder, Progress& progress,
                     const Interrupt& interrupt) {
  return with_game(config.game, [&]<class G>() { return train_game<G>(config, folder, progress, interrupt); });
}

/// Throws unless the run in `folder`, if there is one, can go on under this plan.
void require_continues(const TrainPlan& plan, const fs::path& folder) {
  if (fs::exists(folder / "config.toml")) require_same_past(read_plan(folder / "config.toml"), plan, folder);
}

void publish_final(const fs::path& stage, const fs::path& folder) {
  constexpr std::uintmax_t largest = std::uintmax_t{1} << 32;
  const fs::path net = fs::path("nets") / "final.safetensors";
  write_file(folder / net, read_file(stage / net, "weights", largest));
}

}  // namespace

RunState train(const TrainConfig& config, const fs::path& folder, std::ostream& out, bool terminal) {
  require_continues({{{"", config}}}, folder);
  Progress progress(out, terminal, 0, config.games);
  const Interrupt interrupt;
  return train_stage(config, folder, progress, interrupt);
}

TrainOutcome train(const TrainPlan& plan, const fs::path& folder, std::ostream& out, bool terminal) {
  if (!plan.staged()) {
    const RunState state = train(plan.stages.front().config, folder, out, terminal);
    return {state, "", !state.ended.empty()};
  }
  fs::create_directories(folder / "nets");
  const FolderLock lock(folder);
  require_continues(plan, folder);
  write_file(folder / "config.toml", plan_text(plan));
  const Interrupt interrupt;
  for (std::size_t n = current_stage(plan, folder);; ++n) {
    const Stage& stage = plan.stages[n];
    Progress progress(out, terminal, 0, stage.config.games, "games", stage_title(plan, n));
    const RunState state = train_stage(stage.config, folder / stage.name, progress, interrupt);
    const bool last = n + 1 == plan.stages.size();
    if (state.ended.empty() || last || interrupt.requested()) {
      if (last && !state.ended.empty()) publish_final(folder / stage.name, folder);
      return {state, stage_title(plan, n), last && !state.ended.empty()};
    }
    progress.say(stage_title(plan, n) + " is done (" + state.ended + ")");
  }
}

}  // namespace alea
