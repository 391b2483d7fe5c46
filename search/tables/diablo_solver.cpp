#include "search/tables/diablo_solver.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <span>
#include <vector>

#include "search/tables/diablo_row_solver.hpp"
#include "search/tables/diablo_table.hpp"
#include "search/tables/table_folder.hpp"

namespace alea {

namespace fs = std::filesystem;

using diablo::Slice;

namespace {

/// Progress and the wish to stop, shared by the threads.
class Overseer {
 public:
  explicit Overseer(const SolveHooks& hooks) : hooks_(hooks) {}

  SolveProgress progress;

  /// Adds what one thread has solved. False if the build is to stop.
  bool solved(std::uint64_t positions) {
    const std::lock_guard lock(mutex_);
    progress.positions += static_cast<std::int64_t>(positions);
    if (hooks_.progress) hooks_.progress(progress);
    if (hooks_.stop && hooks_.stop()) stopped_ = true;
    return !stopped_;
  }

 private:
  const SolveHooks& hooks_;
  std::mutex mutex_;
  bool stopped_ = false;
};

template <int N>
class Builder {
 public:
  Builder(DiabloTable<N>& table, int threads, Overseer& overseer)
      : table_(table), arena_(threads), overseer_(overseer) {}

  /// False if it was stopped; then nothing is written.
  bool build(const Slice& slice) {
    using Solvers = oneapi::tbb::enumerable_thread_specific<diablo::RowSolver<N>>;
    using Range = oneapi::tbb::blocked_range<std::uint32_t>;
    const auto index = table_.index_of(slice);
    const diablo::Heights heights(slice);
    std::vector<WinCode> codes(index.size());
    Solvers solvers([&] { return diablo::RowSolver<N>(table_, slice, heights); });
    oneapi::tbb::task_group_context stopped;
    arena_.execute([&] {
      oneapi::tbb::parallel_for(
          Range(0, index.rows(), rows_per_task(slice)),
          [&](const Range& rows) {
            auto& solver = solvers.local();
            for (std::uint32_t row = rows.begin(); row < rows.end(); ++row) {
              solver.solve(index.row(row), std::span(codes).subspan(row * slice.heights(), slice.heights()));
            }
            if (!overseer_.solved(rows.size() * slice.heights())) stopped.cancel_group_execution();
          },
          oneapi::tbb::simple_partitioner(), stopped);
    });
    if (stopped.is_group_execution_cancelled()) return false;
    table_.add(slice, codes);
    return true;
  }

 private:
  /// So that a task takes some milliseconds.
  static std::uint32_t rows_per_task(const Slice& slice) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(16384 / slice.heights(), 1, 256));
  }

  DiabloTable<N>& table_;
  oneapi::tbb::task_arena arena_;
  Overseer& overseer_;
};

}  // namespace

template <int N>
SolveReport solve_diablo(const fs::path& folder, const diablo::Extent& limits, int threads, const SolveHooks& hooks) {
  const auto begin = std::chrono::steady_clock::now();
  DiabloTable<N> table(folder);
  remove_abandoned_files(folder / Diablo<N>::name());
  table.check_all();
  const auto slices = diablo::slices_within(limits, N);
  Overseer overseer(hooks);
  SolveReport report;
  for (const Slice& slice : slices) {
    const auto size = static_cast<std::int64_t>(table.index_of(slice).size());
    report.positions += size;
    if (table.holds(slice)) overseer.progress.positions += size;
  }
  overseer.progress.total = report.positions;
  Builder<N> builder(table, threads, overseer);
  report.finished = true;
  for (const Slice& slice : slices) {
    if (!table.holds(slice)) {
      overseer.progress.level = slice.level();
      if (!builder.build(slice)) {
        report.finished = false;
        break;
      }
      report.solved += static_cast<std::int64_t>(table.index_of(slice).size());
    }
    ++report.slices;
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

template SolveReport solve_diablo<2>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);
template SolveReport solve_diablo<4>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);
template SolveReport solve_diablo<6>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);

}  // namespace alea
