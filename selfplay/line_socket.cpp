#include "selfplay/line_socket.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "engine/error.hpp"

namespace alea {

namespace {

RuntimeFailure socket_failure(const std::string& what) {
  return RuntimeFailure(what + ": " + std::system_category().message(errno));
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
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (true) {
    if (auto line = received_.next()) return *line;
    pollfd source{socket_.get(), POLLIN, 0};
    if (!wait_readable({&source, 1}, deadline)) throw RuntimeFailure("no reply within " + in_seconds(timeout));
    char buffer[1024];
    const ssize_t got = recv(socket_.get(), buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw socket_failure("cannot receive");
    if (got == 0) throw RuntimeFailure("the connection was closed");
    received_.append({buffer, static_cast<std::size_t>(got)});
  }
}

}  // namespace alea
