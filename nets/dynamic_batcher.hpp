// Many threads that each ask for a few predictions, and one predictor that is fast on many: a GPU, usually.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace alea {

/// Dynamic batching (Espeholt et al., "IMPALA", 2018), on one thread of its own:
///
///     predictor      | batch 1 |  batch 2      |  batch 3    |
///     askers         | 2 gathers | 3 gathers       | 4 gathers ..
///
/// While a batch is computed whatever is asked gathers in the next, which goes as soon as the predictor is free.
/// Nobody waits for a batch to be full, so there are no timers and no asker depends on another.
///
/// Thread-safe. Two batches are all its memory; none is allocated after construction.
class DynamicBatcher {
  struct Batch;

 public:
  /// Row-major, a row a question: `outputs` is to be written. Called on the one thread; whatever it throws is the end.
  using Predict = std::function<void(std::span<const float> inputs, std::span<float> outputs)>;

  /// So many numbers in a row of inputs and in one of outputs, and rows in a batch; all 1 or more.
  DynamicBatcher(std::size_t inputs, std::size_t outputs, std::size_t most_rows, Predict predict);
  ~DynamicBatcher();
  DynamicBatcher(const DynamicBatcher&) = delete;
  DynamicBatcher& operator=(const DynamicBatcher&) = delete;

  /// An asker's rows in the batch that gathers. The batch waits for them: to be written at once, and given up as soon
  /// as the answers are read. The batcher must outlive them.
  class Rows {
   public:
    ~Rows();
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;

    std::size_t size() const { return count_; }

    /// Of row i, to be written before `predict`.
    std::span<float> inputs(std::size_t i);

    /// Asks, once, and blocks until the answers are there. Throws RuntimeFailure, saying why, when the predictor
    /// failed.
    void predict();

    /// Of row i, after `predict`.
    std::span<const float> outputs(std::size_t i) const;

   private:
    friend class DynamicBatcher;
    Rows(DynamicBatcher& batcher, Batch& batch, std::size_t first, std::size_t count)
        : batcher_(batcher), batch_(batch), first_(first), count_(count) {}

    DynamicBatcher& batcher_;
    Batch& batch_;
    std::size_t first_, count_;
    bool written_ = false;
  };

  /// As many rows as there is room for, at least 1 and at most `wanted`, which is 1 or more. Blocks while there is no
  /// room. Throws RuntimeFailure when the predictor failed.
  Rows reserve(std::size_t wanted);

 private:
  struct Batch {
    std::vector<float> inputs, outputs;
    std::size_t rows = 0;     ///< reserved
    std::size_t askers = 0;   ///< that have rows here
    std::size_t writers = 0;  ///< of them, who still write
    bool asked = false;       ///< somebody has written
    bool predicted = false;
    std::condition_variable answered;
  };

  Batch& gathering() { return batches_[gathering_]; }
  Batch& other() { return batches_[1 - gathering_]; }
  void written(Batch& batch);
  void check() const;
  void serve();
  Batch* next_batch(std::unique_lock<std::mutex>& lock);
  bool compute(Batch& batch, std::unique_lock<std::mutex>& lock);

  const std::size_t inputs_, outputs_, most_rows_;
  const Predict predict_;

  std::mutex mutex_;  ///< of all below, but for rows that somebody has reserved and batches that are computed
  std::condition_variable room_;    ///< askers wait for it
  std::condition_variable change_;  ///< the thread waits for it
  std::array<Batch, 2> batches_;
  std::size_t gathering_ = 0;           ///< which of them
  std::optional<std::string> failure_;  ///< of the predictor: the end
  bool stopping_ = false;
  std::thread thread_;  ///< last, as it uses the others
};

}  // namespace alea
