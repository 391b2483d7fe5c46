// Exact values of Diablo positions with few checkers, from files that `alea solve` makes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
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

  /// Opens whatever slices are in `folder`/diablo-N; it need not exist. Throws InputError("tables") that names a
  /// truncated or foreign file; damage in the values is found when they are read.
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
  bool holds(const diablo::Slice& slice) const { return slot(slice) != nullptr; }
  /// The index of a slice that the table need not hold. Not from several threads.
  diablo::SliceIndex<N> index_of(const diablo::Slice& slice);
  /// Writes a solved slice, by index, and takes it in. Not while others read.
  void add(const diablo::Slice& slice, const std::vector<WinCode>& codes);
  /// Reads all values; throws InputError("tables") for damage.
  void check_all() const;
  /// The codes of a slice that the table holds, by index; the file is not checked.
  const WinCode* codes(const diablo::Slice& slice) const { return slot(slice)->codes; }
  /// Those of a slice that the table holds, or that `index_of` was asked for.
  const diablo::Patterns<N>& patterns(int own_stacks, int their_stacks) const {
    return *patterns_[static_cast<std::size_t>(own_stacks)][static_cast<std::size_t>(their_stacks)];
  }

 private:
  static constexpr int most_checkers = N * N / 2;

  /// A slice that is there.
  struct Slot {
    const WinCode* codes;
    diablo::SliceIndex<N> index;
    TableFile file;
  };

  static std::size_t side(const diablo::Material& material) {
    return static_cast<std::size_t>(material.stacks * (most_checkers + 1) + material.checkers);
  }
  static constexpr std::size_t sides = static_cast<std::size_t>((most_checkers + 1) * (most_checkers + 1));

  const Slot* slot(const diablo::Slice& slice) const {
    return slots_[side(slice.own) * sides + side(slice.their)].get();
  }
  static diablo::Slice slice_of(const Position& position);
  std::string kind_of(const diablo::Slice& slice) const;
  void open(const diablo::Slice& slice);

  std::filesystem::path folder_;
  std::vector<std::unique_ptr<diablo::SquareClasses<N>>> classes_;           ///< by own stacks, made when needed
  std::vector<std::vector<std::unique_ptr<diablo::Patterns<N>>>> patterns_;  ///< by own and their stacks
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace alea
