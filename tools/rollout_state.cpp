#include "tools/rollout_state.hpp"

#include <cmath>

#include "selfplay/durable.hpp"

namespace alea::tools {

namespace fs = std::filesystem;

namespace {

constexpr const char* mark = "alea rollout";
constexpr int version = 1;
constexpr std::uintmax_t largest = std::uintmax_t{1} << 28;  ///< bytes
constexpr std::size_t most_strata = 1296;
constexpr double most_trials = 1e9;

InputError bad(const fs::path& file, const std::string& what) { return {"state", file.string() + ": " + what}; }

InputError bad_sums() { return {"state", "expected the sums of a rollout of these positions, found others"}; }

/// Stratum `place` of `count` has every count-th of `trials`.
bool fits(double size, std::size_t place, std::size_t count, double trials) {
  const auto k = static_cast<double>(count), i = static_cast<double>(place);
  return size == std::floor(trials / k) + (i < std::fmod(trials, k) ? 1 : 0);
}

double check_stratum(const Json& stratum, std::size_t numbers) {
  if (!stratum.is_array() || stratum.size() != numbers) throw bad_sums();
  for (const Json& number : stratum) {
    if (!number.is_number() || !std::isfinite(number.get<double>())) throw bad_sums();
  }
  const double size = stratum[0];
  if (!(size >= 0 && size <= most_trials)) throw bad_sums();
  return size;
}

void check_position(const Json& strata, std::size_t numbers) {
  if (!strata.is_array() || strata.size() > most_strata) throw bad_sums();
  double trials = 0;
  for (const Json& stratum : strata) trials += check_stratum(stratum, numbers);
  for (std::size_t i = 0; i < strata.size(); ++i) {
    if (!fits(strata[i][0], i, strata.size(), trials)) throw bad_sums();
  }
}

/// The first key whose values differ.
std::string difference(const Json& wanted, const Json& found) {
  for (const auto& [key, value] : wanted.items()) {
    const auto other = found.find(key);
    if (other == found.end()) return "expected " + key + " " + value.dump() + ", found none";
    if (*other != value) return "expected " + key + " " + value.dump() + ", found " + other->dump().substr(0, 200);
  }
  return "found more than is known of a rollout";
}

}  // namespace

Json read_rollout_state(const fs::path& file, const Json& identity) {
  if (!fs::exists(file)) return Json::array();
  const Json json = Json::parse(read_file(file, "state", largest), nullptr, false);
  const bool known = json.is_object() && json.contains(mark) && json[mark] == version && json.contains("identity") &&
                     json.contains("sums") && json["identity"].is_object() && json["sums"].is_array();
  if (!known) {
    throw bad(file, "expected what alea rollout --state has written, found something else");
  }
  if (json["identity"] != identity) {
    throw bad(file, "this is another rollout: " + difference(identity, json["identity"]));
  }
  return json["sums"];
}

void write_rollout_state(const fs::path& file, const Json& identity, const Json& sums) {
  write_file(file, Json{{mark, version}, {"identity", identity}, {"sums", sums}}.dump() + '\n');
}

void check_rollout_sums(const Json& sums, std::size_t positions, std::size_t numbers) {
  if (sums.size() != positions) throw bad_sums();
  for (const Json& position : sums) check_position(position, numbers);
}

}  // namespace alea::tools
