#include "search/tables/diablo_solver.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "engine/error.hpp"
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
  Overseer(const SolveHooks& hooks, const SolveProgress& progress) : hooks_(hooks), progress_(progress) {}

  void begin(const Slice& slice) { progress_.level = slice.level(); }

  /// Adds what one thread has solved. False if the build is to stop.
  bool solved(std::uint64_t positions) {
    const std::lock_guard lock(mutex_);
    progress_.positions += static_cast<std::int64_t>(positions);
    if (hooks_.progress) hooks_.progress(progress_);
    if (hooks_.stop && hooks_.stop()) stopped_ = true;
    return !stopped_;
  }

 private:
  const SolveHooks& hooks_;
  SolveProgress progress_;
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
    overseer_.begin(slice);
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

/// Refuses what would take weeks, or has no numbers.
void check_extent(const std::vector<Slice>& slices, int board_size) {
  constexpr double most = 2e10;
  const double positions = diablo::estimated_positions(slices, board_size);
  if (positions > most || !std::ranges::all_of(slices, &Slice::can_be_numbered)) {
    throw InputError("checkers", fmt::format("expected limits of checkers, total and stacks that leave at most {:.0e} "
                                             "positions and {} stacks a side, found about {:.1e} positions",
                                             most, subsets::most_members, positions));
  }
}

void check_space(const fs::path& folder, std::int64_t positions) {
  const auto needed = static_cast<std::uintmax_t>(positions) * sizeof(WinCode);
  const auto available = fs::space(folder).available;
  if (available < needed) {
    throw RuntimeFailure(
        fmt::format("{}: expected {} bytes of free space, found {}", folder.string(), needed, available));
  }
}

}  // namespace

template <int N>
SolveReport solve_diablo(const fs::path& folder, const diablo::Extent& extent, int threads, const SolveHooks& hooks) {
  const auto slices = diablo::slices_within(extent, N);
  check_extent(slices, N);
  fs::create_directories(folder / Diablo<N>::name());
  remove_abandoned_files(folder / Diablo<N>::name());
  DiabloTable<N> table(folder);
  table.check_all();

  SolveReport report;
  const auto size = [&](const Slice& slice) { return static_cast<std::int64_t>(table.index_of(slice).size()); };
  for (const Slice& slice : slices) {
    report.positions += size(slice);
    if (!table.holds(slice)) report.missing += size(slice);
  }
  check_space(folder, report.missing);
  Overseer overseer(hooks, {report.positions - report.missing, report.positions});
  Builder<N> builder(table, threads, overseer);
  for (const Slice& slice : slices) {
    if (!table.holds(slice) && !builder.build(slice)) return report;
    ++report.slices;
  }
  report.finished = true;
  return report;
}

template SolveReport solve_diablo<2>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);
template SolveReport solve_diablo<4>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);
template SolveReport solve_diablo<6>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);

}  // namespace alea
