#include "engine/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "engine/error.hpp"

namespace alea {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const char* what) {
  const std::string reason = std::generic_category().message(errno);
  throw RuntimeFailure(fmt::format("cannot {} {}: {}", what, file.string(), reason));
}

/// A file descriptor, and the name that disappears with it unless it is kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path name)
      : name_(std::move(name)), descriptor_(::open(name_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail(name_, "create");
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!kept_) ::unlink(name_.c_str());
  }

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) fail(name_, "write");
      bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
  }

  void flush_and_rename(const std::filesystem::path& file) {
    if (::fsync(descriptor_) != 0) fail(name_, "flush");
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(name_, "close");
    if (::rename(name_.c_str(), file.c_str()) != 0) fail(file, "replace");
    kept_ = true;
  }

 private:
  std::filesystem::path name_;
  int descriptor_;
  bool kept_ = false;
};

/// A rename would put a file in the place of a link, or of a device.
std::filesystem::path file_behind(const std::filesystem::path& link) {
  std::error_code none;
  if (!std::filesystem::exists(link, none)) return link;
  if (!std::filesystem::is_regular_file(link, none)) {
    throw RuntimeFailure(fmt::format("cannot replace {}: it is no regular file", link.string()));
  }
  return std::filesystem::is_symlink(link, none) ? std::filesystem::canonical(link) : link;
}

}  // namespace

void flush_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

void write_atomically(const std::filesystem::path& link, std::span<const std::span<const std::byte>> pieces) {
  const std::filesystem::path file = file_behind(link);
  std::filesystem::path name = file;
  name += fmt::format(".{}.tmp", ::getpid());
  TemporaryFile temporary(name);
  for (const auto piece : pieces) temporary.write(piece);
  temporary.flush_and_rename(file);
  flush_folder(file.parent_path());
}

}  // namespace alea
