// Files that are whole or not there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace alea {

/// Writes `pieces` one after another as the new content of `file`: to a temporary name in the same folder, flushed to
/// the disk, then renamed. Whoever reads `file`, also after a power cut, sees the old content or the new one. Throws
/// RuntimeFailure that names the file and the reason (a full disk), and then `file` is what it was.
void write_atomically(const std::filesystem::path& file, std::span<const std::span<const std::byte>> pieces);

}  // namespace alea
