#include "search/tables/diablo_solver.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <vector>

#include "search/tables/diablo_table.hpp"
#include "search/tables/table_folder.hpp"

namespace alea {

namespace fs = std::filesystem;

using diablo::Slice;

namespace {

/// One thread's way from the codes of lower slices to the code of a position.
template <int N>
class PositionSolver {
 public:
  using G = Diablo<N>;

  explicit PositionSolver(const DiabloTable<N>& table) : table_(table) {}

  /// `position` is not finished, and the table holds whatever a turn leads to.
  ///
  /// All results of all rolls are located first and read afterwards: by then the memory that was asked for has come.
  WinCode operator()(const typename G::Position& position) {
    locate_results(position);
    std::int64_t sum = 0;
    auto first = results_.begin();
    for (const auto& [dice, end] : ends_) {
      const auto last = results_.begin() + static_cast<std::ptrdiff_t>(end);
      sum += (dice.is_double() ? 1 : 2) * best(first, last);
      first = last;
    }
    return encode_win(sum, G::faces * G::faces);
  }

  typename diablo::SliceIndex<N>::Row row;  ///< scratch memory of whoever lists positions on this thread

 private:
  using Results = std::vector<const WinCode*>;

  void locate_results(const typename G::Position& position) {
    results_.clear();
    ends_.clear();
    for (const auto& [dice, probability] : G::rolls(position)) {
      G::plays(position, dice, plays_);
      for (const auto& after : plays_.positions()) results_.push_back(locate(after));
      ends_.push_back({dice, results_.size()});
    }
  }

  const WinCode* locate(const typename G::Position& after) const {
    static constexpr WinCode lost = lost_code, won = won_code;
    if (after.own.none()) [[unlikely]]
      return &lost;
    if (after.their.none()) [[unlikely]]
      return &won;
    const WinCode* const code = table_.locate(after);
    __builtin_prefetch(code);
    return code;
  }

  /// The mover's probability of winning, in steps: what the next player's lowest leaves.
  static std::int64_t best(typename Results::const_iterator first, typename Results::const_iterator last) {
    WinCode lowest = won_code;
    for (; first != last; ++first) lowest = std::min(lowest, **first);
    return win_steps - decode_win(lowest);
  }

  struct End {
    Dice dice;
    std::size_t end;
  };

  const DiabloTable<N>& table_;
  PlayList<G> plays_;
  Results results_;
  std::vector<End> ends_;  ///< where the results of each roll end
};

/// Progress and the wish to stop, shared by the threads.
class Overseer {
 public:
  explicit Overseer(const SolveHooks& hooks) : hooks_(hooks) {}

  SolveProgress progress;

  /// Adds what one thread has solved. False if the build is to stop.
  bool solved(std::int64_t positions) {
    const std::lock_guard lock(mutex_);
    progress.positions += positions;
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
      : table_(table), arena_(threads), solvers_([&table] { return PositionSolver<N>(table); }), overseer_(overseer) {}

  /// False if it was stopped; then nothing is written.
  bool build(const Slice& slice) {
    const auto index = table_.index_of(slice);
    std::vector<WinCode> codes(index.size());
    using Range = oneapi::tbb::blocked_range<std::uint32_t>;
    oneapi::tbb::task_group_context stopped;
    arena_.execute([&] {
      oneapi::tbb::parallel_for(
          Range(0, index.rows(), rows_per_task(index)),
          [&](const Range& rows) {
            solve_rows(index, rows.begin(), rows.end(), codes);
            const auto positions = static_cast<std::int64_t>((rows.end() - rows.begin()) * index.row_size());
            if (!overseer_.solved(positions)) stopped.cancel_group_execution();
          },
          oneapi::tbb::simple_partitioner(), stopped);
    });
    if (stopped.is_group_execution_cancelled()) return false;
    table_.add(slice, codes);
    return true;
  }

 private:
  /// A task takes some milliseconds.
  static std::uint32_t rows_per_task(const diablo::SliceIndex<N>& index) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(4096 / index.row_size(), 1, 4096));
  }

  void solve_rows(const diablo::SliceIndex<N>& index, std::uint32_t begin, std::uint32_t end,
                  std::vector<WinCode>& codes) {
    PositionSolver<N>& solve = solvers_.local();
    auto& row = solve.row;
    for (std::uint32_t number = begin; number < end; ++number) {
      index.list_row(number, row);
      const std::uint64_t first = number * index.row_size();
      for (std::size_t i = 0; i < index.row_size(); ++i) {
        const auto position = row.position(i);
        if (row.symmetric && index.find(position) != first + i) continue;
        codes[first + i] = solve(position);
      }
    }
  }

  DiabloTable<N>& table_;
  oneapi::tbb::task_arena arena_;
  oneapi::tbb::enumerable_thread_specific<PositionSolver<N>> solvers_;
  Overseer& overseer_;
};

}  // namespace

template <int N>
SolveReport solve_diablo(const fs::path& folder, const diablo::Limits& limits, int threads, const SolveHooks& hooks) {
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

template SolveReport solve_diablo<2>(const fs::path&, const diablo::Limits&, int, const SolveHooks&);
template SolveReport solve_diablo<4>(const fs::path&, const diablo::Limits&, int, const SolveHooks&);
template SolveReport solve_diablo<6>(const fs::path&, const diablo::Limits&, int, const SolveHooks&);

}  // namespace alea
