#include "selfplay/tournament/recorder.hpp"

#include <utility>

namespace alea {

namespace {

/// So many are committed at once, to keep memory small.
constexpr std::size_t many_games = 50'000;

}  // namespace

Recorder::Recorder(Store& store, std::chrono::duration<double> interval)
    : store_(store), interval_(interval), thread_([this] { loop(); }) {}

Recorder::~Recorder() { stop(); }

void Recorder::add(StoredGame game) {
  const std::lock_guard lock(mutex_);
  games_.push_back(std::move(game));
  if (games_.size() >= many_games) wake_.notify_one();
}

void Recorder::finish() {
  stop();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Recorder::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Recorder::loop() {
  std::vector<StoredGame> games;
  for (bool last = false; !last;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, interval_, [this] { return stopping_ || games_.size() >= many_games; });
      last = stopping_;
      std::swap(games, games_);
    }
    commit(games);
  }
}

void Recorder::commit(std::vector<StoredGame>& games) {
  if (games.empty() || failed_) return;
  try {
    store_.add(games);
    games.clear();
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = true;
  }
}

}  // namespace alea
