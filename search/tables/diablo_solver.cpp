#include "search/tables/diablo_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "engine/error.hpp"
#include "search/tables/diablo_row_solver.hpp"
#include "search/tables/diablo_table.hpp"
#include "search/tables/table_folder.hpp"
#include "search/threads.hpp"

namespace alea {

namespace fs = std::filesystem;

using diablo::Slice;

namespace {

/// The codes of a slice; nothing if the build was stopped.
template <int N>
std::optional<std::vector<WinCode>> solve_slice(const DiabloTable<N>& table, const Slice& slice, int threads,
                                                SolveOverseer& overseer) {
  const auto index = table.index_of(slice);
  const diablo::Heights heights(slice);
  std::vector<WinCode> codes(index.size());
  const std::uint64_t rows = index.rows(), row_size = slice.heights();
  const std::uint64_t share = std::clamp<std::uint64_t>(16384 / row_size, 1, 256);  // some milliseconds of work
  std::atomic<std::uint64_t> next = 0;
  std::atomic<bool> stopped = false;
  on_threads(threads, [&](int) {
    diablo::RowSolver<N> solver(table, slice, heights);
    while (!stopped) {
      const std::uint64_t begin = next.fetch_add(share), end = std::min(begin + share, rows);
      if (begin >= rows) return;
      for (std::uint64_t row = begin; row < end; ++row) {
        solver.solve(index.row(static_cast<std::uint32_t>(row)), std::span(codes).subspan(row * row_size, row_size));
      }
      const auto positions = static_cast<std::int64_t>((end - begin) * row_size);
      if (!overseer.solved(positions, slice.level())) stopped = true;
    }
  });
  if (stopped) return std::nullopt;
  return codes;
}

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
  SolveOverseer overseer(hooks, {report.positions - report.missing, report.positions});
  for (const Slice& slice : slices) {
    if (!table.holds(slice)) {
      const auto codes = solve_slice(table, slice, threads, overseer);
      if (!codes) return report;
      table.add(slice, *codes);
    }
    ++report.slices;
  }
  report.finished = true;
  return report;
}

template SolveReport solve_diablo<2>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);
template SolveReport solve_diablo<4>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);
template SolveReport solve_diablo<6>(const fs::path&, const diablo::Extent&, int, const SolveHooks&);

}  // namespace alea
