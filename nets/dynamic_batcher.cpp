#include "nets/dynamic_batcher.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <utility>

#include "engine/error.hpp"

namespace alea {

DynamicBatcher::DynamicBatcher(std::size_t inputs, std::size_t outputs, std::size_t most_rows, Predict predict)
    : inputs_(inputs), outputs_(outputs), most_rows_(most_rows), predict_(std::move(predict)) {
  for (Batch& batch : batches_) {
    batch.inputs.resize(most_rows * inputs);
    batch.outputs.resize(most_rows * outputs);
  }
  thread_ = std::thread([this] { serve(); });
}

DynamicBatcher::~DynamicBatcher() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  change_.notify_one();
  thread_.join();
}

// The askers' side.

DynamicBatcher::Rows DynamicBatcher::reserve(std::size_t wanted) {
  assert(wanted > 0);
  std::unique_lock lock(mutex_);
  room_.wait(lock, [&] { return failure_ || gathering().rows < most_rows_; });
  check();
  Batch& batch = gathering();
  const std::size_t first = batch.rows, count = std::min(wanted, most_rows_ - first);
  batch.rows += count;
  ++batch.askers;
  ++batch.writers;
  return {*this, batch, first, count};
}

std::span<float> DynamicBatcher::Rows::inputs(std::size_t i) {
  assert(i < count_ && !written_);
  return std::span(batch_.inputs).subspan((first_ + i) * batcher_.inputs_, batcher_.inputs_);
}

void DynamicBatcher::Rows::predict() {
  std::unique_lock lock(batcher_.mutex_);
  batcher_.written(batch_);
  written_ = true;
  batch_.answered.wait(lock, [&] { return batch_.predicted || batcher_.failure_; });
  if (!batch_.predicted) batcher_.check();
}

std::span<const float> DynamicBatcher::Rows::outputs(std::size_t i) const {
  assert(i < count_ && written_);
  return std::span(batch_.outputs).subspan((first_ + i) * batcher_.outputs_, batcher_.outputs_);
}

DynamicBatcher::Rows::~Rows() {
  const std::lock_guard lock(batcher_.mutex_);
  if (!written_) batcher_.written(batch_);  // whoever leaves without asking holds up nobody
  if (--batch_.askers == 0) batcher_.change_.notify_one();
}

void DynamicBatcher::written(Batch& batch) {
  --batch.writers;
  batch.asked = true;
  change_.notify_one();
}

void DynamicBatcher::check() const {
  if (failure_) throw RuntimeFailure(*failure_);
}

// The thread's side.

void DynamicBatcher::serve() {
  std::unique_lock lock(mutex_);
  while (Batch* const batch = next_batch(lock)) {
    if (!compute(*batch, lock)) return;
  }
}

/// The batch that gathered, once somebody waits for it and the other one is free to gather next; null at the end.
DynamicBatcher::Batch* DynamicBatcher::next_batch(std::unique_lock<std::mutex>& lock) {
  change_.wait(lock, [&] { return stopping_ || (gathering().asked && other().askers == 0); });
  if (stopping_) return nullptr;
  Batch& full = gathering();
  gathering_ = 1 - gathering_;
  gathering().rows = 0;
  gathering().asked = gathering().predicted = false;
  room_.notify_all();
  change_.wait(lock, [&] { return full.writers == 0; });
  return &full;
}

/// False when that failed.
bool DynamicBatcher::compute(Batch& batch, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  std::optional<std::string> failure;
  try {
    predict_(std::span(batch.inputs).first(batch.rows * inputs_),
             std::span(batch.outputs).first(batch.rows * outputs_));
  } catch (const std::exception& error) {
    failure = error.what();
  } catch (...) {
    failure = "the predictor failed";
  }
  lock.lock();
  failure_ = std::move(failure);
  batch.predicted = !failure_;
  batch.answered.notify_all();
  if (!failure_) return true;
  room_.notify_all();
  gathering().answered.notify_all();
  return false;
}

}  // namespace alea
