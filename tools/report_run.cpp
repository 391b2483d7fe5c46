#include "tools/report_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "selfplay/durable.hpp"
#include "selfplay/run.hpp"
#include "selfplay/stages.hpp"
#include "tools/chart.hpp"
#include "tools/html.hpp"

namespace alea::tools {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// What a stage has measured, a line a generation.
struct StageLines {
  std::string name;
  std::vector<json> lines;
  double games_before = 0;  ///< of the stages before
};

using Value = std::function<std::optional<html::ChartPoint>(const json& line)>;  ///< its x is ignored

/// A line that is torn, being written now, ends the file.
std::vector<json> read_lines(const fs::path& file) {
  std::vector<json> lines;
  std::ifstream in(file);
  for (std::string text; std::getline(in, text);) {
    json line = json::parse(text, nullptr, false);
    if (!line.is_object() || !line.contains("games") || !line["games"].is_number()) break;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<StageLines> read_stages(const TrainPlan& plan, const fs::path& folder) {
  std::vector<StageLines> stages;
  double games = 0;
  for (const Stage& stage : plan.stages) {
    StageLines read{stage.name, read_lines((plan.staged() ? folder / stage.name : folder) / "metrics.jsonl"), games};
    if (!read.lines.empty()) games += read.lines.back()["games"].get<double>();
    stages.push_back(std::move(read));
  }
  return stages;
}

/// The number called `key`, if the line has it.
Value number(const std::string& key) {
  return [key](const json& line) -> std::optional<html::ChartPoint> {
    const auto found = line.find(key);
    if (found == line.end() || !found->is_number()) return std::nullopt;
    return html::ChartPoint{0, found->get<double>()};
  };
}

/// A mean with its standard error, at line[outer][inner], or at line[outer] where `inner` is empty.
Value mean(const std::string& outer, const std::string& inner = "") {
  return [outer, inner](const json& line) -> std::optional<html::ChartPoint> {
    json found = line.value(outer, json());
    if (!inner.empty()) found = found.is_object() ? found.value(inner, json()) : json();
    if (!found.is_object() || !found.value("mean", json()).is_number()) return std::nullopt;
    const double y = found["mean"],
                 error = found.value("stderr", json()).is_number() ? 1.96 * found["stderr"].get<double>() : 0;
    return html::ChartPoint{0, y, Interval{y - error, y + error}};
  };
}

/// Few enough points to draw; the last is always there.
std::vector<html::ChartPoint> thinned(const std::vector<html::ChartPoint>& points) {
  constexpr std::size_t most = 400;
  if (points.size() <= most) return points;
  std::vector<html::ChartPoint> some;
  for (std::size_t k = 0; k < most; ++k) some.push_back(points[k * (points.size() - 1) / (most - 1)]);
  return some;
}

std::vector<html::ChartPoint> points_of(const StageLines& stage, const Value& value) {
  std::vector<html::ChartPoint> points;
  for (const json& line : stage.lines) {
    if (auto point = value(line)) {
      point->x = stage.games_before + line["games"].get<double>();
      points.push_back(*point);
    }
  }
  return thinned(points);
}

/// One quantity over the games, a line for each stage; nothing where it was not measured.
std::string curve(const std::vector<StageLines>& stages, const std::string& title, const std::string& unit,
                  const Value& value, bool from_zero = false) {
  html::LineChart chart{.x_label = "games", .y_label = unit, .series = {}, .y_from_zero = from_zero};
  for (const StageLines& stage : stages) {
    auto points = points_of(stage, value);
    if (!points.empty()) chart.series.push_back({stage.name, std::move(points), false});
  }
  return chart.series.empty() ? "" : html::heading(title) + html::svg(chart);
}

/// Several quantities over the games, a line for each, stages joined.
std::string curves(const std::vector<StageLines>& stages, const std::string& title, const std::string& unit,
                   const std::map<std::string, Value>& values) {
  html::LineChart chart{.x_label = "games", .y_label = unit, .series = {}};
  for (const auto& [name, value] : values) {
    html::Series series{name, {}, false};
    for (const StageLines& stage : stages)
      std::ranges::copy(points_of(stage, value), std::back_inserter(series.points));
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  return chart.series.empty() ? "" : html::heading(title) + html::svg(chart);
}

/// A value for each key of the objects called `outer`.
std::map<std::string, Value> each_of(const std::vector<StageLines>& stages, const std::string& outer, bool means) {
  std::map<std::string, Value> values;
  for (const StageLines& stage : stages) {
    for (const json& line : stage.lines) {
      if (!line.contains(outer) || !line[outer].is_object()) continue;
      for (const auto& [key, ignored] : line[outer].items()) {
        values.emplace(key, means ? mean(outer, key) : Value([outer, key = key](const json& l) {
                         return l.contains(outer) && l[outer].is_object() ? number(key)(l[outer]) : std::nullopt;
                       }));
      }
    }
  }
  return values;
}

std::string summary(const TrainPlan& plan, const std::vector<StageLines>& stages, const std::string& status) {
  html::Table table{{"stage", "games", "of", "loss", "learning rate", "games/s", "memory, MiB"}, {}};
  const auto cell = [](const json& line, const char* key, int digits) {
    return line.contains(key) && line[key].is_number() ? fmt::format("{:.{}g}", line[key].get<double>(), digits) : "";
  };
  for (std::size_t n = 0; n < stages.size(); ++n) {
    const json last = stages[n].lines.empty() ? json::object() : stages[n].lines.back();
    table.rows.push_back({plan.staged() ? stages[n].name : "all", cell(last, "games", 12),
                          std::to_string(plan.stages[n].config.games), cell(last, "loss", 4),
                          cell(last, "learning_rate", 3), cell(last, "games_per_s", 4), cell(last, "rss_mib", 4)});
  }
  return html::note(plan.stages.front().config.game + ", " + status) + html::table(table);
}

/// "running", "done (plateau), last progress 2026-11-30 12:00".
std::string status_of(const fs::path& folder) {
  const RunSummary run = run_summary(folder);
  return run.status == "running" ? run.status : run.status + ", last progress " + run.when;
}

}  // namespace

std::string run_report(const fs::path& folder) {
  const TrainPlan plan = read_plan(folder / "config.toml");
  const auto stages = read_stages(plan, folder);
  const bool running = FolderLock::held(folder);
  std::string body = summary(plan, stages, status_of(folder));
  body += curves(stages, "Score against the anchors", "points or share a game", each_of(stages, "anchors", true));
  body += curve(stages, "Loss of a decision, by the judge", "utility", mean("decision_loss"), true);
  body += curve(stages, "Score against the best net before", "points or share a game", mean("gate"));
  body += curve(stages, "Loss", "nats", number("loss"));
  body += curves(stages, "Loss by result", "nats", each_of(stages, "loss_parts", false));
  body += curve(stages, "Norm of the gradient", "", number("gradient_norm"), true);
  body += curve(stages, "Learning rate", "", number("learning_rate"), true);
  body += curve(stages, "Turns a game", "turns", number("turns_per_game"));
  body += curve(stages, "Speed", "games/s", number("games_per_s"), true);
  body += curve(stages, "Memory", "MiB", number("rss_mib"), true);
  if (running) body += "<script>setTimeout(() => location.reload(), 30000)</script>\n";
  return html::page("Training " + fs::weakly_canonical(folder).filename().string(), body);
}

}  // namespace alea::tools
