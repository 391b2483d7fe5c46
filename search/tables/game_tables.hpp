// The exact tables that a game has.
#pragma once

#include <concepts>
#include <filesystem>
#include <memory>

#include "search/tables/bearoff_table.hpp"
#include "search/tables/diablo_table.hpp"
#include "search/tables/hypergammon_table.hpp"

namespace alea {

/// Diablo up to 6x6, backgammon and hypergammon.
template <Game G>
inline constexpr bool has_tables = false;
template <>
inline constexpr bool has_tables<Backgammon> = true;
template <>
inline constexpr bool has_tables<Hypergammon> = true;
template <int N>
inline constexpr bool has_tables<Diablo<N>> = N <= 6;

/// What `folder` (search/tables/table_folder.hpp) holds of them, which may be nothing. Null for a game without tables.
/// Throws InputError("tables") for damaged files.
template <Game G>
std::shared_ptr<const ExactTable<G>> open_tables(const std::filesystem::path& folder) {
  if constexpr (!has_tables<G>) {
    return nullptr;
  } else if constexpr (std::same_as<G, Backgammon>) {
    return std::make_shared<const BearoffTable>(folder);
  } else if constexpr (std::same_as<G, Hypergammon>) {
    return std::make_shared<const HypergammonTable>(folder);
  } else {
    return []<int N>(std::type_identity<Diablo<N>>, const auto& folder) {
      return std::make_shared<const DiabloTable<N>>(folder);
    }(std::type_identity<G>(), folder);
  }
}

}  // namespace alea
