// What holds at every position of random games.
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstdlib>

#include "engine/dvonn/stack_groups.hpp"
#include "tests/engine/dvonn/helpers.hpp"

using namespace alea;
using dvonn::Bits;

namespace {

using Bytes = std::array<unsigned char, sizeof(Dvonn::Position)>;

Bytes bytes(const Dvonn::Position& position) { return std::bit_cast<Bytes>(position); }

std::vector<Bytes> sorted_results(const Dvonn::Position& position, int symmetry) {
  PlayList<Dvonn> list;
  Dvonn::plays(position, {}, list);
  std::vector<Bytes> results;
  for (const auto& after : list.positions()) results.push_back(bytes(dvonn::symmetry(after, symmetry)));
  std::sort(results.begin(), results.end());
  return results;
}

/// What the cheap answers about a live position say against the full list; empty if they agree.
std::string disagreement(const Dvonn::Position& position) {
  PlayList<Dvonn> list;
  dvonn::Plays plays;
  Dvonn::plays(position, {}, list);
  dvonn::list_plays(position, plays);
  if (list.empty() || list.size() > dvonn::most_plays) return "number of plays";
  if (!std::equal(plays.all().begin(), plays.all().end(), list.plays().begin(), list.plays().end()))
    return "list_plays";
  if (dvonn::count_plays(position) != list.size()) return "count_plays";
  for (std::size_t i = 0; i < list.size(); ++i) {
    const dvonn::Play play = list.play(i);
    if (Dvonn::after(position, play) != list.position(i)) return "after";
    if (position.phase() == dvonn::Phase::placement || play.is_pass()) continue;
    if (!(dvonn::movable(position) & dvonn::bit(play.from))) return "movable";
    if (!(dvonn::targets(position, play.from) & dvonn::bit(play.to))) return "targets";
  }
  return "";
}

/// Walks random games of both kinds and collects what `check` complains of.
template <class Check>
std::string complaints(int games, Check&& check) {
  std::string all;
  for (const bool full : {false, true}) {
    tests::random_games(games, full, [&](const Dvonn::Position& position, Side side) {
      const std::string complaint = check(position, side);
      if (!complaint.empty() && all.size() < 2000) {
        all += Dvonn::format_position(position, side) + ": " + complaint + "\n";
      }
    });
  }
  return all;
}

}  // namespace

TEST_CASE("Lists, counts and single plays agree in random games") {
  CHECK(complaints(200, [](const Dvonn::Position& position, Side) {
          return Dvonn::finished(position) ? "" : disagreement(position);
        }) == "");
}

TEST_CASE("Positions of random games are written and read back to the same bytes") {
  CHECK(complaints(300, [](const Dvonn::Position& position, Side side) -> std::string {
          const auto again = Dvonn::parse_position(Dvonn::format_position(position, side));
          if (again.to_move != side) return "side to move";
          // An independent reading of what must be zero: all bits above the board but the two of the phase.
          for (std::size_t k = 0; k < Dvonn::Position::planes; ++k) {
            const Bits allowed = k == Dvonn::Position::dvonn_plane ? dvonn::bit(63) | dvonn::bit(62) : 0;
            if (position.plane[k] & ~(dvonn::board | allowed)) return "stray bits";
          }
          return bytes(again.position) == bytes(position) ? "" : "other bytes";
        }) == "");
}

TEST_CASE("Plays of random games are written and read back, in either case") {
  PlayList<Dvonn> list;
  CHECK(complaints(20, [&](const Dvonn::Position& position, Side) -> std::string {
          if (Dvonn::finished(position)) return "";
          Dvonn::plays(position, {}, list);
          for (std::size_t i = 0; i < list.size(); ++i) {
            std::string text = Dvonn::format_play(position, {}, list.play(i));
            if (Dvonn::find_play(position, {}, list, text) != i) return text;
            for (char& c : text) c = static_cast<char>(std::tolower(c));
            if (Dvonn::find_play(position, {}, list, text) != i) return text;
          }
          return "";
        }) == "");
}

TEST_CASE("The rules are the same through every symmetry of the board") {
  CHECK(complaints(40, [](const Dvonn::Position& position, Side) -> std::string {
          for (int k = 1; k < 4; ++k) {
            const auto seen = dvonn::symmetry(position, k);
            if (dvonn::symmetry(seen, k) != position) return "not its own inverse";
            if (Dvonn::finished(seen) != Dvonn::finished(position)) return "finished";
            if (dvonn::score(seen) != dvonn::score(position)) return "score";
            if (Dvonn::same_mover(seen) != Dvonn::same_mover(position)) return "same_mover";
            if (Dvonn::finished(position)) continue;
            if (sorted_results(seen, 0) != sorted_results(position, k)) return "plays";
          }
          return "";
        }) == "");
}

TEST_CASE("The opponent's view is the same board with the sides swapped") {
  CHECK(complaints(100, [](const Dvonn::Position& position, Side) -> std::string {
          const auto flipped = position.flipped();
          if (flipped.own() != position.their() || flipped.their() != position.own()) return "sides";
          if (flipped.occupied() != position.occupied() || flipped.dvonn() != position.dvonn()) return "board";
          const auto [own, their] = dvonn::score(position);
          if (dvonn::score(flipped) != dvonn::Score{their, own}) return "score";
          if (position.phase() == dvonn::Phase::movement && dvonn::movable(flipped) != dvonn::their_movable(position)) {
            return "movable";
          }
          return "";
        }) == "");
}

TEST_CASE("Random setups are full boards with White to move, each space alike") {
  std::array<int, dvonn::space_end> with_dvonn{}, with_own{};
  constexpr int boards = 20000;
  Random random(3, Purpose::test);
  int wrong = 0;
  for (int i = 0; i < boards; ++i) {
    const auto position = Dvonn::random_start(random);
    wrong += std::popcount(position.own()) != 23 || std::popcount(position.their()) != 23 ||
             std::popcount(position.lone_dvonn()) != 3 || position.occupied() != dvonn::board ||
             !Dvonn::same_mover(position);
    dvonn::each_space(position.dvonn(), [&](int s) { ++with_dvonn[static_cast<std::size_t>(s)]; });
    dvonn::each_space(position.own(), [&](int s) { ++with_own[static_cast<std::size_t>(s)]; });
    if (i < 100) wrong += Dvonn::parse_position(Dvonn::format_position(position, Side::first)).position != position;
  }
  CHECK(wrong == 0);
  // Five standard deviations of binomial counts.
  dvonn::each_space(dvonn::board, [&](int s) {
    CHECK(std::abs(with_dvonn[static_cast<std::size_t>(s)] - boards * 3 / 49) < 5 * 34);
    CHECK(std::abs(with_own[static_cast<std::size_t>(s)] - boards * 23 / 49) < 5 * 71);
  });
}

TEST_CASE("Equal seeds give equal setups") {
  Random a(5, Purpose::test), b(5, Purpose::test), c(6, Purpose::test);
  const auto position = Dvonn::random_start(a);
  CHECK(Dvonn::random_start(b) == position);
  CHECK(Dvonn::random_start(c) != position);
}
