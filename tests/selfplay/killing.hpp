// Trainings that are killed: each runs as a hidden test case in a process of its own.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "engine/random.hpp"

extern char** environ;

namespace alea::tests {

/// How many generations the run has measured, all stages together.
inline std::size_t lines_logged(const std::filesystem::path& run) {
  std::size_t lines = 0;
  std::error_code none;
  const auto count = [&](const std::filesystem::path& folder) {
    std::ifstream in(folder / "metrics.jsonl");
    lines += static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
  };
  count(run);
  // Files come and go meanwhile, which an iterator that throws would not bear.
  for (std::filesystem::directory_iterator it(run, none), end; it != end; it.increment(none)) count(it->path());
  return lines;
}

/// Starts the hidden test case with that tag, which trains the run that $ALEA_TEST_RUN names.
inline pid_t start_training(std::string tag) {
  char name[] = "/proc/self/exe";
  char* const arguments[] = {name, tag.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  const int error = ::posix_spawn(&child, name, &quiet, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&quiet);
  return error == 0 ? child : -1;
}

/// Kills the training `times` times, a moment after it has made some progress, so that any machine kills it in the
/// midst. Returns how often it was not done before.
inline int kill_at_random_moments(const std::string& tag, const std::filesystem::path& run, int times) {
  ::setenv("ALEA_TEST_RUN", run.c_str(), 1);
  Random random(1, Purpose::test);
  int kills = 0;
  for (int attempt = 0; attempt < times; ++attempt) {
    const std::size_t enough = lines_logged(run) + 1 + random.below(3);
    const pid_t child = start_training(tag);
    if (child < 0) break;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
      if (lines_logged(run) >= enough) {
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(5000)));
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
        break;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    kills += WIFSIGNALED(status);
  }
  ::unsetenv("ALEA_TEST_RUN");
  return kills;
}

}  // namespace alea::tests
