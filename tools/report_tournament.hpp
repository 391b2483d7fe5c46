// A tournament's database as a page of charts and tables.
#pragma once

#include <filesystem>
#include <string>

namespace alea::tools {

/// The whole HTML document, with a part for each game that was played. Throws InputError("db") for a file that is no
/// tournament's database.
std::string tournament_report(const std::filesystem::path& database);

}  // namespace alea::tools
