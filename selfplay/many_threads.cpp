#include "selfplay/many_threads.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/error.hpp"

namespace alea {

void on_many_threads(std::size_t threads, std::size_t tasks,
                     const std::function<void(std::size_t thread, std::size_t task)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto fail = [&](const std::exception_ptr& why) {
    next = tasks;
    const std::lock_guard lock(mutex);
    if (!failure) failure = why;
  };
  const auto run = [&](std::size_t thread) {
    try {
      for (std::size_t task = next++; task < tasks; task = next++) work(thread, task);
    } catch (...) {
      fail(std::current_exception());
    }
  };
  std::vector<std::jthread> running;
  try {
    while (running.size() < threads) running.emplace_back(run, running.size());
  } catch (const std::system_error& error) {
    fail(std::make_exception_ptr(RuntimeFailure(fmt::format("cannot start {} threads: {}", threads, error.what()))));
  }
  running.clear();  // when they have ended
  if (failure) std::rethrow_exception(failure);
}

}  // namespace alea
