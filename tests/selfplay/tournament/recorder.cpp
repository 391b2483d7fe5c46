// The thread that commits games.
#include "selfplay/tournament/recorder.hpp"

#include <chrono>
#include <thread>

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

namespace alea {
namespace {

/// Long and short ones, with and without what a game may lack.
StoredGame some_game(std::int64_t number) {
  StoredGame game{.game = "dvonn", .number = number, .pair = number / 2, .first = 1, .second = 2};
  game.source = "games.sgf";
  game.turns = std::string(static_cast<std::size_t>(number * 37 % 500), 'x');
  game.turn_count = number;
  game.ending = Ending::cut;
  if (number % 3 == 0) game.first_nodes = number;
  if (number % 5 == 0) {
    game.ending = Ending::forfeit;
    game.forfeited_by = Side::second;
    game.fault = "crash";
    game.note = "a note";
  }
  return game;
}

}  // namespace

TEST_CASE("games of one interval after another are stored as they were") {
  const tests::TemporaryFolder folder;
  Store store = Store::open(folder / "cup.db");
  for (const char* const name : {"ann", "bob"}) store.add(StoredPlayer{.game = "dvonn", .name = name});
  constexpr std::int64_t many = 300;
  {
    Recorder recorder(store, std::chrono::milliseconds(1));
    for (std::int64_t number = 0; number < many; ++number) {
      recorder.add(some_game(number));
      if (number % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    recorder.finish();
    CHECK(!recorder.failed());
  }
  std::int64_t found = 0;
  store.for_each_game({}, [&](const StoredGame& game) {
    const StoredGame expected = some_game(found++);
    CHECK(game.number == expected.number);
    CHECK(game.turns == expected.turns);
    CHECK(game.first_nodes == expected.first_nodes);
    CHECK(game.forfeited_by == expected.forfeited_by);
    CHECK(game.fault == expected.fault);
    CHECK(game.note == expected.note);
  });
  CHECK(found == many);
}

TEST_CASE("a recorder whose store fails says so and throws at the end") {
  const tests::TemporaryFolder folder;
  Store store = Store::open(folder / "cup.db");
  for (const char* const name : {"ann", "bob"}) store.add(StoredPlayer{.game = "dvonn", .name = name});
  Recorder recorder(store, std::chrono::milliseconds(1));
  for (int i = 0; i < 2; ++i) recorder.add(some_game(7));  // the same game twice
  CHECK_THROWS_AS(recorder.finish(), RuntimeFailure);
  CHECK(recorder.failed());
}

}  // namespace alea
