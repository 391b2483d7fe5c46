// A table on disk, of any game: a header that says what it is, the data, and a checksum of every block of the data. The
// layout is in README.md.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace alea {

/// Writes `data` as the table called `kind` (at most 71 bytes: game, part, version of the encoding), whole or not at
/// all. Throws RuntimeFailure (a full disk).
void write_table(const std::filesystem::path& file, std::string_view kind, std::span<const std::byte> data);

/// A table mapped into memory. Opening reads the header and the checksums only; a block of data is checked when it is
/// first asked for, so that a program that looks up a few positions of a large table starts at once. All members may be
/// called from several threads.
class TableFile {
 public:
  static constexpr std::size_t block_size = std::size_t{1} << 20;

  /// `file` must be a table called `kind` with `bytes` bytes of data, else InputError("tables") says what it is.
  TableFile(const std::filesystem::path& file, std::string_view kind, std::size_t bytes);

  std::span<const std::byte> data() const { return data_; }

  /// Throws InputError("tables") if the block that holds the byte at `offset` is damaged.
  void check(std::size_t offset) const {
    if (!checked_[offset / block_size].load(std::memory_order_relaxed)) [[unlikely]]
      check_block(offset / block_size);
  }
  void check_all() const;

 private:
  struct Unmap {
    std::size_t size;
    void operator()(const std::byte* address) const;
  };
  using Mapping = std::unique_ptr<const std::byte, Unmap>;

  static Mapping map(const std::filesystem::path& file);
  void check_block(std::size_t block) const;

  std::filesystem::path file_;
  Mapping mapping_;
  std::span<const std::byte> data_;
  const std::byte* checksums_;  ///< one for each block, in the mapping
  std::unique_ptr<std::atomic<bool>[]> checked_;
};

}  // namespace alea
