#include "search/tables/hypergammon_table.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace alea {

namespace fs = std::filesystem;

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

HypergammonTable::HypergammonTable(const fs::path& folder) : folder_(folder) {
  auto largest = family.open_largest(folder);
  if (!largest) return;
  checkers_ = largest->checkers;
  sides_ = hypergammon::sides(checkers_);
  file_.emplace(std::move(largest->file));
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
