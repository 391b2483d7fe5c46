// A struct as a JSON object, each member named once, for reading and for writing:
//
//     constexpr auto fields = [](auto& point, const auto& field) {
//       field("x", point.x);
//       field("y", point.y);
//     };
//     const json j = write_fields(point, fields);
//     read_fields(j, point, fields, [](const std::string& what) { return InputError("point", what); });
//
// Members are bool, std::string, whole numbers, double, or a double that may be missing (null).
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace alea {

namespace json_detail {

template <class Value>
bool holds(const nlohmann::json& j) {
  if constexpr (std::same_as<Value, bool>) return j.is_boolean();
  if constexpr (std::same_as<Value, std::string>) return j.is_string();
  if constexpr (std::integral<Value>) return j.is_number_integer();
  return j.is_number();
}

}  // namespace json_detail

template <class Object, class Fields>
nlohmann::json write_fields(const Object& object, const Fields& fields) {
  nlohmann::json j = nlohmann::json::object();
  fields(object, [&]<class Value>(const char* key, const Value& value) {
    if constexpr (std::same_as<Value, std::optional<double>>) {
      j[key] = value ? nlohmann::json(*value) : nlohmann::json();
    } else {
      j[key] = value;
    }
  });
  return j;
}

/// Throws what `error("KEY: expected .., found ..")` makes on a member that is missing or of another type. Others in
/// `j` are left alone.
template <class Object, class Fields, class Error>
void read_fields(const nlohmann::json& j, Object& object, const Fields& fields, const Error& error) {
  fields(object, [&]<class Value>(const char* key, Value& value) {
    const auto found = j.find(key);
    const auto wrong = [&](const char* expected) {
      return error(std::string(key) + ": expected " + expected + ", found " +
                   (found == j.end() ? "nothing" : found->dump().substr(0, 40)));
    };
    if constexpr (std::same_as<Value, std::optional<double>>) {
      if (found == j.end() || !(found->is_null() || found->is_number())) throw wrong("a number or null");
      value = found->is_null() ? std::nullopt : std::optional(found->template get<double>());
    } else {
      if (found == j.end() || !json_detail::holds<Value>(*found)) {
        throw wrong(std::same_as<Value, bool>          ? "true or false"
                    : std::same_as<Value, std::string> ? "a text"
                    : std::integral<Value>             ? "a whole number"
                                                       : "a number");
      }
      found->get_to(value);
    }
  });
}

}  // namespace alea
