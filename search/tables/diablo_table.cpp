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
DiabloTable<N>::DiabloTable(const fs::path& folder) : folder_(folder / Diablo<N>::name()), slots_(sides * sides) {
  for (int stacks = 0; stacks <= most_checkers; ++stacks) {
    classes_.emplace_back();
    patterns_.emplace_back(static_cast<std::size_t>(most_checkers + 1));
  }
  const auto possible = [](const Material& side) {
    return side.stacks >= 1 && side.stacks <= side.checkers && side.checkers <= most_checkers;
  };
  std::error_code absent;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, absent)) {
    const auto slice = slice_named(entry.path().filename().string());
    if (slice && possible(slice->own) && possible(slice->their) && slice->can_be_numbered()) open(*slice);
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
diablo::SliceIndex<N> DiabloTable<N>::index_of(const Slice& slice) {
  auto& classes = classes_[static_cast<std::size_t>(slice.own.stacks)];
  if (!classes) classes = std::make_unique<diablo::SquareClasses<N>>(slice.own.stacks);
  auto& patterns = patterns_[static_cast<std::size_t>(slice.own.stacks)][static_cast<std::size_t>(slice.their.stacks)];
  if (!patterns) patterns = std::make_unique<diablo::Patterns<N>>(*classes, slice.their.stacks);
  return {slice, *patterns};
}

template <int N>
void DiabloTable<N>::open(const Slice& slice) {
  const auto index = index_of(slice);
  TableFile file(file_of(slice), kind_of(slice), index.size() * sizeof(WinCode));
  const auto* const codes = reinterpret_cast<const WinCode*>(file.data().data());
  slots_[side(slice.own) * sides + side(slice.their)] = std::make_unique<Slot>(Slot{codes, index, std::move(file)});
}

template <int N>
void DiabloTable<N>::add(const Slice& slice, const std::vector<WinCode>& codes) {
  fs::create_directories(folder_);
  write_table(file_of(slice), kind_of(slice), std::as_bytes(std::span(codes)));
  open(slice);
}

template <int N>
void DiabloTable<N>::check_all() const {
  for (const auto& slot : slots_) {
    if (slot) slot->file.check_all();
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
  const auto held = std::ranges::count_if(slots_, [](const auto& slot) { return slot != nullptr; });
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
