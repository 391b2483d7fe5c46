#include "selfplay/run.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>

#include "engine/atomic_file.hpp"
#include "engine/error.hpp"
#include "selfplay/json_fields.hpp"
#include "selfplay/stages.hpp"

namespace alea {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* state_format = "alea-checkpoint-1";
constexpr const char* state_name = "state.json";

/// The checkpoint's generation, from its folder's name; nothing if it is not one.
std::optional<std::int64_t> generation_of(const fs::path& folder) {
  const std::string name = folder.filename();
  std::int64_t generation = 0;
  const char* const end = name.data() + name.size();
  if (name.size() < 2 || name[0] != 'g') return std::nullopt;
  const auto [stop, error] = std::from_chars(name.data() + 1, end, generation);
  return error == std::errc() && stop == end ? std::optional(generation) : std::nullopt;
}

constexpr auto progress_fields = [](auto& state, const auto& field) {
  field("played", state.played);
  field("learned", state.learned);
  field("games", state.games);
  field("examples", state.examples);
  field("batches", state.batches);
  field("seconds", state.seconds);
  field("loss", state.loss);
  field("ended", state.ended);
};

/// Checkpoints of older versions lack what was measured.
constexpr auto measured_fields = [](auto& state, const auto& field) {
  field("best_figure", state.plateau.best);
  field("without_gain", state.plateau.without_gain);
  field("best_generation", state.best_generation);
};

json json_of(const RunState& state) {
  json j = write_fields(state, progress_fields);
  j.update(write_fields(state, measured_fields));
  j["format"] = state_format;
  return j;
}

/// Reads the state of a checkpoint and checks it, and with `files` the files beside it. Throws InputError.
RunState read_state(const fs::path& folder, bool files) {
  const auto damaged = [&](const std::string& what) { return InputError("checkpoint", folder.string() + ": " + what); };
  const std::string text = read_file(folder / state_name, "checkpoint", 1 << 20);
  try {
    json j = json::parse(text);
    if (j.at("format") != state_format) throw damaged("expected the format " + std::string(state_format));
    const std::string expected = j.at("checksum");
    j.erase("checksum");
    if (checksum(j.dump()) != expected) throw damaged("state.json is damaged (checksum)");
    if (files) {
      for (const auto& [name, sum] : j.at("files").items()) {
        if (!fs::exists(folder / name)) throw damaged(name + " is missing");
        if (file_checksum(folder / name) != sum) throw damaged(name + " is damaged (checksum)");
      }
    }
    RunState state;
    read_fields(j, state, progress_fields, damaged);
    if (j.contains("best_figure")) read_fields(j, state, measured_fields, damaged);
    return state;
  } catch (const json::exception& error) {
    throw damaged(std::string("state.json is damaged: ") + error.what());
  }
}

std::string local_time(fs::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  const std::time_t seconds =
      std::chrono::system_clock::to_time_t(std::chrono::time_point_cast<std::chrono::seconds>(system));
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local)};
}

/// Out of the way of what the run writes from now on, for whoever wants to look at it.
void put_aside(const fs::path& checkpoint) {
  const fs::path aside = checkpoint.string() + ".damaged";
  fs::remove_all(aside);
  fs::rename(checkpoint, aside);
}

std::vector<fs::path> checkpoints_of(const fs::path& run) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(run / "checkpoints", none)) {
    if (generation_of(entry.path())) found.push_back(entry.path());
  }
  std::ranges::sort(found, std::greater(), [](const fs::path& p) { return *generation_of(p); });
  return found;
}

}  // namespace

std::string generation_name(std::int64_t generation) {
  const std::string digits = std::to_string(generation);
  return "g" + std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits;
}

RunFolder::RunFolder(fs::path folder, const TrainConfig& config)
    : folder_((fs::create_directories(folder), std::move(folder))), lock_(folder_) {
  fs::create_directories(folder_ / "nets");
  fs::create_directories(folder_ / "checkpoints");
  const fs::path resolved = folder_ / "config.toml";
  if (fs::exists(resolved) && was_begun()) require_continues(read_config(resolved), config);
  write_file(resolved, config_text(config));
  remove_leftovers();
}

bool RunFolder::was_begun() const { return !checkpoints().empty() || fs::exists(folder_ / "cluster"); }

std::vector<fs::path> RunFolder::checkpoints() const { return checkpoints_of(folder_); }

