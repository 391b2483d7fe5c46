// `alea tournament` as its users run it.
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;

namespace {

constexpr const char* cup = R"(game = "diablo-4"
games = 10
[players.ann]
agent = "random"
[players.bob]
agent = "handwritten:plies=0"
)";

}  // namespace

TEST_CASE("alea tournament plays a config into a database and goes on with it", "[tools]") {
  const TemporaryFolder folder;
  const std::string config = folder / "cup.toml", database = folder / "cup.db";
  std::ofstream(config) << cup;
  const Finished first = run_alea({"tournament", config, "--db", database, "--json"});
  CHECK(first.status == 0);
  const Json report = first.json();
  CHECK(report.at("tournament") == "cup");
  CHECK(report.at("games") == 10);
  CHECK(report.at("played") == 10);
  REQUIRE(report.at("standings").size() == 2);
  CHECK(report.at("standings").at(0).at("player") == "bob");
  CHECK(report.at("standings").at(0).at("agent") == "handwritten:plies=0");

  const Json more = run_alea({"tournament", config, "--db", database, "--games", "16", "--json"}).json();
  CHECK(more.at("games") == 16);
  CHECK(more.at("played") == 6);

  const Finished table = run_alea({"tournament", config, "--db", database, "--games", "16"});
  CHECK(table.status == 0);
  CHECK(table.out.find("16 of 16 games") != std::string::npos);
  CHECK(table.out.find("1  bob") != std::string::npos);
}

TEST_CASE("games that an opening leaves to the other side are checked and exported as its own", "[tools]") {
  const TemporaryFolder folder;
  const std::string config = folder / "cup.toml", database = folder / "cup.db";
  std::ofstream(folder / "openings") << "g.b./..../..../.b.g g\n";
  std::ofstream(config) << "openings = \"" << (folder / "openings").string() << "\"\n" << cup;
  CHECK(run_alea({"tournament", config, "--db", database}).status == 0);
  CHECK(run_alea({"games", database, "--check", "--json"}).json().at("bad") == 0);
  CHECK(run_alea({"games", database, "--export", "text"}).out.find(": Green ann, Black bob") != std::string::npos);
  const std::string rows = run_alea({"games", database, "--export", "tsv"}).out;
  std::ofstream(folder / "games.tsv") << rows;
  const Finished imported =
      run_alea({"games", folder / "copy.db", "--import", folder / "games.tsv", "--game", "diablo-4", "--json"});
  INFO(imported.out);
  CHECK(imported.json().at("games") == 10);  // winners and last positions are those of the plays
}

TEST_CASE("alea tournament names what is wrong before it plays", "[tools]") {
  const TemporaryFolder folder;
  const std::string config = folder / "cup.toml", database = folder / "cup.db";
  std::ofstream(config) << "gmaes = 3\n" << cup;
  const Finished unknown = run_alea({"tournament", config, "--db", database, "--json"});
  CHECK(unknown.status == 2);
  CHECK(unknown.error_field() == "gmaes");
  std::ofstream(config) << cup << "[players.carl]\nagent = \"radnom\"\n";
  const Finished agent = run_alea({"tournament", config, "--db", database, "--json"});
  CHECK(agent.status == 2);
  CHECK(agent.error_field() == "players.carl");
  CHECK(run_alea({"tournament", config, "--games", "0", "--db", database}).status == 2);
  CHECK(!std::filesystem::exists(database));
}
