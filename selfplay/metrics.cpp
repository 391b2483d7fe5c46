#include "selfplay/metrics.hpp"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/error.hpp"

namespace alea {

namespace {

/// Six significant digits: what a reader of a curve needs.
double rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return std::strtod(text, nullptr);
}

/// Length of the file's beginning that holds whole lines of generations up to `last`.
std::uintmax_t length_up_to(const std::filesystem::path& file, std::int64_t last) {
  std::ifstream in(file, std::ios::binary);
  std::uintmax_t length = 0;
  for (std::string line; std::getline(in, line) && !in.eof();) {
    const auto j = nlohmann::json::parse(line, nullptr, false);
    if (!j.is_object() || !j.contains("generation") || !j["generation"].is_number_integer()) break;
    if (j["generation"].get<std::int64_t>() > last) break;
    length += line.size() + 1;
  }
  return length;
}

using Json = nlohmann::ordered_json;

Json json_of(const SampleMean& score) {
  return {{"mean", rounded(score.mean())}, {"stderr", rounded(score.standard_error())}, {"size", score.size()}};
}

/// What a measurement adds to a line.
void add_measurement(const Measurement& found, std::int64_t best_generation, Json& line) {
  if (std::ranges::any_of(found.anchors, &AnchorScore::counts)) line["strength"] = rounded(found.strength());
  for (const AnchorScore& anchor : found.anchors) line["anchors"][anchor.anchor] = json_of(anchor.score);
  for (const AbsentAnchor& anchor : found.absent) line["absent_anchors"][anchor.anchor] = anchor.why;
  if (found.decision_loss) line["decision_loss"] = json_of(*found.decision_loss);
  if (found.gate) {
    line["gate"] = json_of(found.gate->score);
    line["gate"]["log_likelihood_ratio"] = rounded(found.gate->log_likelihood_ratio);
    line["gate"]["passed"] = found.gate->passed;
  }
  line["best_generation"] = best_generation;
  line["measure_seconds"] = rounded(found.seconds);
}

}  // namespace

MetricsLog::MetricsLog(const std::filesystem::path& file, std::int64_t last) : path_(file) {
  if (std::filesystem::exists(file)) std::filesystem::resize_file(file, length_up_to(file, last));
  out_.open(file, std::ios::app);
  if (!out_) throw RuntimeFailure("cannot write " + file.string());
}

void MetricsLog::add(const Metrics& m) {
  Json line = {{"generation", m.generation},
               {"games", m.games},
               {"cut_games", m.cut_games},
               {"examples", m.examples},
               {"positions", m.positions},
               {"seconds", rounded(m.seconds)},
               {"games_per_s", rounded(m.games_per_s)},
               {"positions_per_s", rounded(m.positions_per_s)},
               {"turns_per_game", rounded(m.turns_per_game)},
               {"loss", rounded(m.loss)},
               {"gradient_norm", rounded(m.gradient_norm)},
               {"learning_rate", rounded(m.learning_rate)},
               {"lambda", rounded(m.lambda)},
               {"play_seconds", rounded(m.play_seconds)},
               {"learn_seconds", rounded(m.learn_seconds)},
               {"rss_mib", rounded(m.rss_mib)}};
  for (const auto& [name, loss] : m.loss_parts) line["loss_parts"][std::string(name)] = rounded(loss);
  if (m.measured) add_measurement(*m.measured, m.best_generation, line);
  out_ << line.dump() << '\n' << std::flush;
  if (!out_) throw RuntimeFailure("cannot write " + path_.string() + " (is the disk full?)");
}

double resident_mib() {
  std::ifstream in("/proc/self/statm");
  double total = 0, resident = 0;
  in >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

}  // namespace alea
