#include "search/tables/hypergammon_table.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace alea {

namespace fs = std::filesystem;

using hypergammon::sides;

namespace {

std::string kind_of(int checkers) { return "hypergammon " + std::to_string(checkers) + " checkers v1"; }

std::size_t bytes_of(int checkers) {
  return std::size_t{sides(checkers)} * sides(checkers) * sizeof(HypergammonTable::Entry);
}

}  // namespace

HypergammonTable::Entry HypergammonTable::encode(const RollerValue<Hypergammon>& value) {
  Entry entry;
  std::copy_n(value.of.begin(), entry.size(), entry.begin());
  return entry;
}

RollerValue<Hypergammon> HypergammonTable::decode(const Entry& entry) {
  RollerValue<Hypergammon> value;
  std::ranges::copy(entry, value.of.begin());
  value.of.back() = std::max(0.0F, 1 - std::accumulate(entry.begin(), entry.end(), 0.0F));
  return value;
}

fs::path HypergammonTable::file_of(const fs::path& folder, int checkers) {
  return folder / Hypergammon::name() / ("exact-" + std::to_string(checkers) + ".table");
}

TableFile HypergammonTable::open(const fs::path& folder, int checkers) {
  return TableFile(file_of(folder, checkers), kind_of(checkers), bytes_of(checkers));
}

void HypergammonTable::check(const fs::path& folder, int checkers) { open(folder, checkers).check_all(); }

void HypergammonTable::write(const fs::path& folder, int checkers, std::span<const Entry> entries) {
  write_table(file_of(folder, checkers), kind_of(checkers), std::as_bytes(entries));
}

HypergammonTable::HypergammonTable(const fs::path& folder) : folder_(folder) {
  for (int checkers = most_checkers; checkers > 0 && !file_; --checkers) {
    if (!fs::exists(file_of(folder, checkers))) continue;
    file_.emplace(open(folder, checkers));
    checkers_ = checkers;
    sides_ = sides(checkers);
  }
}

std::optional<RollerValue<Hypergammon>> HypergammonTable::value(const backgammon::Position& position) const {
  if (const auto result = Hypergammon::result(position)) return result;
  const std::size_t own = hypergammon::number_of(position.own), their = hypergammon::number_of(position.their);
  if (own >= sides_ || their >= sides_) return std::nullopt;
  const std::size_t offset = (own * sides_ + their) * sizeof(Entry);
  file_->check(offset);
  file_->check(offset + sizeof(Entry) - 1);
  Entry entry;
  std::memcpy(&entry, file_->data().data() + offset, sizeof entry);
  return decode(entry);
}

std::string HypergammonTable::description() const {
  const std::string held =
      checkers_ == 0 ? "no table" : "the table of at most " + std::to_string(checkers_) + " checkers a side";
  return folder_.string() + " holds " + held + "; alea solve hypergammon makes one";
}

}  // namespace alea
