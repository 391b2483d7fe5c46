// Memory for the nodes of a search tree: taken piece by piece, given back all at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace alea {

/// A fixed number of bytes that never move. Several threads may allocate at the same time.
class Arena {
 public:
  /// Names a piece: its place in lines of 64 bytes, which is also how pieces are aligned.
  using Index = std::uint32_t;
  static constexpr Index nothing = 0;

  explicit Arena(std::size_t bytes)
      : lines_(bytes / sizeof(Line)), memory_(std::make_unique_for_overwrite<Line[]>(lines_)) {}

  void clear() { used_ = 1; }

  /// `nothing` when there is not that much left. What is there before it is written is left over from before.
  Index allocate(std::size_t bytes) {
    const std::size_t wanted = (bytes + sizeof(Line) - 1) / sizeof(Line);
    if (used_.load(std::memory_order_relaxed) + wanted > lines_) return nothing;
    const std::size_t place = used_.fetch_add(wanted, std::memory_order_relaxed);
    return place + wanted <= lines_ ? static_cast<Index>(place) : nothing;
  }

  /// What is there may run over several lines.
  std::byte* at(Index index) const {
    return reinterpret_cast<std::byte*>(memory_.get()) + std::size_t{index} * sizeof(Line);
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };

  std::size_t lines_;
  std::unique_ptr<Line[]> memory_;
  std::atomic<std::size_t> used_ = 1;
};

}  // namespace alea
