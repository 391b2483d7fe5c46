// What a tournament's database looks like inside. The text of the schema, comments included, is the documentation:
// `sqlite3 FILE .schema` shows it.
#pragma once

#include <cstdint>

namespace alea {

/// PRAGMA application_id: "alea".
inline constexpr std::int64_t schema_application = 0x616c6561;

/// PRAGMA user_version. A change of the schema adds one, and a step in store.cpp that brings older files up to it.
inline constexpr std::int64_t schema_version = 2;

/// The statements that make the tables of `schema_version` in an empty database, and its views beside them.
extern const char* const schema_tables;
extern const char* const schema_views;

/// From version 1, which did not count nodes, to tables of version 2 without views.
extern const char* const schema_from_version_1;

}  // namespace alea