void RunFolder::remove_leftovers() {
  for (const fs::path& part : {folder_, folder_ / "checkpoints", folder_ / "nets"}) {
    for (const auto& entry : fs::directory_iterator(part)) {
      if (entry.path().extension() != ".tmp") continue;
      const fs::path name = entry.path().stem();
      const fs::path replaced = part / name.stem();
      if (name.extension() == ".old" && !fs::exists(replaced)) {  // killed between the two renames
        fs::rename(entry.path(), replaced);
      } else {
        fs::remove_all(entry.path());
      }
    }
  }
}

std::optional<Checkpoint> RunFolder::newest_checkpoint(const std::function<void(const std::string&)>& warn) const {
  const auto all = checkpoints();
  for (auto folder = all.begin(); folder != all.end(); ++folder) {
    try {
      Checkpoint whole{*folder, read_state(*folder, true)};
      for (auto damaged = all.begin(); damaged != folder; ++damaged) put_aside(*damaged);
      return whole;
    } catch (const InputError& error) {
      warn(std::string(error.what()) + "; trying the one before");
    }
  }
  if (!all.empty())
    throw RuntimeFailure(folder_.string() + ": no checkpoint is whole; remove the folder to begin anew");
  return std::nullopt;
}

void RunFolder::write_checkpoint(const RunState& state, const std::function<void(const fs::path&)>& fill) {
  const fs::path whole = folder_ / "checkpoints" / generation_name(state.played);
  const fs::path temporary = whole.string() + ".tmp";
  try {
    fs::remove_all(temporary);
    fs::create_directory(temporary);
    fill(temporary);
    json j = json_of(state);
    for (const auto& entry : fs::directory_iterator(temporary)) {
      flush_to_disk(entry.path());
      j["files"][entry.path().filename()] = file_checksum(entry.path());
    }
    j["checksum"] = checksum(j.dump());
    write_file(temporary / state_name, j.dump(1) + "\n");
    flush_folder(temporary);
    if (fs::exists(whole)) {  // the same generations were played, and more learned
      const fs::path old = whole.string() + ".old.tmp";
      fs::remove_all(old);
      rename_durably(whole, old);
      rename_durably(temporary, whole);
      fs::remove_all(old);
    } else {
      rename_durably(temporary, whole);
    }
  } catch (const std::exception& error) {
    std::error_code ignored;
    fs::remove_all(temporary, ignored);
    throw RuntimeFailure("cannot write a checkpoint, the one before is still there: " + std::string(error.what()));
  }
  const auto all = checkpoints();
  for (std::size_t i = 2; i < all.size(); ++i) {
    const fs::path old = all[i].string() + ".tmp";  // a half-removed one must not look whole
    fs::rename(all[i], old);
    fs::remove_all(old);
  }
}

std::optional<RunState> saved_state(const fs::path& folder) {
  const auto all = checkpoints_of(folder);
  return all.empty() ? std::nullopt : std::optional(read_state(all.front(), false));
}

namespace {

/// What a run's folder says of it. Throws InputError where something is damaged, and then what was found is in `run`.
void summarise(const fs::path& folder, RunSummary& run) {
  const TrainPlan plan = read_plan(folder / "config.toml");
  const std::size_t current = current_stage(plan, folder);
  run.game = plan.stages.front().config.game;
  run.stage = stage_title(plan, current);
  for (const Stage& stage : plan.stages) run.games_total += stage.config.games;
  for (std::size_t n = 0; n <= current; ++n) {
    const fs::path part = plan.staged() ? folder / plan.stages[n].name : folder;
    const auto state = saved_state(part);
    if (!state) continue;
    run.games += state->games;
    if (state->learned > 0) run.loss = state->loss;
    if (n + 1 == plan.stages.size() && !state->ended.empty()) {
      run.status = state->ended == "games" ? "done" : "done (" + state->ended + ")";
    }
    run.when = local_time(fs::last_write_time(checkpoints_of(part).front() / state_name));
  }
}

}  // namespace

RunSummary run_summary(const fs::path& folder) {
  RunSummary run;
  run.name = fs::absolute(folder / "config.toml").lexically_normal().parent_path().filename();
  run.status = "stopped";
  run.when = local_time(fs::last_write_time(folder / "config.toml"));
  try {
    summarise(folder, run);
  } catch (const InputError& error) {
    run.status = "damaged: " + std::string(error.what());
  }
  if (FolderLock::held(folder)) run.status = "running";
  return run;
}

std::vector<RunSummary> list_runs(const fs::path& folder) {
  std::vector<RunSummary> runs;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (fs::exists(entry.path() / "config.toml")) runs.push_back(run_summary(entry.path()));
  }
  std::ranges::sort(runs, {}, &RunSummary::name);
  return runs;
}

}  // namespace alea
