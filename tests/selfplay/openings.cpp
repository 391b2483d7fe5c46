#include "selfplay/openings.hpp"

#include <fstream>

#include "engine/backgammon/backgammon.hpp"
#include "engine/dvonn/dvonn.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {
namespace {

class OpeningFile {
 public:
  explicit OpeningFile(const std::string& text) { std::ofstream(path()) << text; }
  std::filesystem::path path() const { return folder_ / "openings.txt"; }

 private:
  tests::TemporaryFolder folder_;
};

template <Game G>
std::string refusal(const std::string& text) {
  const OpeningFile file(text);
  try {
    read_openings<G>(file.path());
  } catch (const InputError& error) {
    CHECK(error.field() == "openings");
    const std::string what = error.what();
    CHECK(what.find(file.path().string()) != std::string::npos);
    return what;
  }
  return "";
}

TEST_CASE("openings are positions, one a line, between remarks") {
  const OpeningFile file("# the start, and a race\n\n  4HPwATDgc/ABMA\r\n\t2wkAAAXkBgAAAA\n#\n");
  const auto openings = read_openings<Backgammon>(file.path());
  REQUIRE(openings.size() == 2);
  CHECK((openings[0].position == Backgammon::start()));

  const OpeningFile dvonn("r......../........../.........../........../......... b p\n");
  CHECK(read_openings<Dvonn>(dvonn.path())[0].to_move == Side::second);
}

TEST_CASE("a line that is no opening is named with its file") {
  CHECK(refusal<Backgammon>("4HPwATDgc/ABMA\n\nnonsense\n").find(", line 3: ") != std::string::npos);
  CHECK(refusal<Backgammon>("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n").find("line 1: ") !=
        std::string::npos);
  CHECK(refusal<Backgammon>("AAAAAAAAAAAAAA\n").find("line 1: ") != std::string::npos);
  CHECK_FALSE(refusal<Backgammon>("# nothing\n").empty());
}

TEST_CASE("a file that is not there is said to be unreadable") {
  CHECK_THROWS_AS(read_openings<Backgammon>("no/such/file"), InputError);
  CHECK_THROWS_AS(read_openings<Backgammon>("/"), InputError);
}

}  // namespace
}  // namespace alea
