#include "selfplay/durable.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>

#include "engine/atomic_file.hpp"
#include "engine/checksum.hpp"
#include "engine/error.hpp"

namespace alea {

namespace fs = std::filesystem;

namespace {

RuntimeFailure failure(const char* action, const fs::path& path) {
  return RuntimeFailure(std::string("cannot ") + action + " " + path.string() + ": " + std::strerror(errno));
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }

 private:
  int number_;
};

}  // namespace

std::string checksum(std::string_view bytes) {
  Checksum sum;
  sum.add(std::as_bytes(std::span(bytes)));
  return sum.digits();
}

std::string file_checksum(const fs::path& file) {
  Checksum sum;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw failure("read", file);
  std::array<char, 1 << 16> block;
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    sum.add(std::as_bytes(std::span(block.data(), static_cast<std::size_t>(in.gcount()))));
  }
  return sum.digits();
}

void flush_to_disk(const fs::path& path) {
  const Descriptor file(path, O_RDONLY);
  if (!file.open() || ::fsync(file.number()) != 0) throw failure("flush", path);
}

void rename_durably(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throw failure("rename to", to);
  flush_folder(to.parent_path());
}

void write_file(const fs::path& file, std::string_view bytes) {
  const auto piece = std::as_bytes(std::span(bytes));
  write_atomically(file, {&piece, 1});
}

std::string read_file(const fs::path& file, const std::string& field, std::uintmax_t largest) {
  std::error_code error;
  static_cast<void>(fs::file_size(file, error));  // for its error
  if (error) throw InputError(field, "cannot read " + file.string() + ": " + error.message());
  // The size of what was opened: by its name the file may be another one meanwhile.
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = in.tellg();
  if (size > 0 && static_cast<std::uintmax_t>(size) > largest)
    throw InputError(field, file.string() + ": expected at most " + std::to_string(largest) + " bytes");
  std::string bytes(static_cast<std::size_t>(std::max<std::streamoff>(size, 0)), '\0');
  if (size < 0 || !in.seekg(0) || !in.read(bytes.data(), size)) throw InputError(field, "cannot read " + file.string());
  return bytes;
}

FileLock::FileLock(const fs::path& file, const std::string& field, const std::string& otherwise)
    : file_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (file_ < 0) throw failure("open", file);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    ::close(file_);
    throw InputError(field, otherwise);
  }
}

FileLock::~FileLock() { ::close(file_); }

bool FileLock::held(const fs::path& file) {
  const Descriptor opened(file, O_RDONLY);
  return opened.open() && ::flock(opened.number(), LOCK_SH | LOCK_NB) != 0;
}

}  // namespace alea
