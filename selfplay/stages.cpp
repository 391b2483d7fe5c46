#include "selfplay/stages.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "nets/growth.hpp"
#include "selfplay/settings.hpp"

namespace alea {

namespace fs = std::filesystem;

namespace {

using Values = std::map<std::string, std::vector<std::string>>;  ///< of settings by name

/// A config file, its settings not yet looked at.
struct Sections {
  Values common;
  std::vector<std::pair<std::string, Values>> stages;

  Values& stage(const std::string& name) {
    const auto found = std::ranges::find(stages, name, &std::pair<std::string, Values>::first);
    return found != stages.end() ? found->second : stages.emplace_back(name, Values{}).second;
  }
};

constexpr std::size_t most_stages = 100;
constexpr const char* stage_prefix = "stage:";

/// A stage's name is a folder's, beside those that a run has.
void check_name(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  static const std::set<std::string> taken{"nets", "checkpoints", "cluster", "lock", "slurm"};
  if (!name.empty() && name.size() <= 40 && std::ranges::all_of(name, allowed) && !taken.contains(name)) return;
  throw InputError("stage." + name.substr(0, 40),
                   "expected a name of 1 to 40 letters, digits, - or _, other than " + CLI::detail::join(taken, ", "));
}

Sections read_sections(const fs::path& file) {
  Sections sections;
  const auto wrong = [&](const std::string& name, const std::string& what) {
    return InputError(name, file.string() + ": " + what);
  };
  for (const CLI::ConfigItem& item : settings::read_items(file)) {
    const bool mark = item.name == "++" || item.name == "--";  // where CLI11 sees a section begin or end
    const auto& parents = item.parents;
    if (parents.size() == 1 && parents[0] == "stage" && mark) continue;
    if (!parents.empty() && (parents.size() != 2 || parents[0] != "stage")) {
      throw wrong(parents[0], "unknown section; expected [stage.NAME]");
    }
    if (!parents.empty()) check_name(parents[1]);
    Values& values = parents.empty() ? sections.common : sections.stage(parents[1]);
    if (mark) continue;
    if (!values.emplace(item.name, item.inputs).second) throw wrong(item.fullname(), "given twice");
  }
  if (sections.stages.size() > most_stages) throw wrong("stage", "expected at most 100 stages");
  return sections;
}

/// Puts what the command line says in place of what the file says.
void apply(const Override& given, Sections& sections) {
  const auto dot = given.name.find('.');
  if (dot != std::string::npos) {
    const std::string name = given.name.substr(0, dot);
    const auto found = std::ranges::find(sections.stages, name, &std::pair<std::string, Values>::first);
    if (found == sections.stages.end()) throw InputError(given.name, "command line: there is no stage " + name);
    found->second[given.name.substr(dot + 1)] = {given.value};
    return;
  }
  sections.common[given.name] = {given.value};
  for (auto& [name, values] : sections.stages) values.erase(given.name);
}

TrainConfig config_of(const Values& common, const Values& own, const std::string& where) {
  TrainConfig config;
  CLI::App app({}, "alea train");
  declare_settings(app, config);
  for (const auto& [name, value] : common) settings::set(app, name, value, where);
  for (const auto& [name, value] : own) settings::set(app, name, value, where);
  return config;
}

/// Runs `action`; an error in it names the stage.
template <class Action>
auto naming(const std::string& stage, Action&& action) {
  try {
    return action();
  } catch (const InputError& error) {
    if (stage.empty()) throw;
    throw InputError(error.field(), "stage " + stage + ": " + error.what());
  }
}

/// Throws unless the net of `before` can become that of `after`: better now than when `before` has been trained.
void check_growth(const TrainConfig& before, const TrainConfig& after) {
  NetworkShape shape;
  shape.hidden = before.hidden;
  shape.outputs = with_game(before.game, []<class G>() { return static_cast<int>(G::statistics); });
  require_growth(shape, after.hidden);
}

/// Throws where `start` names a stage that does not come before.
void check_start(const std::string& start, const std::vector<Stage>& before) {
  const auto name = named_stage(start);
  if (!name || std::ranges::find(before, *name, &Stage::name) != before.end()) return;
  throw InputError("start", "expected an earlier stage, found \"" + *name + "\"");
}

bool begun(const Stage& stage, const fs::path& folder) { return fs::exists(folder / stage.name / "config.toml"); }

}  // namespace

TrainPlan read_plan(const fs::path& file, const std::vector<Override>& overrides) {
  Sections sections = read_sections(file);
  for (const Override& given : overrides) apply(given, sections);
  if (sections.stages.empty()) return {{{"", resolve(config_of(sections.common, {}, file.string()))}}};
  TrainPlan plan;
  for (const auto& [name, own] : sections.stages) {
    Stage stage{name, naming(name, [&] { return config_of(sections.common, own, file.string()); })};
    const auto number = plan.stages.size();
    if (!own.contains("seed")) stage.config.seed += number;
    if (number > 0 && !own.contains("start")) stage.config.start = stage_prefix + plan.stages.back().name;
    naming(name, [&] { check_start(stage.config.start, plan.stages); });
    stage.config = naming(name, [&] { return resolve(stage.config); });
    if (number > 0 && stage.config.game != plan.stages.front().config.game) {
      throw InputError("game", file.string() + ": expected one game in all stages");
    }
    if (number > 0 && !own.contains("start")) {
      naming(name, [&] { check_growth(plan.stages.back().config, stage.config); });
    }
    plan.stages.push_back(std::move(stage));
  }
  return plan;
}

std::optional<std::string> named_stage(const std::string& start) {
  if (!start.starts_with(stage_prefix)) return std::nullopt;
  return start.substr(std::string_view(stage_prefix).size());
}

std::string plan_text(const TrainPlan& plan) {
  std::string text;
  for (const Stage& stage : plan.stages) {
    if (plan.staged()) text += (text.empty() ? "[stage." : "\n[stage.") + stage.name + "]\n";
    text += config_text(stage.config);
  }
  return text;
}

std::size_t current_stage(const TrainPlan& plan, const fs::path& folder) {
  std::size_t current = 0;
  for (std::size_t n = 1; n < plan.stages.size(); ++n) {
    if (begun(plan.stages[n], folder)) current = n;
  }
  return current;
}

void require_same_past(const TrainPlan& before, const TrainPlan& now, const fs::path& folder) {
  if (before.staged() != now.staged()) {
    throw InputError("run", folder.string() + ": the run there is one with" + (before.staged() ? "" : "out") +
                                " stages; another kind needs another run folder (--run)");
  }
  for (std::size_t n = 0; n < before.stages.size() && begun(before.stages[n], folder); ++n) {
    if (n < now.stages.size() && now.stages[n].name == before.stages[n].name) continue;
    throw InputError("stage." + before.stages[n].name, "was begun in " + folder.string() +
                                                           " and is not where it was; another order of stages needs "
                                                           "another run folder (--run)");
  }
}

std::string stage_title(const TrainPlan& plan, std::size_t stage) {
  if (!plan.staged()) return "";
  return plan.stages[stage].name + " (" + std::to_string(stage + 1) + " of " + std::to_string(plan.stages.size()) + ")";
}

}  // namespace alea
