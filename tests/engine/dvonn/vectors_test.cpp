// DVONN against reference data: every play of 300 positions, perft, 400 archived games, illegal plays of real games.
#include "tests/vectors.hpp"

#include <algorithm>
#include <cctype>

#include "engine/perft.hpp"
#include "tests/engine/dvonn/helpers.hpp"

using namespace alea;
using alea::tests::Record;
using alea::tests::Row;

namespace {

/// The rows of a reference file; none, with a warning, where it is absent.
std::vector<Row> rows_of(const std::string& name) {
  const auto file = tests::vector_file("dvonn/" + name);
  if (!file.empty()) return tests::read_rows(file);
  WARN("skipped: dvonn/" + name + " is not here");
  return {};
}

/// "play:position" of each listed play, sorted as in plays.tsv.
std::vector<std::string> plays_as_text(const Situation<Dvonn>& situation) {
  PlayList<Dvonn> list;
  if (!Dvonn::finished(situation.position)) Dvonn::plays(situation.position, {}, list);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto& after = list.position(i);
    texts.push_back(Dvonn::format_play(situation.position, {}, list.play(i)) + ":" +
                    Dvonn::format_position(after, next_side<Dvonn>(after, situation.to_move)));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace

TEST_CASE("All plays of the reference positions and where they lead") {
  for (const Row& row : rows_of("plays.tsv")) {
    CAPTURE(row[0]);
    const auto situation = Dvonn::parse_position(row[0]);
    CHECK(Dvonn::format_position(situation.position, situation.to_move) == row[0]);
    const std::vector<std::string> expected(row.begin() + 2, row.end());
    CHECK(expected.size() == static_cast<std::size_t>(std::stoi(row[1])));
    CHECK(plays_as_text(situation) == expected);
  }
}

TEST_CASE("Perft counts of the reference positions") {
  for (const Row& row : rows_of("perft.tsv")) {
    CAPTURE(row[0]);
    const auto position = tests::read(row[1]);
    int depth = 0;
    for (const auto& count : tests::split(row[2], ',')) {
      CHECK(perft<Dvonn>(position, ++depth) == std::stoull(count));
    }
    if (row.size() < 4) continue;
    Record record({Dvonn::start()});
    for (const auto& play : tests::split(row[3], ' ')) record.play(play);
    CHECK(record.text() == row[1]);
  }
}

TEST_CASE("Archived games are legal and end with their score") {
  for (const Row& row : rows_of("games.tsv")) {
    CAPTURE(row[0]);
    Record record({Dvonn::start()});
    for (const auto& play : tests::split(row[3], ' ')) record.play(play);
    CHECK(Dvonn::finished(record.position()));
    CHECK(record.score() == row[1]);
  }
}

TEST_CASE("Archived games can be read without the forced 49th placement, in lower case") {
  for (const Row& row : rows_of("games.tsv")) {
    CAPTURE(row[0]);
    auto plays = tests::split(row[3], ' ');
    if (plays.size() < 49) continue;
    plays.erase(plays.begin() + 48);
    Record record({Dvonn::start()});
    for (auto& play : plays) {
      std::transform(play.begin(), play.end(), play.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
      if (const auto forced = dvonn::forced_placement(record.position())) {
        record.play(Dvonn::format_play(record.position(), {}, *forced));
      }
      record.play(play);
    }
    CHECK(record.score() == row[1]);
  }
}

TEST_CASE("Illegal plays of archived games are refused for the reason given") {
  for (const Row& row : rows_of("illegal.tsv")) {
    CAPTURE(row[0], row[2], row[3]);
    const std::string said = tests::refusal(row[1], row[2]);
    CAPTURE(said);
    const auto says = [&](const char* word) { return said.find(word) != std::string::npos; };
    if (row[3].find("surrounded") != std::string::npos) {
      CHECK(says("surrounded on six sides"));
    } else if (row[3].find("distance") != std::string::npos) {
      CHECK(says("has height 2"));
      CHECK(says("distance 1"));
    } else {
      CHECK(row[3].find("not own stack") != std::string::npos);
      CHECK(says("opponent's"));
    }
  }
}
