// Files that are whole or not there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace alea {

/// Writes `pieces` one after another as the new content of `file`: to a temporary name in the same folder, flushed to
/// the disk, then renamed. Whoever reads `file`, also after a power cut, sees the old content or the new one; where it
/// is a link, that is what it leads to. Throws RuntimeFailure that names the file and the reason (a full disk; a device
/// is no file), and then `file` is what it was.
void write_atomically(const std::filesystem::path& file, std::span<const std::span<const std::byte>> pieces);

/// Makes names that were given or taken in `folder` (empty: the working folder) last. Some file systems cannot flush a
/// folder: that is not an error.
void flush_folder(const std::filesystem::path& folder);

}  // namespace alea
