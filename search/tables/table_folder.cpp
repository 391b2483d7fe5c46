#include "search/tables/table_folder.hpp"

#include <signal.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "engine/error.hpp"

namespace alea {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> variable(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

/// "NAME.1234.tmp": 1234, else 0.
pid_t writer_of(const fs::path& file) {
  if (file.extension() != ".tmp") return 0;
  const std::string number = file.stem().extension().string();  // ".1234"
  pid_t writer = 0;
  if (number.size() > 1) std::from_chars(number.data() + 1, number.data() + number.size(), writer);
  return writer;
}

bool alive(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

}  // namespace

fs::path tables_folder(const std::string& given) {
  if (!given.empty()) return given;
  if (const auto folder = variable("ALEA_TABLES")) return *folder;
  if (const auto data = variable("XDG_DATA_HOME")) return *data / "alea" / "tables";
  if (const auto home = variable("HOME")) return *home / ".local" / "share" / "alea" / "tables";
  throw InputError("tables", "expected --tables, or $ALEA_TABLES or $HOME to be set");
}

void remove_abandoned_files(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const pid_t writer = writer_of(entry.path());
    if (writer > 0 && !alive(writer)) fs::remove(entry.path(), ignored);
  }
}

}  // namespace alea
