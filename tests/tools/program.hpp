// Runs the built program as its users do.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "selfplay/child_process.hpp"
#include "tests/read_file.hpp"

namespace alea::tests {

using Json = nlohmann::json;

inline const std::string backgammon_start = "4HPwATDgc/ABMA";
inline const std::string dvonn_start = "........./........../.........../........../......... w p";

/// What a run of the program left behind.
struct Finished {
  int status = -1;  ///< -1: it did not end by itself
  std::string out;
  std::string err;

  /// Standard output as one JSON object a line; throws when a line is anything else.
  std::vector<Json> lines() const {
    std::vector<Json> objects;
    std::istringstream in(out);
    for (std::string line; std::getline(in, line);) objects.push_back(Json::parse(line));
    return objects;
  }
  /// The only line.
  Json json() const {
    const auto objects = lines();
    if (objects.size() != 1) throw std::runtime_error("expected one line of JSON, found: " + out);
    return objects.front();
  }
  /// The "field" of the only line's error.
  std::string error_field() const { return json().at("error").at("field").get<std::string>(); }
};

/// `alea` with these arguments and standard input.
inline Finished run_alea(std::vector<std::string> arguments, const std::string& input = "") {
  const TemporaryDirectory folder;
  const auto in = folder.path() / "in", out = folder.path() / "out", err = folder.path() / "err";
  std::ofstream(in, std::ios::binary) << input;
  arguments.insert(arguments.begin(), ALEA_PROGRAM);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(in.c_str(), O_RDONLY), 0);
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT, 0600), 1);
    ::dup2(::open(err.c_str(), O_WRONLY | O_CREAT, 0600), 2);
    ::execv(ALEA_PROGRAM, argv.data());
    ::_exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error("cannot run " ALEA_PROGRAM);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
}

}  // namespace alea::tests
