// The requests of `alea engine`: which fields there are, and reading them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/output.hpp"

namespace alea::tools {

// Fields that are there or not. Throw InputError that names the field and says what was expected.
std::optional<std::string> optional_text(const Json& request, const char* field);
std::optional<bool> optional_flag(const Json& request, const char* field);
std::optional<std::int64_t> optional_number(const Json& request, const char* field, std::int64_t lowest,
                                            std::int64_t highest);
/// 0.001 to 86400.
std::optional<double> optional_seconds(const Json& request, const char* field);

/// A field that must be there.
std::string required_text(const Json& request, const char* field);

/// A line of the input as an object. Throws InputError("json").
Json parse_request(const std::string& line);

/// The `id`, a text or a number. Throws InputError("id").
Json request_id(const Json& request);

/// Throws InputError that names `op` or a field which the operation has not.
void check_fields(const Json& request);

/// The limits of the search that a request sets, as keys of an agent's text: time, nodes, plies, simulations. Where it
/// takes several `searches`, each has its share of time and nodes.
using SearchLimits = std::vector<std::pair<std::string, std::string>>;
SearchLimits search_limits(const Json& request, std::size_t searches = 1);

}  // namespace alea::tools
