// Values that were found by looking ahead, kept for when their position comes up again.
#pragma once

#include <xxhash.h>

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/game.hpp"

namespace alea {

/// A table of fixed size, shared by the threads of one search. A position has one place in it, by its hash; whoever
/// stores last stays. Entries are compared whole, position and plies, so a hit is never another position's value.
/// What else a value depends on (evaluator, filters) must be the same for all that is stored.
template <Game G>
class EvaluationCache {
 public:
  using Position = typename G::Position;

  /// At most `mib` MiB (2^20 bytes), a power of two of entries; keeps nothing with 0.
  explicit EvaluationCache(std::size_t mib) : mask_(entries(mib) - 1), slots_(allocate(mib)) {}

  /// The value of `position`, looked at `plies` deep (1 to 255), goes to `value`; false if it is not there.
  bool find(const Position& position, int plies, RollerValue<G>& value) const {
    if (slots_ == nullptr) return false;
    const Slot& slot = place(position);
    const Guard guard(slot.taken);
    const bool found = slot.generation == generation_ && slot.plies == plies && slot.position == position;
    if (found) value = slot.value;
    return found;
  }

  void store(const Position& position, int plies, const RollerValue<G>& value) {
    assert(plies > 0 && plies < 256);
    if (slots_ == nullptr) return;
    Slot& slot = place(position);
    const Guard guard(slot.taken);
    slot.position = position;
    slot.value = value;
    slot.plies = static_cast<std::uint8_t>(plies);
    slot.generation = generation_;
  }

  /// Forgets everything, in no time: entries carry the number of times this was called. No other thread may be inside.
  void clear() {
    if (++generation_ != 0 || slots_ == nullptr) return;
    for (std::size_t i = 0; i <= mask_; ++i) slots_[i].plies = 0;  // 2^16 calls later old numbers come back
  }

 private:
  struct Slot {
    Position position{};
    RollerValue<G> value;
    std::uint16_t generation = 0;
    std::uint8_t plies = 0;  ///< 0: empty
    mutable std::atomic<bool> taken = false;
  };

  /// Holds a slot. Threads meet at one rarely and for a few nanoseconds.
  class Guard {
   public:
    explicit Guard(std::atomic<bool>& taken) : taken_(taken) {
      while (taken_.exchange(true, std::memory_order_acquire)) {
      }
    }
    ~Guard() { taken_.store(false, std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    std::atomic<bool>& taken_;
  };

  static std::size_t entries(std::size_t mib) {
    std::size_t n = 1;
    while (2 * n * sizeof(Slot) <= mib << 20) n *= 2;
    return n;
  }
  static std::unique_ptr<Slot[]> allocate(std::size_t mib) {
    return mib == 0 ? nullptr : std::make_unique<Slot[]>(entries(mib));
  }

  Slot& place(const Position& position) const { return slots_[XXH3_64bits(&position, sizeof position) & mask_]; }

  std::size_t mask_;
  std::unique_ptr<Slot[]> slots_;
  std::uint16_t generation_ = 0;
};

}  // namespace alea
