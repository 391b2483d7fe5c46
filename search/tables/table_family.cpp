#include "search/tables/table_family.hpp"

#include <fmt/format.h>

#include "engine/error.hpp"

namespace alea {

namespace fs = std::filesystem;

namespace {

std::string kind_of(const TableFamily& family, int checkers) {
  return fmt::format(fmt::runtime(family.kind), checkers);
}

}  // namespace

fs::path TableFamily::file(const fs::path& folder, int checkers) const {
  return folder / game / fmt::format("{}-{}.table", stem, checkers);
}

std::optional<TableFile> TableFamily::open(const fs::path& folder, int checkers) const {
  const fs::path path = file(folder, checkers);
  if (!fs::exists(path)) return std::nullopt;
  return TableFile(path, kind_of(*this, checkers), bytes(checkers));
}

std::optional<TableFamily::Member> TableFamily::open_largest(const fs::path& folder) const {
  for (int checkers = most_checkers; checkers > 0; --checkers) {
    if (auto table = open(folder, checkers)) return Member{checkers, std::move(*table)};
  }
  return std::nullopt;
}

void TableFamily::check_limit(int checkers) const {
  if (checkers >= 1 && checkers <= most_checkers) return;
  throw InputError("checkers", fmt::format("expected 1 to {} checkers a side, found {}", most_checkers, checkers));
}

bool TableFamily::holds(const fs::path& folder, int checkers) const {
  const auto table = open(folder, checkers);
  if (table) table->check_all();
  return table.has_value();
}

void TableFamily::write(const fs::path& folder, int checkers, std::span<const std::byte> data) const {
  write_table(file(folder, checkers), kind_of(*this, checkers), data);
}

}  // namespace alea
