// Files that are whole or absent, whatever happens to the process or the machine.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace alea {

/// xxh3-64 as 16 hexadecimal digits.
std::string checksum(std::string_view bytes);
std::string file_checksum(const std::filesystem::path& file);

/// Blocks until a file's contents are on the disk. Throws RuntimeFailure.
void flush_to_disk(const std::filesystem::path& path);

/// Renames and makes the new name last.
void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes `bytes` the content of `file`, whole or not at all (engine/atomic_file.hpp). Throws RuntimeFailure (a full
/// disk).
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// The whole of a file. Throws InputError(field) when it is missing or larger than `largest` bytes.
std::string read_file(const std::filesystem::path& file, const std::string& field, std::uintmax_t largest);

/// Holds a lock file (flock) for one process: released when the object or the process ends, however it ends. The file,
/// which is empty, is left there.
class FileLock {
 public:
  /// Throws InputError(field, otherwise) when another process holds it.
  FileLock(const std::filesystem::path& file, const std::string& field, const std::string& otherwise);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Does some process hold it now? False where there is no lock file.
  static bool held(const std::filesystem::path& file);

 private:
  int file_;
};

/// Holds a folder for one process: the lock file is `folder/lock`.
class FolderLock {
 public:
  /// Throws InputError("run") when another process holds it.
  explicit FolderLock(const std::filesystem::path& folder)
      : lock_(folder / "lock", "run", folder.string() + ": another process is training this run") {}

  static bool held(const std::filesystem::path& folder) { return FileLock::held(folder / "lock"); }

 private:
  FileLock lock_;
};

}  // namespace alea
