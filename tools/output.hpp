// JSON on standard output, one object a line.
#pragma once

#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/error.hpp"

namespace alea::tools {

/// Keys stay in the order in which they were written.
using Json = nlohmann::ordered_json;

/// Bytes that are no UTF-8 (they come from outside, in messages) become the replacement character.
inline void print(const Json& json) { std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n'; }

/// `{"field":..,"message":..}`, what an "error" key holds.
inline Json error_json(const std::string& field, const std::string& message) {
  return {{"field", field}, {"message", message}};
}
inline Json error_json(const InputError& error) { return error_json(error.field(), error.what()); }

/// The double whose shortest text is the float's: 0.1f becomes 0.1, not 0.10000000149011612.
inline double shortest(float number) {
  char text[32];
  const char* const end = std::to_chars(text, text + sizeof text, number).ptr;
  double same = number;
  std::from_chars(text, end, same);
  return same;
}

}  // namespace alea::tools
