// Conversations in lines over a socket.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "selfplay/child_process.hpp"
#include "selfplay/line_buffer.hpp"

namespace alea {

/// One end of a connection to another program: lines as LineBuffer takes them. Errors are RuntimeFailure, those that
/// are the other program's PlayerFailure.
class LineSocket {
 public:
  /// Connects to a Unix socket; nothing if nobody listens there (yet).
  static std::optional<LineSocket> connect(const std::filesystem::path& path);

  /// Connects to a port of `host`, a name or an address; nothing if nobody listens there.
  static std::optional<LineSocket> connect(const std::string& host, int port);

  /// Sends `line` and a newline.
  void send(std::string_view line);

  /// The next line, without its end (\n or \r\n).
  std::string receive(std::chrono::milliseconds timeout);

 private:
  explicit LineSocket(FileDescriptor socket) : socket_(std::move(socket)) {}

  FileDescriptor socket_;
  LineBuffer received_;
};

}  // namespace alea
