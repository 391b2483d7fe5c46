// Where exact tables live.
#pragma once

#include <filesystem>
#include <string>

namespace alea {

/// `given` (--tables), else $ALEA_TABLES, else $XDG_DATA_HOME/alea/tables, else ~/.local/share/alea/tables. It need not
/// exist. Throws InputError("tables") if none of these is set.
std::filesystem::path tables_folder(const std::string& given = "");

/// Removes what writers that were killed have left half-written in `folder` (engine/atomic_file.hpp); those of living
/// processes stay.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace alea
