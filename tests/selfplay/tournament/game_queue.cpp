#include "selfplay/tournament/game_queue.hpp"

#include <vector>

#include "tests/catch.hpp"

using namespace alea;

TEST_CASE("a queue hands out every game that is missing once, the two of a pair together") {
  GameQueue queue;
  queue.add_pairing(8, {0, 1, 3, 6, 9});  // 9: of a time when more were asked for
  queue.add_pairing(3, {});
  queue.add_pairing(2, {0, 1});
  std::vector<std::vector<std::int64_t>> tasks[3];
  while (const auto task = queue.take(std::nullopt, {})) {
    tasks[task->pairing].emplace_back(task->numbers, task->numbers + task->size);
  }
  CHECK(tasks[0] == std::vector<std::vector<std::int64_t>>{{2}, {4, 5}, {7}});
  CHECK(tasks[1] == std::vector<std::vector<std::int64_t>>{{0, 1}, {2}});
  CHECK(tasks[2].empty());
}

TEST_CASE("a queue holds as many games as may be asked for in no space") {
  GameQueue queue;
  for (int i = 0; i < 100; ++i) queue.add_pairing(100'000'000, {5});
  const auto task = queue.take(std::nullopt, {});
  REQUIRE(task);
  CHECK(task->numbers[0] == 0);
}
