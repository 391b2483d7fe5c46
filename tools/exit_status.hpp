// From an error to an exit status: 0 success, 2 bad usage or bad input, 1 any other failure.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>

namespace alea::tools {

inline constexpr int bad_input = 2;
inline constexpr int failure = 1;

/// Runs the command that the arguments name. An error goes to standard error as a line for people or, with --json or
/// --batch among the arguments, to standard output as `{"error":{"field":..,"message":..}}`. A command that has
/// reported its errors itself throws CLI::RuntimeError(status).
int exit_status(CLI::App& app, int argc, const char* const* argv);

/// A message for a terminal, which may quote what comes from outside: line ends and tabs aside, control characters and
/// bytes that are no UTF-8 become \x1b and the like.
std::string readable(std::string_view message);

}  // namespace alea::tools
