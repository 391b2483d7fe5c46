// Programs from outside that run as long as we need them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "selfplay/line_buffer.hpp"

namespace alea {

/// Owns a file descriptor.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor();

  int get() const { return fd_; }
  void close() { *this = FileDescriptor(); }

 private:
  int fd_;
};

/// A new, empty directory that only this user may enter, removed with all it holds at the end.
class TemporaryDirectory {
 public:
  /// Throws RuntimeFailure.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A running program, killed and reaped with its whole process group in the destructor, and by the kernel when this
/// process dies in whatever way. Ctrl-C on the terminal does not reach it: it is for us to end it.
///
///     standard input     a socket, written to by `write`
///     standard output    read line by line by `receive` if the command says so, else kept
///     standard error     kept
///
/// Of what is kept the last 4 KiB are there for messages; if the command names a file it is appended there, too.
class ChildProcess {
 public:
  struct Command {
    std::vector<std::string> arguments;                                 ///< [0] is the program's path
    std::vector<std::pair<std::string, std::string>> environment = {};  ///< adds to ours and overrides it
    std::filesystem::path directory = ".";                              ///< where it runs
    bool replies = false;                                               ///< its output is for `receive`
    std::size_t longest_line = LineBuffer::longest_line;                ///< of its output, in bytes
    std::filesystem::path error_file = {};  ///< no more is added when it has 16 MiB; `/dev/stderr` passes on to ours
    std::uint64_t memory = 0;               ///< most bytes of address space of each of its processes; 0: no limit
  };

  /// Throws RuntimeFailure.
  explicit ChildProcess(const Command& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes to its standard input. Throws PlayerFailure when it has closed that (crash), or has not read what it was
  /// sent for ten seconds (timeout).
  void write(std::string_view text);

  /// Nothing more will be written: it reads the end of its input.
  void close_input() { input_.close(); }

  /// The next line of its standard output. Throws PlayerFailure when there is none in time, when the program closes its
  /// output or ends (crash), on a line that is too long and on a heap of unread lines (flood). Takes what it prints on
  /// standard error meanwhile. Only with `replies`.
  std::string receive(std::chrono::milliseconds timeout);

  /// Whether it has ended by itself; `ends_within` waits for that.
  bool ended();
  bool ends_within(std::chrono::milliseconds timeout);

  /// "has ended with status 3" or "was killed by signal 9 (Killed)"; empty while it runs.
  std::string ending();

  /// Takes what it has printed since the last call, so that it never waits for us, and returns the end of all it
  /// printed and that is kept.
  const std::string& recent_output();

  pid_t id() const { return pid_; }

 private:
  pid_t pid_ = -1;
  bool reaped_ = false;
  int status_ = 0;  ///< as waitpid gives it, once reaped
  FileDescriptor input_;
  FileDescriptor kept_output_;
  FileDescriptor replies_;
  FileDescriptor error_file_;
  std::string recent_;
  LineBuffer lines_;
};

}  // namespace alea
