// What a tournament's database looks like inside. The text of the schema, comments included, is the documentation:
// `sqlite3 FILE .schema` shows it.
#pragma once

#include <cstdint>

namespace alea {

/// PRAGMA application_id: "alea".
inline constexpr std::int64_t schema_application = 0x616c6561;

/// PRAGMA user_version. A change of the schema adds one, and a step in store.cpp that brings older files up to it.
inline constexpr std::int64_t schema_version = 1;

/// The statements that make the tables and views of `schema_version` in an empty database.
extern const char* const schema;

}  // namespace alea
