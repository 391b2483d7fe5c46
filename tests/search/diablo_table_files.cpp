// Tables on disk: what is refused, what goes on after an end of any kind, and where tables are looked for.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "search/tables/diablo_solver.hpp"
#include "search/tables/diablo_table.hpp"
#include "search/tables/table_file.hpp"
#include "search/tables/table_folder.hpp"
#include "tests/catch.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace alea::tests {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

/// All files of a folder.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) files[entry.path().filename()] = read_file(entry.path());
  return files;
}

/// The message with which a call is refused; "" if it is not.
template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const InputError& error) {
    CHECK(error.field() == "tables");
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string data_of(std::size_t bytes) {
  std::string data(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<char>(i * 7 + i / 256);
  return data;
}

TEST_CASE("A table file comes back as it was written", "[tables]") {
  const TemporaryFolder folder;
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{16}, TableFile::block_size, 2 * TableFile::block_size + 5}) {
    const std::string data = data_of(bytes);
    write_table(folder / "t", "some table v1", std::as_bytes(std::span(data)));
    const TableFile file(folder / "t", "some table v1", bytes);
    file.check_all();
    CHECK(std::ranges::equal(file.data(), std::as_bytes(std::span(data))));
  }
}

TEST_CASE("Damaged, truncated and foreign table files are refused", "[tables]") {
  const TemporaryFolder folder;
  const fs::path file = folder / "t";
  const std::size_t bytes = TableFile::block_size + 100;
  const std::string data = data_of(bytes);
  write_table(file, "some table v1", std::as_bytes(std::span(data)));
  const std::string whole = read_file(file);
  const auto refused = [&](const std::string& content, const std::string& kind = "some table v1") {
    write(file, content);
    return refusal([&] { TableFile(file, kind, bytes).check_all(); });
  };
  CHECK(refused(whole).empty());
  CHECK(contains(refused(""), "empty"));
  CHECK(contains(refused("a text"), "another kind of file"));
  CHECK(contains(refused(std::string(1000, 'x')), "another kind of file"));
  CHECK(contains(refused(whole.substr(0, 100)), "header is damaged"));
  CHECK(contains(refused(whole.substr(0, whole.size() - 1)), "bytes, found"));
  CHECK(contains(refused(whole + "x"), "bytes, found"));
  CHECK(contains(refused(whole, "another table v1"), "found \"some table v1\""));
  CHECK(contains(refused(whole, "some table v2"), "expected the table \"some table v2\""));
  const auto flipped = [&](std::size_t place) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 16);
    return refused(damaged);
  };
  CHECK(contains(flipped(16), "version"));
  for (const std::size_t place : {20, 24, 40, 104, 112, 120}) CHECK(contains(flipped(place), "header is damaged"));
  CHECK(contains(flipped(128), "bytes 0 and following are damaged"));
  CHECK(contains(flipped(128 + TableFile::block_size), "bytes 1048576 and following are damaged"));
  CHECK(contains(flipped(whole.size() - 1), "list of checksums is damaged"));
  CHECK(contains(refusal([&] { TableFile(folder / "none", "some table v1", bytes); }), "cannot read"));
  CHECK(contains(refusal([&] { TableFile(folder.path(), "some table v1", bytes); }), "cannot read"));
}

TEST_CASE("Damage is found when a block is first asked for, not before", "[tables]") {
  const TemporaryFolder folder;
  const std::string data = data_of(3 * TableFile::block_size);
  write_table(folder / "t", "some table v1", std::as_bytes(std::span(data)));
  std::string bytes = read_file(folder / "t");
  bytes[128 + TableFile::block_size] ^= 1;
  write(folder / "t", bytes);
  const TableFile file(folder / "t", "some table v1", data.size());
  CHECK_NOTHROW(file.check(0));
  CHECK_NOTHROW(file.check(2 * TableFile::block_size));
  CHECK_THROWS_AS(file.check(TableFile::block_size), InputError);
}

TEST_CASE("A damaged slice is refused by readers and by builders", "[tables]") {
  const TemporaryFolder folder;
  CHECK(solve_diablo<4>(folder.path(), {.checkers = 1}, 1).finished);
  const auto position = Diablo<4>::parse_position("b.../..../..../g... b").position;
  const fs::path file = DiabloTable<4>(folder.path()).file_of({{1, 1}, {1, 1}});
  CHECK(DiabloTable<4>(folder.path()).find(position));
  std::string bytes = read_file(file);
  bytes[130] ^= 1;
  write(file, bytes);
  const DiabloTable<4> table(folder.path());
  CHECK(contains(refusal([&] { table.find(position); }), "damaged"));
  CHECK(contains(refusal([&] { solve_diablo<4>(folder.path(), {.checkers = 1}, 1); }), "damaged"));
  fs::copy_file(DiabloTable<4>(folder.path()).file_of({{1, 1}, {1, 1}}),
                DiabloTable<4>(folder.path()).file_of({{1, 2}, {1, 1}}));
  const auto higher = Diablo<4>::parse_position("b2.../..../..../g... b").position;
  CHECK(contains(refusal([&] { DiabloTable<4>(folder.path()).find(higher); }), "own 1/1 their 1/1"));
}

