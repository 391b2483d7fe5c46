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

template <Game G>
RunState train_game(const TrainConfig& config, const std::filesystem::path& path, std::ostream& out, bool terminal) {
  if constexpr (HasFeatures<G>) {
    if constexpr (!HasRandomStart<G>) {
      if (config.random_starts > 0) {
        throw InputError("random_starts", std::string(G::name()) + " has no random start; expected 0");
      }
    }
    RunFolder folder(path, config);
    Progress progress(out, terminal, 0, config.games);
    Trainer<G> trainer(config, folder, progress);
    const Interrupt interrupt;
    trainer.run(interrupt);
    return trainer.state();
  } else {
    throw InputError("game", "there are no network features for " + std::string(G::name()) + " yet");
  }
}

}  // namespace

RunState train(const TrainConfig& config, const std::filesystem::path& folder, std::ostream& out, bool terminal) {
  return with_game(config.game, [&]<class G>() { return train_game<G>(config, folder, out, terminal); });
}

}  // namespace alea
