#include "selfplay/line_socket.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "engine/error.hpp"

namespace alea {

namespace {

using Clock = std::chrono::steady_clock;

RuntimeFailure socket_failure(const std::string& what) {
  return RuntimeFailure(what + ": " + std::system_category().message(errno));
}

/// Waits until there is something to read; false at the deadline.
bool wait_readable(int socket, Clock::time_point deadline) {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd event{socket, POLLIN, 0};
    const int ready = poll(&event, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) throw socket_failure("cannot wait for a reply");
    if (ready == 0 && Clock::now() >= deadline) return false;
  }
}

}  // namespace

std::optional<LineSocket> LineSocket::connect(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.native().size() >= sizeof address.sun_path) {
    throw RuntimeFailure("the socket's path is longer than the system allows (set TMPDIR to a shorter one): " +
                         path.string());
  }
  std::strcpy(address.sun_path, path.c_str());
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) throw socket_failure("cannot make a socket");
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return LineSocket(std::move(socket));
  }
  if (errno == ENOENT || errno == ECONNREFUSED || errno == EINTR) return std::nullopt;
  throw socket_failure("cannot connect to " + path.string());
}

void LineSocket::send(std::string_view line) {
  std::string text(line);
  text += '\n';
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t sent = ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw socket_failure("cannot send");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string LineSocket::receive(std::chrono::milliseconds timeout) {
  const auto deadline = Clock::now() + timeout;
  std::size_t searched = 0;
  while (true) {
    if (const auto end = received_.find('\n', searched); end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    searched = received_.size();
    if (received_.size() > longest_line) throw RuntimeFailure("a reply of more than 4096 bytes without an end of line");
    if (!wait_readable(socket_.get(), deadline)) {
      throw RuntimeFailure("no reply within " + std::to_string(timeout.count() / 1000.0) + " s");
    }
    char buffer[1024];
    const ssize_t got = recv(socket_.get(), buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw socket_failure("cannot receive");
    if (got == 0) throw RuntimeFailure("the connection was closed");
    received_.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace alea
