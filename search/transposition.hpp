// What a search has learnt of positions, shared by its threads without locks.
//
// An entry is found by a 128-bit hash of all bytes of the position and holds the whole of it, so that two positions are
// never taken for one another in practice (2^-128 a comparison; the classic bug is to trust the few bits that choose a
// bucket). Threads read and write without locks: the key is stored XORed with the data, so an entry that was
// torn by two writers belongs to no position.
// Method: Hyatt, Mann, "A lock-less transposition table implementation for parallel search chess engines" (2002).
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "search/large_array.hpp"

namespace alea {

struct HashKey {
  std::uint64_t low = 0, high = 0;
};

/// Of all bytes of a position; positions are canonical, so equal positions have equal keys.
template <class Position>
requires std::has_unique_object_representations_v<Position> HashKey hash_key(const Position& position) {
  const XXH128_hash_t hash = XXH3_128bits(&position, sizeof position);
  return {hash.low64, hash.high64};
}

/// What a table stores for a position: 16 bytes. `worth` says what is lost with it; `age` belongs to the table.
template <class D>
concept TableData = std::is_trivially_copyable_v<D> && sizeof(D) == 16 && requires(D data) {
  { data.worth } -> std::same_as<std::uint8_t&>;
  { data.age } -> std::same_as<std::uint8_t&>;
};

/// A fixed number of entries in buckets of two, a cache line each.
template <TableData Data>
class TranspositionTable {
 public:
  /// About `bytes` of memory, the greatest power of two of buckets that fits, at least one bucket.
  explicit TranspositionTable(std::size_t bytes)
      : mask_(std::bit_floor(std::max(bytes, sizeof(Bucket)) / sizeof(Bucket)) - 1),
        buckets_(make_large_array<Bucket>(mask_ + 1)) {}

  /// Entries of earlier searches stay valid, and are the first to be overwritten. Not while others use the table.
  void new_search() { ++age_; }

  /// Forgets everything, in no time: old keys no longer match. Not while others use the table.
  void clear() {
    ++epoch_;
    ++age_;
  }

  std::optional<Data> find(HashKey key) const {
    key = in_epoch(key);
    for (const Entry& entry : bucket(key).entries) {
      const Words words = entry.load();
      if (words.belongs_to(key)) return words.data();
    }
    return std::nullopt;
  }

  /// Replaces what is known of the position, else the entry of an earlier search, else the one of less worth.
  void store(HashKey key, Data data) {
    key = in_epoch(key);
    data.age = age_;
    Entry* victim = nullptr;
    int least = 0;
    for (Entry& entry : bucket(key).entries) {
      const Words words = entry.load();
      const Data old = words.data();
      const int keep = words.belongs_to(key) ? -1 : old.age == age_ ? 256 + old.worth : old.worth;
      if (victim == nullptr || keep < least) {
        victim = &entry;
        least = keep;
      }
    }
    victim->store(Words(key, data));
  }

 private:
  /// An entry in hand.
  struct Words {
    std::array<std::uint64_t, 4> word{};

    Words() = default;
    Words(const HashKey& key, const Data& data) {
      const auto [first, second] = std::bit_cast<std::array<std::uint64_t, 2>>(data);
      word = {key.low ^ first ^ std::rotl(second, 32), key.high ^ first ^ second, first, second};
    }
    bool belongs_to(const HashKey& key) const {
      return (word[0] ^ word[2] ^ std::rotl(word[3], 32)) == key.low && (word[1] ^ word[2] ^ word[3]) == key.high;
    }
    Data data() const { return std::bit_cast<Data>(std::array{word[2], word[3]}); }
  };

  /// An entry in the table, whose words others may be writing.
  struct Entry {
    std::array<std::atomic<std::uint64_t>, 4> word{};

    Words load() const {
      Words words;
      for (std::size_t i = 0; i < 4; ++i) words.word[i] = word[i].load(std::memory_order_relaxed);
      return words;
    }
    void store(const Words& words) {
      for (std::size_t i = 0; i < 4; ++i) word[i].store(words.word[i], std::memory_order_relaxed);
    }
  };

  struct alignas(64) Bucket {
    std::array<Entry, 2> entries;
  };

  HashKey in_epoch(HashKey key) const { return {key.low, key.high ^ epoch_ * 0x9e3779b97f4a7c15U}; }
  const Bucket& bucket(const HashKey& key) const { return buckets_[key.low & mask_]; }
  Bucket& bucket(const HashKey& key) { return buckets_[key.low & mask_]; }

  std::size_t mask_;
  LargeArray<Bucket> buckets_;
  std::uint64_t epoch_ = 1;  ///< an empty entry's key is 0, which no position of epoch 1 has in practice
  std::uint8_t age_ = 0;
};

}  // namespace alea
