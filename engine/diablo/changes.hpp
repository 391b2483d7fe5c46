// What a turn changed, as one number, and sets of such numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace alea::diablo {

/// The result of a turn that changed at most three squares. After a turn a changed square holds a stack of the mover or
/// nothing, so the result is exactly its changed squares with the mover's new heights there:
///
///     key = 16 bits a square, the last square highest: square (8 bits), new height + 1 (8 bits); unused bits are zero
///
/// Two turns lead to one position exactly when their keys are equal, if every square that is told really changed.
class Changes {
 public:
  /// One changed square, 0 to 255, and its new height, 0 to 128.
  static constexpr std::uint64_t square(int square, int height) {
    return static_cast<std::uint64_t>(square << 8 | (height + 1));
  }
  static constexpr std::uint64_t nothing = 0;

  /// In any order, from `square` or `nothing`; no square twice.
  explicit Changes(std::uint64_t a, std::uint64_t b = nothing, std::uint64_t c = nothing) {
    const auto descend = [](std::uint64_t& high, std::uint64_t& low) {
      const std::uint64_t larger = std::max(high, low);
      low = std::min(high, low);
      high = larger;
    };
    descend(a, b);
    descend(a, c);
    descend(b, c);
    key_ = a << 32 | b << 16 | c;
  }

  std::uint64_t key() const { return key_; }

  /// Calls f(square, height) for each changed square.
  template <class F>
  void for_each(F&& f) const {
    for (int shift = 32; shift >= 0; shift -= 16) {
      const auto entry = static_cast<int>(key_ >> shift & 0xffff);
      if (entry == 0) return;
      f(entry >> 8, (entry & 0xff) - 1);
    }
  }

 private:
  std::uint64_t key_;
};

/// A set of keys for one turn after another: open addressing with linear probing, at most half full. Emptying it costs
/// nothing: every slot carries the number of the turn that filled it. Grows to the largest turn it has met.
class ChangeSet {
 public:
  void clear() {
    used_ = 0;
    if (++turn_ >> 16 != 0) restart();
  }

  /// True if `changes` was not yet in the set.
  bool insert(const Changes& changes) {
    const std::uint64_t entry = turn_ << 48 | changes.key();
    for (std::size_t i = hash(entry);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i] == entry) return false;
      if (slots_[i] >> 48 != turn_) {
        slots_[i] = entry;
        if (2 * ++used_ > slots_.size()) [[unlikely]]
          grow();
        return true;
      }
    }
  }

 private:
  /// Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
  std::size_t hash(std::uint64_t entry) const { return static_cast<std::size_t>(entry * 0x9e3779b97f4a7c15 >> shift_); }

  void restart() {
    std::fill(slots_.begin(), slots_.end(), 0);
    turn_ = 1;
  }

  void grow() {
    std::vector<std::uint64_t> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    used_ = 0;
    for (const auto entry : old) {
      if (entry >> 48 == turn_) reinsert(entry);
    }
  }

  void reinsert(std::uint64_t entry) {
    std::size_t i = hash(entry);
    while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = entry;
    ++used_;
  }

  int shift_ = 64 - 10;
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(std::size_t{1} << 10);
  std::uint64_t turn_ = 0;
  std::size_t used_ = 0;
};

}  // namespace alea::diablo
