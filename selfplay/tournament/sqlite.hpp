// SQLite as far as this project needs it: a database, a statement, a transaction.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace alea::sqlite {

/// A statement with its parameters ?1, ?2, .. For rows:
///
///     auto rows = database.prepare("SELECT name FROM players WHERE game = ?1");
///     rows.bind_all(game);
///     while (rows.next()) use(rows.text(0));
///
/// Lives no longer than its database. All members throw RuntimeFailure when SQLite fails (a full disk, a damaged file).
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);

  /// Binds ?1, ?2, .. in order, and makes the statement ready to run from its beginning.
  template <class... Values>
  Statement& bind_all(const Values&... values) {
    reset();
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }
  void bind(int index, std::int64_t value);
  void bind(int index, int value) { bind(index, std::int64_t{value}); }
  void bind(int index, std::uint64_t value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, double value);
  void bind(int index, std::string_view value);  ///< copied, but for `run`
  void bind(int index, const std::string& value) { bind(index, std::string_view(value)); }
  void bind(int index, const char* value) { bind(index, std::string_view(value)); }
  void bind(int index, std::nullptr_t);  ///< NULL
  template <class Value>
  void bind(int index, const std::optional<Value>& value) {
    value ? bind(index, *value) : bind(index, nullptr);
  }

  /// The next row; false after the last one, and then the statement can be bound anew.
  bool next();

  /// Runs to the end.
  void run();

  /// Binds them all and runs to the end, which needs no copies of texts.
  template <class... Values>
  void run(const Values&... values) {
    copies_ = false;
    bind_all(values...);
    copies_ = true;
    run();
  }

  // Columns of the current row, from 0. NULL reads as 0 and "".
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const { return std::string(text_view(column)); }
  std::string_view text_view(int column) const;  ///< until the next row
  bool is_null(int column) const;

 private:
  void reset();

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  bool copies_ = true;
};

/// A connection. For one thread at a time.
class Database {
 public:
  enum class Mode {
    read,   ///< the file must be there; nothing is ever written
    write,  ///< made if it is not there
  };

  /// Throws InputError("db") when the file cannot be opened or is no SQLite database.
  Database(const std::filesystem::path& file, Mode mode);

  Statement prepare(std::string_view sql) { return {database_.get(), sql}; }

  /// Runs one or more statements without parameters or rows. Throws RuntimeFailure.
  void execute(const std::string& sql);

  template <class... Values>
  void run(std::string_view sql, const Values&... values) {
    prepare(sql).run(values...);
  }

  /// The first column of the first row; 0 if there is none.
  template <class... Values>
  std::int64_t integer(std::string_view sql, const Values&... values) {
    Statement rows = prepare(sql);
    return rows.bind_all(values...).next() ? rows.integer(0) : 0;
  }

  std::int64_t last_id() const;

  bool is_open() const { return database_ != nullptr; }  ///< false once moved from

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

/// All that is written while it lives is there together, after `commit`, or not at all.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() {
    database_.execute("COMMIT");
    committed_ = true;
  }

 private:
  Database& database_;
  bool committed_ = false;
};

}  // namespace alea::sqlite
