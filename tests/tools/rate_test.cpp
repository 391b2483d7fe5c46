// alea rate and alea report on a tournament's database.
#include <cmath>

#include "selfplay/tournament/store.hpp"
#include "tests/catch.hpp"
#include "tests/tools/program.hpp"

using namespace alea;
using namespace alea::tests;

namespace {

/// A database of games of dvonn: "strong" beat "weak" in 60 of 80 games, "lone" met nobody but "other".
std::string make_database(const std::filesystem::path& folder) {
  const auto file = folder / "cup.db";
  Store store = Store::open(file);
  auto adding = store.transaction();
  const auto cup = store.add(StoredTournament{.name = "cup", .game = "dvonn", .format = "round-robin", .seed = 1});
  const auto player = [&](const char* name) {
    return store.add(StoredPlayer{.game = "dvonn", .name = name, .agent = "random"});
  };
  const auto strong = player("strong"), weak = player("<weak>"), lone = player("lone"), other = player("other");
  const auto pairing = [&](std::int64_t a, std::int64_t b, std::int64_t games) {
    return store.add(StoredPairing{.tournament = cup, .a = a, .b = b, .seed = 1, .games = games});
  };
  const auto first_pairing = pairing(strong, weak, 80), second_pairing = pairing(lone, other, 4);
  adding.commit();

  std::vector<StoredGame> games;
  const auto add = [&](std::int64_t in, std::int64_t number, std::int64_t a, std::int64_t b, double score_of_a) {
    const bool swapped = number % 2 != 0;
    const double first = swapped ? 1 - score_of_a : score_of_a;
    games.push_back({.game = "dvonn",
                     .pairing = in,
                     .number = number,
                     .pair = number / 2,
                     .first = swapped ? b : a,
                     .second = swapped ? a : b,
                     .turn_count = 70 + number % 5,
                     .result = first == 1 ? "win" : "lose",
                     .first_score = first,
                     .second_score = 1 - first});
  };
  for (int i = 0; i < 80; ++i) add(first_pairing, i, strong, weak, i % 4 != 0);
  for (int i = 0; i < 4; ++i) add(second_pairing, i, lone, other, i % 2);
  store.add(games);
  return file.string();
}

}  // namespace

TEST_CASE("rate anchors, orders and compares players, and says who cannot be compared", "[tools]") {
  const TemporaryDirectory folder;
  const std::string file = make_database(folder.path());
  const auto rated = run_alea({"rate", file, "--anchor", "<weak>=100", "--bootstrap", "100", "--json"});
  CHECK(rated.status == 0);
  const Json ratings = rated.json(), players = ratings.at("players");
  CHECK(ratings.at("unit") == "elo");
  CHECK(ratings.at("groups") == 2);
  CHECK(players.at(0).at("name") == "strong");
  CHECK(players.at(0).at("rating").get<double>() == Approx(100 + 400 * std::log10(3)).margin(0.5));
  CHECK(players.at(0).at("ci95").at(0) > 100);
  CHECK(players.at(1).at("rating") == 100);
  CHECK(players.at(2).at("rating").is_null());
  CHECK(ratings.at("superiority").at(0).at(1) > 0.99);
  CHECK(ratings.at("superiority").at(0).at(2).is_null());

  const auto shown = run_alea({"rate", file, "--players", "strong,<weak>"});
  CHECK(shown.status == 0);
  CHECK(shown.out.find("80 games") != std::string::npos);
  CHECK(shown.out.find("lone") == std::string::npos);
}

TEST_CASE("rate refuses a rating that is beyond all numbers", "[tools]") {
  const TemporaryDirectory folder;
  CHECK(run_alea({"rate", make_database(folder.path()), "--anchor", "lone=1e309", "--json"}).error_field() == "anchor");
}

TEST_CASE("rate names what it cannot find", "[tools]") {
  const TemporaryDirectory folder;
  const std::string file = make_database(folder.path());
  const auto field = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "rate");
    arguments.push_back("--json");
    const auto refused = run_alea(arguments);
    CHECK(refused.status == 2);
    return refused.error_field();
  };
  CHECK(field({file, "--anchor", "nobody=0"}) == "anchor");
  CHECK(field({file, "--anchor", "strong"}) == "anchor");
  CHECK(field({file, "--game", "backgammon"}) == "game");
  CHECK(field({file, "--players", "strong,nobody"}) == "players");
  CHECK(field({file, "--tournament", "none"}) == "tournament");
  CHECK(field({(folder.path() / "none.db").string()}) == "db");
}

TEST_CASE("report writes a page about a tournament that needs nothing from elsewhere", "[tools]") {
  const TemporaryDirectory folder;
  const std::string file = make_database(folder.path());
  const auto reported = run_alea({"report", file});
  CHECK(reported.status == 0);
  const auto page = folder.path() / "cup.html";
  CHECK(reported.out == page.string() + "\n");
  const std::string html = read_file(page);
  CHECK(html.find("<!doctype html>") == 0);
  CHECK(html.find("&lt;weak&gt;") != std::string::npos);
  CHECK(html.find("<weak>") == std::string::npos);
  CHECK(html.find("<svg") != std::string::npos);
  CHECK(html.find("75.0% (80)") != std::string::npos);
  for (const char* const outside : {"http:", "https:", "src=", "@import", "url(", "nan", "inf"}) {
    CAPTURE(outside);
    CHECK(html.find(outside) == std::string::npos);
  }
  CHECK(run_alea({"report", file, "--out", (folder.path() / "other.html").string()}).status == 0);
  CHECK(read_file(folder.path() / "other.html") == html);

  CHECK(run_alea({"report", file, "--live"}).status == 2);
  std::ofstream(folder.path() / "text") << "no database";
  CHECK(run_alea({"report", (folder.path() / "text").string()}).status == 2);
}
