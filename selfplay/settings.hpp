// Settings that are declared once and read from a file and the command line: what configs of runs and of tournaments
// share.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <filesystem>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "selfplay/override.hpp"

namespace alea::settings {

/// A number in [min, max]; unlike CLI::Range it refuses NaN, a sign that an unsigned number would swallow, and a whole
/// number beyond its type's largest, which CLI11 reads as that.
template <class T>
CLI::Validator within(T min, T max) {
  std::ostringstream range;
  range << min << " to " << max;
  return CLI::Validator(
      [=, text = range.str()](std::string& value) -> std::string {
        T number{};
        const bool swallowed = std::is_unsigned_v<T> && value.starts_with('-');
        const auto cut_off = [&] {
          constexpr T largest = std::numeric_limits<T>::max();
          return std::is_integral_v<T> && number == largest && value != std::to_string(largest);
        };
        if (!swallowed && CLI::detail::lexical_cast(value, number) && number >= min && number <= max && !cut_off())
          return {};
        return "expected a number from " + text + ", found \"" + value.substr(0, 40) + "\"";
      },
      range.str());
}

CLI::Validator one_of(const std::vector<std::string>& names);

/// Text that survives being written between quotes into a config file.
CLI::Validator plain_text();

inline std::string text_of(const std::string& value) { return '"' + value + '"'; }
inline std::string text_of(bool value) { return value ? "true" : "false"; }

/// The shortest text that reads back the same.
template <class Number>
requires std::is_arithmetic_v<Number> std::string text_of(Number value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

/// The lines of a config file (TOML), its sections' names in `parents`. Throws InputError("config") when it cannot be
/// read, is larger than 1 MiB or no such text.
std::vector<CLI::ConfigItem> read_items(const std::filesystem::path& file);

/// Gives the option `--name` of `app` its value with the checks that the command line would make; `where` is the file,
/// for messages. Throws InputError whose field is the name.
void set(CLI::App& app, const std::string& name, const std::vector<std::string>& values, const std::string& where);

/// The options of `command` that were given and belong to `group`.
std::vector<Override> overrides(const CLI::App& command, const std::string& group);

}  // namespace alea::settings
