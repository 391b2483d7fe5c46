#include "selfplay/line_socket.hpp"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

#include "selfplay/player_failure.hpp"

namespace alea {

namespace {

RuntimeFailure socket_failure(const std::string& what) {
  return RuntimeFailure(what + ": " + std::system_category().message(errno));
}

/// How long a machine may take to say whether somebody listens there, and a program to read what it is sent.
constexpr timeval longest_wait{.tv_sec = 10, .tv_usec = 0};

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses find_addresses(const std::string& host, int port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (error != 0) throw RuntimeFailure("cannot find the host " + host + ": " + gai_strerror(error));
  return {found, &freeaddrinfo};
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

std::optional<LineSocket> LineSocket::connect(const std::string& host, int port) {
  const Addresses addresses = find_addresses(host, port);
  for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
    FileDescriptor socket(::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol));
    if (socket.get() < 0) continue;
    setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &longest_wait, sizeof longest_wait);
    if (::connect(socket.get(), at->ai_addr, at->ai_addrlen) == 0) return LineSocket(std::move(socket));
  }
  return std::nullopt;
}

void LineSocket::send(std::string_view line) {
  std::string text(line);
  text += '\n';
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t sent = ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) throw PlayerFailure(Fault::timeout, "it does not read what it is sent");
    if (sent < 0) throw socket_failure("cannot send");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string LineSocket::receive(std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (true) {
    if (auto line = received_.next()) return *line;
    pollfd source{socket_.get(), POLLIN, 0};
    if (std::chrono::steady_clock::now() >= deadline || !wait_readable({&source, 1}, deadline)) {
      throw PlayerFailure(Fault::timeout, "no reply within " + in_seconds(timeout));
    }
    char buffer[1024];
    const ssize_t got = recv(socket_.get(), buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw socket_failure("cannot receive");
    if (got == 0) throw PlayerFailure(Fault::crash, "the connection was closed");
    received_.append({buffer, static_cast<std::size_t>(got)});
  }
}

}  // namespace alea
