// A run in stages: the settings of several trainings, each of which begins with the net of the one before.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/config.hpp"

namespace alea {

struct Stage {
  std::string name;  ///< of its section, and of its folder; empty in a run without stages
  TrainConfig config;
};

/// At least one stage.
struct TrainPlan {
  std::vector<Stage> stages;

  bool staged() const { return !stages.front().name.empty(); }
};

/// Reads a config file: `key = value` for all stages, then sections `[stage.NAME]` whose settings are one stage's; a
/// file without sections is a run without stages. A stage without a seed of its own gets the common one and its number
/// (0, 1, ..); one without `start` begins with the net of the stage before. An override is for all stages, or for one
/// if it is called `NAME.key`. Throws InputError as read_config does.
TrainPlan read_plan(const std::filesystem::path& file, const std::vector<Override>& overrides = {});

/// The stage whose final net a run begins with, where its `start` is stage:NAME; nothing where that is a file.
std::optional<std::string> named_stage(const std::string& start);

/// The plan as a file that `read_plan` reads back to an equal one.
std::string plan_text(const TrainPlan& plan);

/// Which stage a run in `folder` is in: the last one that was begun. Nothing says so but the stages' folders, of which
/// each is made when the stage before has ended and its net is there.
std::size_t current_stage(const TrainPlan& plan, const std::filesystem::path& folder);

/// Throws InputError unless the stages that were begun in `folder` under the plan `before` are those that `now` begins
/// with.
void require_same_past(const TrainPlan& before, const TrainPlan& now, const std::filesystem::path& folder);

/// "2-grow (2 of 3)"; empty in a run without stages.
std::string stage_title(const TrainPlan& plan, std::size_t stage);

}  // namespace alea
