#include "selfplay/train.hpp"

#include <ctime>
#include <optional>

#include "engine/diablo/half_turns.hpp"
#include "engine/registry.hpp"
#include "nets/features/all.hpp"
#include "selfplay/cluster/block_player.hpp"
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

/// Who plays: this process, or workers in blocks of so many games (cluster/gatherer.hpp).
using Workers = std::optional<std::int64_t>;

/// What is wrong with anchors or judge is told with the file that has them: the resolved settings of the run or stage.
YardstickMaker yardstick_maker(const fs::path& run) {
  return [file = run / "config.toml"](const TrainConfig& config, const std::function<NetworkWeights()>& start) {
    try {
      return make_yardstick(config, start);
    } catch (const InputError& error) {
      throw InputError(error.field(), file.string() + ": " + error.what());
    }
  };
}

template <Game G>
RunState train_game(const TrainConfig& config, const fs::path& path, Progress& progress, const Interrupt& interrupt,
                    const Workers& workers) {
  if constexpr (HasFeatures<G>) {
    if constexpr (!HasRandomStart<G>) {
      if (config.random_starts > 0) {
        throw InputError("random_starts", std::string(G::name()) + " has no random start; expected 0");
      }
    }
    if (config.halves > 0 && !HasHalfTurns<G>) {
      throw InputError("halves", std::string(G::name()) + " has no turns of two actions; expected 0");
    }
    RunFolder folder(path, config);
    std::optional<cluster::Gatherer> gatherer;
    if (workers) gatherer.emplace(path, config, *workers, [&](const std::string& line) { progress.say(line); });
    Trainer<G> trainer(config, folder, progress, yardstick_maker(path), gatherer ? &*gatherer : nullptr);
    trainer.run(interrupt);
    return trainer.state();
  } else {
    throw InputError("game", "there are no network features for " + std::string(G::name()) + " yet");
  }
}

RunState train_stage(const TrainConfig& config, const fs::path& folder, Progress& progress, const Interrupt& interrupt,
                     const Workers& workers) {
  return with_game(config.game, [&]<class G>() { return train_game<G>(config, folder, progress, interrupt, workers); });
}

template <Game G>
std::unique_ptr<cluster::BlockPlayer> block_player(const TrainConfig& config, int threads) {
  if constexpr (HasFeatures<G>) {
    return std::make_unique<cluster::GameBlockPlayer<G>>(config, threads);
  } else {
    throw InputError("game", "there are no network features for " + std::string(G::name()) + " yet");
  }
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

RunState train_one(const TrainConfig& config, const fs::path& folder, std::ostream& out, bool terminal,
                   const Workers& workers) {
  require_continues({{{"", config}}}, folder);
  Progress progress(out, terminal, 0, config.games);
  const Interrupt interrupt;
  return train_stage(config, folder, progress, interrupt, workers);
}

TrainOutcome train_plan(const TrainPlan& plan, const fs::path& folder, std::ostream& out, bool terminal,
                        const Workers& workers) {
  if (!plan.staged()) {
    const RunState state = train_one(plan.stages.front().config, folder, out, terminal, workers);
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
    const RunState state = train_stage(stage.config, folder / stage.name, progress, interrupt, workers);
    const bool last = n + 1 == plan.stages.size();
    if (state.ended.empty() || last || interrupt.requested()) {
      if (last && !state.ended.empty()) publish_final(folder / stage.name, folder);
      return {state, stage_title(plan, n), last && !state.ended.empty()};
    }
    progress.say(stage_title(plan, n) + " is done (" + state.ended + ")");
  }
}

}  // namespace

RunState train(const TrainConfig& config, const fs::path& folder, std::ostream& out, bool terminal) {
  return train_one(config, folder, out, terminal, {});
}

TrainOutcome train(const TrainPlan& plan, const fs::path& folder, std::ostream& out, bool terminal) {
  return train_plan(plan, folder, out, terminal, {});
}

TrainOutcome learn(const TrainPlan& plan, const fs::path& folder, std::ostream& out, bool terminal,
                   std::int64_t block_games) {
  return train_plan(plan, folder, out, terminal, block_games);
}

std::unique_ptr<cluster::BlockPlayer> make_block_player(const TrainConfig& config, int threads) {
  return with_game(config.game, [&]<class G>() { return block_player<G>(config, threads); });
}

}  // namespace alea
