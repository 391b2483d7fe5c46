// Exact values of Diablo positions with few checkers, from files that `alea solve` makes.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "search/tables/diablo_index.hpp"
#include "search/tables/exact_table.hpp"
#include "search/tables/table_file.hpp"
#include "search/tables/win_code.hpp"

namespace alea {

/// The slices that are in a folder: one file each, in any combination, for boards of 2x2, 4x4 and 6x6.
template <int N>
class DiabloTable final : public ExactTable<Diablo<N>> {
 public:
  using Position = diablo::Position<N>;

  /// Whatever slices are in `folder`/diablo-N; it need not exist. A file is opened when its first value is asked for,
  /// so this costs next to nothing, and it is then that files that are damaged, truncated or something else are
  /// refused: everything below throws InputError("tables") that names them.
  explicit DiabloTable(const std::filesystem::path& folder);

  /// The probability that the player about to roll wins, by perfect play of both, within `error_bound`.
  std::optional<float> find(const Position& position) const;

  std::optional<RollerValue<Diablo<N>>> value(const Position& position) const override;
  std::string description() const override;

  /// Of the values of a level of stacks and checkers (Slice::level). README.md says why.
  static double error_bound(int level);

  // What builders need.

  /// The file of a slice, there or not.
  std::filesystem::path file_of(const diablo::Slice& slice) const;
  bool holds(const diablo::Slice& slice) const { return entry(slice).there; }
  /// The index of a slice that the table need not hold.
  diablo::SliceIndex<N> index_of(const diablo::Slice& slice) const;
  /// Writes a solved slice, by index, and takes it in. Not while others read.
  void add(const diablo::Slice& slice, const std::vector<WinCode>& codes);
  /// Reads all values to find damage.
  void check_all() const;
  /// The codes of a slice that the table holds, by index; they may be damaged.
  const WinCode* codes(const diablo::Slice& slice) const { return slot(slice)->codes; }
  const diablo::Patterns<N>& patterns(int own_stacks, int their_stacks) const;

 private:
  static constexpr int most_checkers = N * N / 2;

  /// A slice that has been opened.
  struct Slot {
    TableFile file;
    const WinCode* codes;
    diablo::SliceIndex<N> index;
  };
  struct Entry {
    bool there = false;
    std::atomic<const Slot*> slot = nullptr;  ///< once it is open
  };

  static std::size_t side(const diablo::Material& material) {
    return static_cast<std::size_t>(material.stacks * (most_checkers + 1) + material.checkers);
  }
  static constexpr std::size_t sides = static_cast<std::size_t>((most_checkers + 1) * (most_checkers + 1));

  Entry& entry(const diablo::Slice& slice) const { return entries_[side(slice.own) * sides + side(slice.their)]; }
  /// Null if the slice is not there.
  const Slot* slot(const diablo::Slice& slice) const {
    const Entry& entry = this->entry(slice);
    const Slot* const slot = entry.slot.load(std::memory_order_acquire);
    return slot || !entry.there ? slot : open(slice);
  }
  const Slot* open(const diablo::Slice& slice) const;
  static diablo::Slice slice_of(const Position& position);
  std::string kind_of(const diablo::Slice& slice) const;

  const std::filesystem::path folder_;
  const std::unique_ptr<Entry[]> entries_ = std::make_unique<Entry[]>(sides * sides);

  // What is made when it is first needed.
  mutable std::recursive_mutex making_;
  mutable std::vector<std::unique_ptr<const Slot>> slots_;
  mutable std::array<std::unique_ptr<const diablo::SquareClasses<N>>, subsets::most_members + 1> classes_;
  mutable std::array<std::array<std::unique_ptr<const diablo::Patterns<N>>, subsets::most_members + 1>,
                     subsets::most_members + 1>
      patterns_;  ///< by own and their stacks
};

}  // namespace alea
