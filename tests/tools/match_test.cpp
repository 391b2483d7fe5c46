// alea match: what it prints, and when it stops.
#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea::tests;

TEST_CASE("match tells score, results and time as the contract says", "[tools]") {
  const auto report = run_alea({"match", "backgammon", "--a", "random", "--b", "random", "--games", "20", "--paired",
                                "--seed", "3", "--json"})
                          .json();
  CHECK(report.at("games") == 20);
  CHECK(report.at("ci95").size() == 2);
  CHECK(report.at("stderr") > 0);
  CHECK(report.at("results").size() == 6);
  CHECK(report.at("seconds_per_play").contains("b"));
  CHECK(report.at("turns_per_game") > 10);
  CHECK_FALSE(report.contains("score_adjusted"));
  CHECK_FALSE(report.contains("sprt"));
}

TEST_CASE("match --sprt stops at a decision and tells the ratio", "[tools]") {
  const auto ended = run_alea({"match", "diablo-4", "--a", "handwritten:plies=1", "--b", "random", "--games", "100000",
                               "--paired", "--sprt", "0,100", "--threads", "3", "--json"});
  CHECK(ended.status == 0);
  const Json report = ended.json(), sprt = report.at("sprt");
  CHECK(report.at("games") < 2000);
  CHECK(sprt.at("decision") == "H1");
  CHECK(sprt.at("llr") >= sprt.at("upper"));
  CHECK(sprt.at("upper").get<double>() == Approx(2.944).margin(0.001));
  const auto again = run_alea({"match", "diablo-4", "--a", "handwritten:plies=1", "--b", "random", "--games", "100000",
                               "--paired", "--sprt", "0,100", "--threads", "1", "--json"});
  CHECK(again.json().at("games") == report.at("games"));

  CHECK(run_alea({"match", "backgammon", "--a", "random", "--b", "random", "--sprt", "1,0", "--json"}).error_field() ==
        "sprt");
  CHECK(run_alea({"match", "backgammon", "--a", "random", "--b", "random", "--sprt", "1", "--json"}).status == 2);
  CHECK(run_alea({"match", "backgammon", "--a", "random", "--b", "random", "--sprt", "0,1", "--alpha", "0.7", "--json"})
            .error_field() == "alpha");
}

TEST_CASE("match --luck tells an adjusted score and who judged", "[tools]") {
  const auto report = run_alea({"match", "backgammon", "--a", "net:weights=fast", "--b", "net:weights=fast", "--games",
                                "60", "--luck", "net:weights=fast", "--json"})
                          .json();
  CHECK(report.at("luck") == "net:weights=fast");
  CHECK(report.at("ci95_adjusted").size() == 2);
  CHECK(report.at("stderr_adjusted") < report.at("stderr"));
  CHECK(run_alea({"match", "dvonn", "--a", "random", "--b", "random", "--luck", "net", "--json"}).error_field() ==
        "luck");
}

TEST_CASE("match --openings begins games where the file says", "[tools]") {
  const alea::TemporaryDirectory folder;
  const auto write = [&](const std::string& text) {
    std::ofstream(folder.path() / "openings") << text;
    return (folder.path() / "openings").string();
  };
  // One checker each, on the ace point: whoever moves first wins, so pairs are drawn.
  const auto report = run_alea({"match", "backgammon", "--a", "random", "--b", "random", "--games", "10", "--paired",
                                "--openings", write("AQAABAAAAAAAAA\n"), "--json"})
                          .json();
  CHECK(report.at("turns_per_game") == 1);
  CHECK(report.at("score") == 0);
  const auto refused = run_alea(
      {"match", "backgammon", "--a", "random", "--b", "random", "--openings", write("4HPwATDgc/ABMA\nx\n"), "--json"});
  CHECK(refused.status == 2);
  CHECK(refused.error_field() == "openings");
  CHECK(refused.json().at("error").at("message").get<std::string>().find("line 2") != std::string::npos);
}

TEST_CASE("match for people names the units, the judge and the verdict", "[tools]") {
  const auto shown = run_alea({"match", "backgammon", "--a", "random", "--b", "random", "--games", "20", "--luck",
                               "net:weights=fast", "--sprt", "-1,1"});
  CHECK(shown.status == 0);
  CHECK(shown.out.find("points a game") != std::string::npos);
  CHECK(shown.out.find("as net:weights=fast judges it") != std::string::npos);
  CHECK(shown.out.find("SPRT -1 against 1 points: log-likelihood ratio") != std::string::npos);
}
