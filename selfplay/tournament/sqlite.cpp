#include "selfplay/tournament/sqlite.hpp"

#include <sqlite3.h>

#include <system_error>

#include "engine/error.hpp"

namespace alea::sqlite {

namespace {

/// How long to wait for another process that is writing.
constexpr int patience_ms = 30'000;

RuntimeFailure failure(sqlite3* database) {
  const char* const file = sqlite3_db_filename(database, nullptr);
  return RuntimeFailure(std::string(file && *file ? file : "database") + ": " + sqlite3_errmsg(database));
}

void check(sqlite3* database, int status) {
  if (status != SQLITE_OK) throw failure(database);
}

/// Before the first use: without statistics of memory, which nobody reads, and which take a lock whenever some is
/// taken.
void configure_once() { [[maybe_unused]] static const int status = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

}  // namespace

Statement::Statement(sqlite3* database, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  check(database, sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::bind(int index, std::int64_t value) {
  check(sqlite3_db_handle(statement_.get()), sqlite3_bind_int64(statement_.get(), index, value));
}

void Statement::bind(int index, double value) {
  check(sqlite3_db_handle(statement_.get()), sqlite3_bind_double(statement_.get(), index, value));
}

void Statement::bind(int index, std::string_view value) {
  const char* const data = value.data() ? value.data() : "";
  check(sqlite3_db_handle(statement_.get()),
        sqlite3_bind_text64(statement_.get(), index, data, value.size(), copies_ ? SQLITE_TRANSIENT : SQLITE_STATIC,
                            SQLITE_UTF8));
}

void Statement::bind(int index, std::nullptr_t) {
  check(sqlite3_db_handle(statement_.get()), sqlite3_bind_null(statement_.get(), index));
}

bool Statement::next() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) {
    const RuntimeFailure error = failure(sqlite3_db_handle(statement_.get()));  // before reset changes the message
    reset();
    throw error;
  }
  reset();
  return false;
}

void Statement::run() {
  while (next()) {
  }
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::text_view(int column) const {
  const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

Database::Database(const std::filesystem::path& file, Mode mode) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) {
    throw InputError("db", "expected a database file, found the folder " + file.string());
  }
  configure_once();
  sqlite3* database = nullptr;
  const int flags = mode == Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int status = sqlite3_open_v2(file.c_str(), &database, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  database_.reset(database);
  if (database == nullptr) throw RuntimeFailure("no memory for a database");
  sqlite3_busy_timeout(database, patience_ms);
  // Opening alone reads nothing.
  if (status == SQLITE_OK) {
    status = sqlite3_exec(database, "PRAGMA foreign_keys = ON; SELECT 1 FROM sqlite_schema", nullptr, nullptr, nullptr);
  }
  if (status == SQLITE_NOTADB) throw InputError("db", file.string() + ": expected an SQLite database");
  if (status != SQLITE_OK) throw InputError("db", "cannot open " + file.string() + ": " + sqlite3_errmsg(database));
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

void Database::execute(const std::string& sql) {
  check(database_.get(), sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(database_.get()); }

Transaction::~Transaction() {
  if (committed_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const RuntimeFailure&) {  // SQLite has done it itself
  }
}

}  // namespace alea::sqlite
