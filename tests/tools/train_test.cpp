// Training through the program: stages, the table of runs, the page of curves.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;
namespace fs = std::filesystem;

namespace {

constexpr const char* two_stages = R"(
game = "diablo-2"
games_per_generation = 10
measure_every = 2
anchors = "random; start"
anchor_games = 4
judge = "expectimax:plies=1,weights=handwritten"
decisions = 5
gate_games = 8
threads = 1

[stage.1-td]
hidden = 8
games = 40

[stage.2-grow]
hidden = 16
games = 60
)";

}  // namespace

TEST_CASE("a run in stages is trained, listed and reported") {
  const TemporaryFolder folder;
  const std::string config = folder / "small.toml", run = folder / "runs/small";
  std::ofstream(config) << two_stages;
  const Finished trained = run_alea({"train", config, "--run", run, "--set", "2-grow.games=50"});
  INFO(trained.err);
  REQUIRE(trained.status == 0);
  CHECK(trained.err.find("done after 50 games of stage 2-grow (2 of 2)") != std::string::npos);
  CHECK(fs::exists(run + "/nets/final.safetensors"));
  CHECK(fs::exists(run + "/2-grow/nets/best.safetensors"));

  const auto listed = run_alea({"runs", folder / "runs", "--json"}).json();
  CHECK(listed.at("games") == 90);
  CHECK(listed.at("stage") == "2-grow (2 of 2)");
  CHECK(listed.at("status") == "done");

  std::ifstream metrics(run + "/2-grow/metrics.jsonl");
  std::vector<Json> measured;
  for (std::string line; std::getline(metrics, line);) {
    const Json j = Json::parse(line);
    CHECK(j.at("loss_parts").size() == 2);
    CHECK(j.at("loss_parts").at("win").get<double>() + j.at("loss_parts").at("lose").get<double>() ==
          Approx(j.at("loss").get<double>()).margin(1e-4));
    if (j.contains("strength")) measured.push_back(j);
  }
  REQUIRE(measured.size() == 2);
  CHECK(measured[0].at("anchors").at("random").at("size") == 2);
  CHECK(measured[0].at("decision_loss").at("mean") >= 0);
  CHECK(measured[0].at("gate").contains("passed"));

  const Finished reported = run_alea({"report", run});
  CHECK(reported.status == 0);
  const std::string page = read_file(run + "/report.html");
  for (const char* const part : {"2-grow", "diablo-2, done, last progress 20", "Score against the anchors",
                                 "Loss of a decision", "Loss by result", "</svg>"}) {
    CAPTURE(part);
    CHECK(page.find(part) != std::string::npos);
  }
  CHECK(page.find("location.reload") == std::string::npos);  // it is over
}

TEST_CASE("what is wrong with a training is bad input") {
  const TemporaryFolder folder;
  const std::string config = folder / "small.toml", run = folder / "run";
  std::ofstream(config) << two_stages;
  CHECK(run_alea({"train", config, "--run", run, "--set", "3-more.games=50"}).status == 2);
  CHECK(run_alea({"train", config, "--run", run, "--set", "games"}).status == 2);
  const Finished judge = run_alea({"train", config, "--run", run, "--judge", "gnubg:plies=0"});
  CHECK(judge.status == 2);
  CHECK(judge.err.find("1-td/config.toml: ") != std::string::npos);
  CHECK(run_alea({"report", folder.path()}).status == 2);
}
