#include "nets/dynamic_batcher.hpp"

#include <algorithm>
#include <atomic>
#include <latch>
#include <thread>

#include "engine/error.hpp"
#include "selfplay/many_threads.hpp"
#include "tests/catch.hpp"

using namespace alea;

namespace {

constexpr std::size_t batcher_threads = 8;

/// Each row's answer is ten times its first number plus its second.
void ten_a_plus_b(std::span<const float> inputs, std::span<float> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i] = 10 * inputs[2 * i] + inputs[2 * i + 1];
}

void ask(DynamicBatcher::Rows& rows, float number) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows.inputs(i)[0] = number;
    rows.inputs(i)[1] = static_cast<float>(i);
  }
  rows.predict();
}

bool answered(const DynamicBatcher::Rows& rows, float number) {
  bool all = true;
  for (std::size_t i = 0; i < rows.size(); ++i) all &= rows.outputs(i)[0] == 10 * number + static_cast<float>(i);
  return all;
}

/// Asks again and again until the predictor fails; what is said then.
std::string ask_until_failure(DynamicBatcher& batcher, std::size_t wanted) {
  try {
    for (;;) {
      DynamicBatcher::Rows rows = batcher.reserve(wanted);
      ask(rows, 1);
    }
  } catch (const RuntimeFailure& failure) {
    return failure.what();
  }
}

}  // namespace

TEST_CASE("each of many askers gets the answers to its own questions", "[threads]") {
  constexpr std::size_t most_rows = 32;
  std::atomic<std::size_t> wrong = 0, asked = 0;
  std::size_t predicted = 0, largest = 0;
  {
    DynamicBatcher batcher(2, 1, most_rows, [&](std::span<const float> inputs, std::span<float> outputs) {
      ten_a_plus_b(inputs, outputs);
      predicted += outputs.size();
      largest = std::max(largest, outputs.size());
    });
    on_many_threads(batcher_threads, 400, [&](std::size_t, std::size_t task) {
      DynamicBatcher::Rows rows = batcher.reserve(1 + task % 40);
      ask(rows, static_cast<float>(task));
      wrong += answered(rows, static_cast<float>(task)) ? 0 : 1;
      asked += rows.size();
    });
  }
  CHECK(wrong == 0);
  CHECK(predicted == asked);
  CHECK(largest <= most_rows);
}

TEST_CASE("what is asked while a batch is computed gathers in the next", "[threads]") {
  std::latch computing(1), go_on(1);
  std::vector<std::size_t> batches;
  DynamicBatcher batcher(2, 1, 8, [&](std::span<const float> inputs, std::span<float> outputs) {
    ten_a_plus_b(inputs, outputs);
    batches.push_back(outputs.size());
    if (batches.size() > 1) return;
    computing.count_down();
    go_on.wait();
  });
  std::jthread first([&] {
    DynamicBatcher::Rows rows = batcher.reserve(3);
    ask(rows, 1);
  });
  computing.wait();
  {
    DynamicBatcher::Rows second = batcher.reserve(5), third = batcher.reserve(5);
    CHECK(second.size() == 5);
    CHECK(third.size() == 3);  // what there is room for
    std::jthread other([&] { ask(third, 3); });
    go_on.count_down();
    ask(second, 2);
    other.join();
    CHECK(answered(second, 2));
    CHECK(answered(third, 3));
  }
  CHECK(batches == std::vector<std::size_t>{3, 8});
}

TEST_CASE("the failure of a predictor reaches everybody who waits, and who asks later", "[threads]") {
  int calls = 0;
  DynamicBatcher batcher(2, 1, 8, [&](std::span<const float> inputs, std::span<float> outputs) {
    if (++calls == 20) throw std::runtime_error("out of memory");
    ten_a_plus_b(inputs, outputs);
  });
  std::atomic<std::size_t> told = 0;
  on_many_threads(batcher_threads, batcher_threads, [&](std::size_t, std::size_t task) {
    told += ask_until_failure(batcher, 1 + 2 * task) == "out of memory" ? 1 : 0;  // some wait for room, too
  });
  CHECK(told == batcher_threads);
  CHECK(ask_until_failure(batcher, 1) == "out of memory");
}

TEST_CASE("an asker that leaves without asking holds up nobody", "[threads]") {
  DynamicBatcher batcher(2, 1, 4, ten_a_plus_b);
  for (int i = 0; i < 3; ++i) {
    { const DynamicBatcher::Rows left = batcher.reserve(4); }
    DynamicBatcher::Rows rows = batcher.reserve(2);
    ask(rows, 7);
    CHECK(answered(rows, 7));
  }
}

TEST_CASE("many threads do each task once, and stop at the first failure", "[threads]") {
  std::vector<std::atomic<int>> done(500), by(20);
  on_many_threads(by.size(), done.size(), [&](std::size_t thread, std::size_t task) {
    ++done[task];
    ++by[thread];
  });
  CHECK(std::ranges::all_of(done, [](int times) { return times == 1; }));
  std::atomic<int> begun = 0;
  const auto fail = [&](std::size_t, std::size_t task) {
    ++begun;
    if (task == 5) throw RuntimeFailure("task 5");
  };
  CHECK_THROWS_AS(on_many_threads(1, 100, fail), RuntimeFailure);
  CHECK(begun == 6);
  CHECK_THROWS_AS(on_many_threads(4, 100, fail), RuntimeFailure);
}
