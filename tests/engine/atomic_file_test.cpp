#include "engine/atomic_file.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <string_view>

#include "engine/error.hpp"
#include "tests/catch.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

using namespace alea;
using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  write_atomically(file, {&bytes, 1});
}

}  // namespace

TEST_CASE("A file is replaced whole, also behind a link") {
  const TemporaryFolder folder;
  const fs::path file = folder / "file", link = folder / "link";
  write(file, "old");
  fs::create_symlink("file", link);
  write(link, "new");
  CHECK(read_file(file) == "new");
  CHECK(fs::is_symlink(link));
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("What is no file is not replaced") {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_AS(write(pipe, "text"), RuntimeFailure);
  CHECK(fs::is_fifo(pipe));
  CHECK_THROWS_AS(write(folder.path(), "text"), RuntimeFailure);
}