TEST_CASE("Files with other names are none of a table's business", "[tables]") {
  const TemporaryFolder folder;
  fs::create_directories(folder / "diablo-6");
  for (const char* name : {"own-19-19-their-1-1.table", "own-3-2-their-1-1.table", "own-01-1-their-1-1.table",
                           "own-9-9-their-1-1.table", "notes.txt", "own-1-1-their-1-1.table.99.tmp"}) {
    write((folder / "diablo-6") / name, "x");
  }
  CHECK_NOTHROW(DiabloTable<6>(folder.path()));
}

constexpr diablo::Extent small{.checkers = 3, .stacks = 4};

/// The files of a build that nobody disturbed, on one thread.
const std::map<std::string, std::string>& undisturbed() {
  static const std::map<std::string, std::string> files = [] {
    const TemporaryFolder folder;
    REQUIRE(solve_diablo<4>(folder.path(), small, 1).finished);
    return contents(folder / "diablo-4");
  }();
  return files;
}

TEST_CASE("Two threads build the same bytes as one", "[tables]") {
  const TemporaryFolder folder;
  CHECK(solve_diablo<4>(folder.path(), small, 2).finished);
  CHECK(contents(folder / "diablo-4") == undisturbed());
}

TEST_CASE("A smaller extent is a part of a larger one, which it grows into", "[tables]") {
  const TemporaryFolder folder;
  CHECK(solve_diablo<4>(folder.path(), {.checkers = 2}, 1).finished);
  const SolveReport report = solve_diablo<4>(folder.path(), small, 1);
  CHECK(report.finished);
  CHECK(report.missing == 22'530 - 2'421);
  CHECK(contents(folder / "diablo-4") == undisturbed());
  CHECK(solve_diablo<4>(folder.path(), small, 1).missing == 0);
}

TEST_CASE("A build that is stopped again and again ends with the same bytes", "[tables]") {
  const TemporaryFolder folder;
  int builds = 0;
  for (bool finished = false; !finished; ++builds) {
    int calls = 0;
    const SolveHooks hooks{.progress = {}, .stop = [&] { return ++calls == 3 + 4 * builds; }};
    finished = solve_diablo<4>(folder.path(), small, 2, hooks).finished;
    REQUIRE(builds < 1000);
  }
  CHECK(builds > 3);
  CHECK(contents(folder / "diablo-4") == undisturbed());
}

TEST_CASE("A build that is killed in the middle goes on and ends with the same bytes", "[tables]") {
  const TemporaryFolder folder;
  for (const std::int64_t last : {100, 3'000, 10'000}) {
    const pid_t child = ::fork();
    if (child == 0) {
      const SolveHooks hooks{.progress =
                                 [&](const SolveProgress& now) {
                                   if (now.positions > last) ::kill(::getpid(), SIGKILL);
                                 },
                             .stop = {}};
      solve_diablo<4>(folder.path(), small, 1, hooks);
      ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    write((folder / "diablo-4") / ("own-1-1-their-1-1.table." + std::to_string(child) + ".tmp"), "half");
  }
  CHECK(solve_diablo<4>(folder.path(), small, 1).finished);
  CHECK(contents(folder / "diablo-4") == undisturbed());
}

TEST_CASE("Progress counts every position, those of earlier builds included", "[tables]") {
  const TemporaryFolder folder;
  solve_diablo<4>(folder.path(), {.checkers = 2}, 1);
  SolveProgress last;
  bool falling = false;
  const SolveHooks hooks{.progress =
                             [&](const SolveProgress& now) {
                               falling |= now.positions < last.positions || now.level < last.level;
                               last = now;
                             },
                         .stop = {}};
  solve_diablo<4>(folder.path(), small, 2, hooks);
  CHECK(!falling);
  CHECK(last.positions == 22'530);
  CHECK(last.total == 22'530);
  CHECK(last.level == 10);
}

TEST_CASE("An extent that nobody could store is refused", "[tables]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(solve_diablo<6>(folder.path(), {}, 1), InputError);
  CHECK_THROWS_AS(solve_diablo<6>(folder.path(), {.total = 10}, 1), InputError);
  CHECK(fs::is_empty(folder.path()));
}

/// Sets a variable for as long as it lives; null unsets it.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const old = std::getenv(name)) old_ = old, set_ = true;
    set(value);
  }
  ~Variable() { set(set_ ? old_.c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) {
    if (value) {
      ::setenv(name_, value, 1);
    } else {
      ::unsetenv(name_);
    }
  }

  const char* name_;
  std::string old_;
  bool set_ = false;
};

TEST_CASE("Tables are looked for where one says, then where the environment says", "[tables]") {
  const Variable home("HOME", "/home/x"), data("XDG_DATA_HOME", nullptr), tables("ALEA_TABLES", nullptr);
  CHECK(tables_folder() == "/home/x/.local/share/alea/tables");
  {
    const Variable set("XDG_DATA_HOME", "/data");
    CHECK(tables_folder() == "/data/alea/tables");
    const Variable set_too("ALEA_TABLES", "/tables");
    CHECK(tables_folder() == "/tables");
    CHECK(tables_folder("here") == "here");
  }
  const Variable no_home("HOME", nullptr);
  CHECK_THROWS_AS(tables_folder(), InputError);
}

}  // namespace
}  // namespace alea::tests
