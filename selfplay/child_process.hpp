// Programs from outside that run as long as we need them.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
///     input       its standard input, a socket
///     output      standard output and error together; nonblocking for us, the last 4 KiB are kept for messages
class ChildProcess {
 public:
  struct Command {
    std::vector<std::string> arguments;                                 ///< [0] is the program's path
    std::vector<std::pair<std::string, std::string>> environment = {};  ///< adds to ours and overrides it
    std::filesystem::path directory = ".";                              ///< where it runs
  };

  /// Throws RuntimeFailure.
  explicit ChildProcess(const Command& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes to its standard input. Throws RuntimeFailure when it has closed that.
  void write(std::string_view text);

  /// Whether it has ended by itself.
  bool ended();

  /// Takes what it has printed since the last call, so that it never waits for us, and returns the end of all it
  /// printed.
  const std::string& recent_output();

  pid_t id() const { return pid_; }

 private:
  pid_t pid_ = -1;
  bool reaped_ = false;
  FileDescriptor input_;
  FileDescriptor output_;
  std::string recent_;
};

}  // namespace alea
