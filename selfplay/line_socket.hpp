// Conversations in lines over a local socket.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "selfplay/child_process.hpp"

namespace alea {

/// One end of a connection to another program, which may send anything at any time or nothing at all: every reply has a
/// greatest length and a deadline. Errors are RuntimeFailure.
class LineSocket {
 public:
  static constexpr std::size_t longest_line = 4096;

  /// Connects to a Unix socket; nothing if nobody listens there (yet).
  static std::optional<LineSocket> connect(const std::filesystem::path& path);

  /// Sends `line` and a newline.
  void send(std::string_view line);

  /// The next line, without its end (\n or \r\n).
  std::string receive(std::chrono::milliseconds timeout);

 private:
  explicit LineSocket(FileDescriptor socket) : socket_(std::move(socket)) {}

  FileDescriptor socket_;
  std::string received_;  ///< what came after the last line returned
};

}  // namespace alea
