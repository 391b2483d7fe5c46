// Tables that differ in the number of checkers only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "search/tables/table_file.hpp"

namespace alea {

/// The tables of all positions with at most 1, 2, .. checkers a side: FOLDER/GAME/STEM-N.table. Whatever reads a file
/// throws InputError("tables") that says what is wrong with it.
struct TableFamily {
  std::string_view game;
  std::string_view stem;
  std::string_view kind;  ///< what TableFile calls them, {} being N; the last number is the version of the encoding
  int most_checkers;
  std::size_t (*bytes)(int checkers);  ///< of the data

  struct Member {
    int checkers;
    TableFile file;
  };

  std::filesystem::path file(const std::filesystem::path& folder, int checkers) const;
  std::optional<TableFile> open(const std::filesystem::path& folder, int checkers) const;  ///< nothing if not there
  std::optional<Member> open_largest(const std::filesystem::path& folder) const;

  // What builders need.

  /// Throws InputError("checkers").
  void check_limit(int checkers) const;
  /// Whether a table is there; reads all of it.
  bool holds(const std::filesystem::path& folder, int checkers) const;
  /// Whole or not at all, into a folder that is there. Throws RuntimeFailure (a full disk).
  void write(const std::filesystem::path& folder, int checkers, std::span<const std::byte> data) const;
};

}  // namespace alea
