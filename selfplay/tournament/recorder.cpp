#include "selfplay/tournament/recorder.hpp"

#include <span>
#include <utility>

namespace alea {

namespace {

/// So many are committed at once, to keep memory small.
constexpr std::size_t many_games = 50'000;

}  // namespace

Recorder::Recorder(Store& store, std::chrono::duration<double> interval)
    : store_(store), interval_(interval), thread_([this] { loop(); }) {}

Recorder::~Recorder() { stop(); }

void Recorder::add(const StoredGame& game) {
  const std::lock_guard lock(mutex_);
  if (batch_.size == batch_.games.size()) batch_.games.emplace_back();
  batch_.games[batch_.size++] = game;
  if (batch_.size >= many_games) wake_.notify_one();
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
  Batch batch;
  for (bool last = false; !last;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, interval_, [this] { return stopping_ || batch_.size >= many_games; });
      last = stopping_;
      std::swap(batch, batch_);
    }
    commit(batch);
  }
}

void Recorder::commit(Batch& batch) {
  if (batch.size == 0 || failed_) return;
  try {
    store_.add(std::span(batch.games).first(batch.size));
    batch.size = 0;
  } catch (...) {
    failure_ = std::current_exception();
    failed_ = true;
  }
}

}  // namespace alea
