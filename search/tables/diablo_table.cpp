#include "search/tables/diablo_table.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <system_error>

namespace alea {

namespace fs = std::filesystem;

using diablo::Material;
using diablo::Slice;

namespace {

/// "own-3-6-their-2-4.table": stacks and checkers of the player about to roll, then the opponent's.
std::string file_name(const Slice& slice) {
  const auto text = [](const Material& side) {
    return std::to_string(side.stacks) + '-' + std::to_string(side.checkers);
  };
  return "own-" + text(slice.own) + "-their-" + text(slice.their) + ".table";
}

std::optional<Slice> slice_named(const std::string& name) {
  Slice slice{};
  auto& [own, their] = slice;
  const int read = std::sscanf(name.c_str(), "own-%2d-%2d-their-%2d-%2d.table", &own.stacks, &own.checkers,
                               &their.stacks, &their.checkers);
  if (read != 4 || file_name(slice) != name) return std::nullopt;
  return slice;
}

}  // namespace

template <int N>
DiabloTable<N>::DiabloTable(const fs::path& folder) : folder_(folder / Diablo<N>::name()) {
  const auto possible = [](const Material& side) {
    return side.stacks >= 1 && side.stacks <= side.checkers && side.checkers <= most_checkers;
  };
  std::error_code absent;
  for (const fs::directory_entry& file : fs::directory_iterator(folder_, absent)) {
    const auto slice = slice_named(file.path().filename().string());
    if (slice && possible(slice->own) && possible(slice->their) && slice->can_be_numbered()) entry(*slice).there = true;
  }
}

template <int N>
fs::path DiabloTable<N>::file_of(const Slice& slice) const {
  return folder_ / file_name(slice);
}

/// The last number is the version of the encoding: of the index and of the codes.
template <int N>
std::string DiabloTable<N>::kind_of(const Slice& slice) const {
  return std::string(Diablo<N>::name()) + ' ' + slice.name() + " v1";
}

template <int N>
diablo::SliceIndex<N> DiabloTable<N>::index_of(const Slice& slice) const {
  return {slice, patterns(slice.own.stacks, slice.their.stacks)};
}

template <int N>
const diablo::Patterns<N>& DiabloTable<N>::patterns(int own_stacks, int their_stacks) const {
  const std::lock_guard lock(making_);
  auto& classes = classes_[static_cast<std::size_t>(own_stacks)];
  if (!classes) classes = std::make_unique<const diablo::SquareClasses<N>>(own_stacks);
  auto& patterns = patterns_[static_cast<std::size_t>(own_stacks)][static_cast<std::size_t>(their_stacks)];
  if (!patterns) patterns = std::make_unique<const diablo::Patterns<N>>(*classes, their_stacks);
  return *patterns;
}

template <int N>
auto DiabloTable<N>::open(const Slice& slice) const -> const Slot* {
  const std::lock_guard lock(making_);
  Entry& entry = this->entry(slice);
  if (const Slot* const opened = entry.slot.load(std::memory_order_relaxed)) return opened;  // by another thread
  const auto index = index_of(slice);
  TableFile file(file_of(slice), kind_of(slice), index.size() * sizeof(WinCode));
  const auto* const codes = reinterpret_cast<const WinCode*>(file.data().data());
  slots_.push_back(std::make_unique<const Slot>(Slot{std::move(file), codes, index}));
  entry.slot.store(slots_.back().get(), std::memory_order_release);
  return slots_.back().get();
}

template <int N>
void DiabloTable<N>::add(const Slice& slice, const std::vector<WinCode>& codes) {
  fs::create_directories(folder_);
  write_table(file_of(slice), kind_of(slice), std::as_bytes(std::span(codes)));
  entry(slice).there = true;
}

template <int N>
void DiabloTable<N>::check_all() const {
  for (const Slice& slice : diablo::slices_within({}, N)) {
    if (holds(slice)) slot(slice)->file.check_all();
  }
}

template <int N>
Slice DiabloTable<N>::slice_of(const Position& position) {
  return {{position.own.occupied().count(), position.own.count()},
          {position.their.occupied().count(), position.their.count()}};
}

template <int N>
std::optional<float> DiabloTable<N>::find(const Position& position) const {
  if (const auto result = Diablo<N>::result(position)) return (*result)[Diablo<N>::win];
  const Slot* const held = slot(slice_of(position));
  if (!held) return std::nullopt;
  const std::uint64_t index = held->index.find(position);
  held->file.check(index * sizeof(WinCode));
  return win_probability(held->codes[index]);
}

template <int N>
std::optional<RollerValue<Diablo<N>>> DiabloTable<N>::value(const Position& position) const {
  const auto win = find(position);
  if (!win) return std::nullopt;
  return RollerValue<Diablo<N>>{{*win, 1 - *win}};
}

template <int N>
std::string DiabloTable<N>::description() const {
  const auto held =
      std::count_if(&entries_[0], &entries_[sides * sides], [](const Entry& entry) { return entry.there; });
  return folder_.string() + " holds " + std::to_string(held) + " slices; alea solve " + std::string(Diablo<N>::name()) +
         " makes more";
}

/// A turn lowers the level, 4 is the lowest of a position with something to play: at most level - 3 turns are left.
template <int N>
double DiabloTable<N>::error_bound(int level) {
  constexpr double largest_rounding = 1.5 / win_steps;
  const int turns = level - 3, exact_turns = N == 2 ? turns : N == 4 ? 7 : 0;
  return std::max(0, turns - exact_turns) * largest_rounding;
}

template class DiabloTable<2>;
template class DiabloTable<4>;
template class DiabloTable<6>;

}  // namespace alea
