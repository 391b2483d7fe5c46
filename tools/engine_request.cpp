#include "tools/engine_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "tools/lines.hpp"

namespace alea::tools {

namespace {

InputError unexpected(const char* field, const std::string& expected, const Json& found) {
  const bool nested = found.is_structured();  // writing that down would go as deep
  return {field, "expected " + expected + ", found " +
                     (nested ? std::string("an ") + found.type_name()
                             : found.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40))};
}

struct Operation {
  std::string_view name;
  std::vector<std::string_view> fields;  ///< beside id and op
};

const std::array operations{
    Operation{"plays", {"game", "position", "dice"}},
    Operation{"apply", {"game", "position", "dice", "play"}},
    Operation{"evaluate", {"game", "position", "agent", "time", "nodes", "plies", "simulations"}},
    Operation{"analyse",
              {"game", "position", "dice", "agent", "time", "nodes", "plies", "simulations", "top", "every"}},
    Operation{
        "rollout",
        {"game", "position", "dice", "agent", "weights", "trials", "turns", "luck", "seed", "top", "time", "every"}},
    Operation{"terminate", {"target"}},
    Operation{"version", {}}};

}  // namespace

std::optional<std::string> optional_text(const Json& request, const char* field) {
  const auto found = request.find(field);
  if (found == request.end()) return std::nullopt;
  if (!found->is_string()) throw unexpected(field, "a text", *found);
  return found->get<std::string>();
}

std::optional<bool> optional_flag(const Json& request, const char* field) {
  const auto found = request.find(field);
  if (found == request.end()) return std::nullopt;
  if (!found->is_boolean()) throw unexpected(field, "true or false", *found);
  return found->get<bool>();
}

std::optional<std::int64_t> optional_number(const Json& request, const char* field, std::int64_t lowest,
                                            std::int64_t highest) {
  const auto found = request.find(field);
  if (found == request.end()) return std::nullopt;
  if (!found->is_number_integer() || *found < lowest || *found > highest) {
    throw unexpected(field, fmt::format("a whole number from {} to {}", lowest, highest), *found);
  }
  return found->get<std::int64_t>();
}

std::optional<double> optional_seconds(const Json& request, const char* field) {
  const auto found = request.find(field);
  if (found == request.end()) return std::nullopt;
  const bool good = found->is_number() && *found >= 0.001 && *found <= 86'400.0;
  if (!good) throw unexpected(field, "seconds, a number from 0.001 to 86400", *found);
  return found->get<double>();
}

std::string required_text(const Json& request, const char* field) {
  const auto found = optional_text(request, field);
  if (!found) throw InputError(field, fmt::format("expected the field \"{}\"", field));
  return *found;
}

Json parse_request(const std::string& line) {
  if (line.size() > longest_line) {
    throw InputError("json", "expected at most " + std::to_string(longest_line) + " bytes");
  }
  try {
    Json request = Json::parse(line);
    if (request.is_object()) return request;
    throw InputError("json", "expected an object, found " + std::string(request.type_name()));
  } catch (const Json::exception& error) {  // no JSON, or a number beyond all that a double holds
    throw InputError("json", "expected an object: " + std::string(error.what()).substr(0, 200));
  }
}

Json request_id(const Json& request) {
  const auto found = request.find("id");
  if (found != request.end() && (found->is_string() || found->is_number())) return *found;
  throw InputError("id", "expected a text or a number by which the answer is known");
}

void check_fields(const Json& request) {
  const std::string op = required_text(request, "op");
  const auto operation = std::ranges::find(operations, op, &Operation::name);
  if (operation == operations.end()) {
    std::string names;
    for (const auto& known : operations) names += std::string(names.empty() ? "" : ", ") + std::string(known.name);
    throw InputError("op", "expected one of " + names + ", found \"" + op.substr(0, 40) + '"');
  }
  for (const auto& [field, value] : request.items()) {
    const auto& known = operation->fields;
    if (field == "id" || field == "op" || std::ranges::find(known, field) != known.end()) continue;
    throw InputError(field.substr(0, 40), "the operation " + op + " has no such field");
  }
}

SearchLimits search_limits(const Json& request, std::size_t searches) {
  constexpr std::int64_t most = 2'000'000'000;
  SearchLimits limits;
  if (const auto time = optional_seconds(request, "time")) {
    limits.emplace_back("time", fmt::format("{}", std::max(0.001, *time / static_cast<double>(searches))));
  }
  if (const auto nodes = optional_number(request, "nodes", 1, most)) {
    limits.emplace_back("nodes",
                        std::to_string(std::max<std::int64_t>(1, *nodes / static_cast<std::int64_t>(searches))));
  }
  if (const auto plies = optional_number(request, "plies", 0, 1000)) {
    limits.emplace_back("plies", std::to_string(*plies));
  }
  if (const auto simulations = optional_number(request, "simulations", 1, most)) {
    limits.emplace_back("simulations", std::to_string(*simulations));
  }
  return limits;
}

}  // namespace alea::tools
