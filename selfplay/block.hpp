// Some games of a run: the unit in which they are handed out, to threads and to processes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace alea {

/// Consecutive games of one generation.
struct Block {
  std::int64_t generation = 0;
  std::int64_t first = 0;  ///< counted from the beginning of the run
  std::int64_t games = 0;

  bool operator==(const Block&) const = default;
};

/// All of a generation of `games` games.
inline Block whole_generation(std::int64_t generation, std::int64_t games) {
  return {generation, (generation - 1) * games, games};
}

/// In blocks of `size` games, of which the last may be smaller.
inline std::vector<Block> cut(const Block& block, std::int64_t size) {
  std::vector<Block> parts;
  for (std::int64_t done = 0; done < block.games; done += size) {
    parts.push_back({block.generation, block.first + done, std::min(size, block.games - done)});
  }
  return parts;
}

}  // namespace alea
