#include "search/tables/table_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/atomic_file.hpp"
#include "engine/checksum.hpp"
#include "engine/error.hpp"

namespace alea {

namespace fs = std::filesystem;

namespace {

static_assert(std::endian::native == std::endian::little, "tables are little-endian and used as they lie");

constexpr std::string_view magic = "alea table";
constexpr std::uint32_t version = 1;

struct Header {
  char magic[16] = {};
  std::uint32_t version = 0;
  std::uint32_t block_size = 0;
  std::uint64_t bytes = 0;
  char kind[72] = {};
  std::uint64_t checksums = 0;  ///< checksum of the block checksums
  std::uint64_t reserved = 0;
  std::uint64_t checksum = 0;  ///< of all that is before it
};
static_assert(sizeof(Header) == 128 && std::has_unique_object_representations_v<Header>);

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

std::uint64_t checksum_of(const Header& header) {
  return checksum_of(std::as_bytes(std::span(&header, 1)).first(offsetof(Header, checksum)));
}

std::size_t blocks_of(std::size_t bytes) { return (bytes + TableFile::block_size - 1) / TableFile::block_size; }

/// The checksums stand after the data, aligned.
std::size_t checksums_at(std::size_t bytes) { return sizeof(Header) + (bytes + 7) / 8 * 8; }

std::span<const std::byte> block_of(std::span<const std::byte> data, std::size_t block) {
  const std::size_t begin = block * TableFile::block_size;
  return data.subspan(begin, std::min(TableFile::block_size, data.size() - begin));
}

Header make_header(std::string_view kind, std::size_t bytes, std::uint64_t checksums) {
  Header header;
  std::ranges::copy(magic, header.magic);
  std::ranges::copy(kind.substr(0, sizeof header.kind - 1), header.kind);
  header.version = version;
  header.block_size = TableFile::block_size;
  header.bytes = bytes;
  header.checksums = checksums;
  header.checksum = checksum_of(header);
  return header;
}

InputError refused(const fs::path& file, const std::string& why) {
  return InputError("tables", file.string() + ": " + why);
}

[[noreturn]] void fail(const fs::path& file) {
  throw InputError("tables", "cannot read " + file.string() + ": " + std::strerror(errno));
}

/// All that can be said without reading the data.
void check_header(const fs::path& file, const Header& header, std::string_view kind, std::size_t bytes) {
  const auto text = [](const auto& field) { return std::string(field, strnlen(field, sizeof field)); };
  if (text(header.magic) != magic) throw refused(file, "expected a table of alea, found another kind of file");
  if (header.version != version) {
    throw refused(file, "expected version " + std::to_string(version) + " of the table format, found " +
                            std::to_string(header.version));
  }
  if (header.checksum != checksum_of(header)) throw refused(file, "the header is damaged");
  if (text(header.kind) != kind) {
    throw refused(file, "expected the table \"" + std::string(kind) + "\", found \"" + text(header.kind) + '"');
  }
  if (header.bytes != bytes || header.block_size != TableFile::block_size) {
    throw refused(file, "expected " + std::to_string(bytes) + " bytes of data, found " + std::to_string(header.bytes));
  }
}

}  // namespace

void write_table(const fs::path& file, std::string_view kind, std::span<const std::byte> data) {
  std::vector<std::uint64_t> checksums;
  for (std::size_t block = 0; block < blocks_of(data.size()); ++block) {
    checksums.push_back(checksum_of(block_of(data, block)));
  }
  const auto list = std::as_bytes(std::span(checksums));
  const Header header = make_header(kind, data.size(), checksum_of(list));
  const std::byte padding[8] = {};
  const auto gap = std::span(padding).first(checksums_at(data.size()) - sizeof header - data.size());
  const std::span<const std::byte> pieces[] = {std::as_bytes(std::span(&header, 1)), data, gap, list};
  write_atomically(file, pieces);
}

void TableFile::Unmap::operator()(const std::byte* address) const {
  ::munmap(const_cast<std::byte*>(address), size);  // munmap takes no pointer to const
}

TableFile::Mapping TableFile::map(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(file);
  struct stat status {};
  void* address = MAP_FAILED;
  if (::fstat(descriptor, &status) == 0 && status.st_size > 0) {
    address = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0);
  }
  const int error = errno;
  ::close(descriptor);
  if (status.st_size == 0) throw refused(file, "expected a table of alea, found an empty file");
  errno = error;
  if (address == MAP_FAILED) fail(file);
  return {static_cast<const std::byte*>(address), Unmap{static_cast<std::size_t>(status.st_size)}};
}

TableFile::TableFile(const fs::path& file, std::string_view kind, std::size_t bytes)
    : file_(file), mapping_(map(file)) {
  const std::size_t size = mapping_.get_deleter().size, blocks = blocks_of(bytes);
  const std::size_t expected = checksums_at(bytes) + blocks * sizeof(std::uint64_t);
  Header header;
  std::memcpy(&header, mapping_.get(), std::min(size, sizeof header));
  check_header(file, header, kind, bytes);
  if (size != expected) {
    throw refused(file, "expected " + std::to_string(expected) + " bytes, found " + std::to_string(size));
  }
  data_ = {mapping_.get() + sizeof header, bytes};
  checksums_ = mapping_.get() + checksums_at(bytes);
  if (checksum_of({checksums_, blocks * sizeof(std::uint64_t)}) != header.checksums) {
    throw refused(file, "the list of checksums is damaged");
  }
  checked_ = std::make_unique<std::atomic<bool>[]>(blocks);
}

void TableFile::check_all() const {
  for (std::size_t offset = 0; offset < data_.size(); offset += block_size) check(offset);
}

void TableFile::check_block(std::size_t block) const {
  std::uint64_t expected;
  std::memcpy(&expected, checksums_ + block * sizeof expected, sizeof expected);
  if (checksum_of(block_of(data_, block)) != expected) {
    throw refused(file_, "bytes " + std::to_string(block * block_size) +
                             " and following are damaged; delete the file, "
                             "and the command that built it makes it again");
  }
  checked_[block].store(true, std::memory_order_relaxed);
}

}  // namespace alea
