#include "search/tables/bearoff_solver.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <span>

#include "search/tables/bearoff_table.hpp"
#include "search/tables/home_plays.hpp"
#include "search/tables/table_folder.hpp"
#include "search/threads.hpp"

namespace alea {

namespace fs = std::filesystem;

using backgammon::HomeBoard;
using backgammon::HomePlays;

namespace {

constexpr auto rolls = all_rolls<6>();

// One side.

/// Plays lead to lower numbers: boards are solved in their order.
class OneSidedSolver {
 public:
  explicit OneSidedSolver(int checkers) : races_(backgammon::home_boards(checkers)), means_(races_.size()) {
    races_[0].all[0] = races_[0].first[0] = 1;
  }

  HomeBoard boards() const { return static_cast<HomeBoard>(races_.size()); }
  std::vector<HomeRace>& races() { return races_; }

  void solve(HomeBoard board) {
    HomeRace& race = races_[board];
    const bool first_is_left = board >= backgammon::home_boards(backgammon::checkers - 1);
    if (!first_is_left) race.first[0] = 1;
    for (const auto& [roll, probability] : rolls) {
      const auto after = plays_.after(board, roll);
      add_roll(race.all, probability, races_[best(after, &Means::all)].all);
      if (first_is_left) add_roll(race.first, probability, races_[best(after, &Means::first)].first);
    }
    means_[board] = {race.all.mean(), race.first.mean()};
    race.mean = static_cast<float>(means_[board].all);
  }

 private:
  struct Means {
    double all = 0;
    double first = 0;
  };

  /// Of equals the one with the lowest number, whatever the order of the plays.
  HomeBoard best(std::span<const HomeBoard> boards, double Means::*mean) const {
    return *std::ranges::min_element(boards, {},
                                     [&](HomeBoard board) { return std::pair(means_[board].*mean, board); });
  }

  static void add_roll(RollCount& count, double probability, const RollCount& after) {
    for (int n = 0; n < RollCount::most; ++n) count[n + 1] += probability * after[n];
  }

  std::vector<HomeRace> races_;
  std::vector<Means> means_;
  HomePlays plays_;
};

std::vector<HomeRace> solve_one_sided(int checkers, SolveOverseer& overseer) {
  constexpr HomeBoard boards_per_report = 512;
  OneSidedSolver solver(checkers);
  for (HomeBoard board = 1; board < solver.boards(); ++board) {
    solver.solve(board);
    if (board % boards_per_report == 0 && !overseer.solved(boards_per_report, 1)) return {};
  }
  return std::move(solver.races());
}

bool build_one_sided(const fs::path& folder, SolveOverseer& overseer) {
  const std::vector<HomeRace> races = solve_one_sided(backgammon::checkers, overseer);
  if (overseer.stopped()) return false;
  std::vector<OneSidedBearoff::Record> records(races.size());
  std::ranges::transform(races, records.begin(), OneSidedBearoff::encode);
  OneSidedBearoff::write(folder, records);
  return true;
}

// Two sides.

/// Where all rolls lead from all boards, found once: a board is asked for with every board of the opponent.
class PlaysOfBoards {
 public:
  explicit PlaysOfBoards(HomeBoard boards) {
    HomePlays plays;
    begins_.assign(rolls.size() + 1, 0);  // the empty board has no plays
    for (HomeBoard board = 1; board < boards; ++board) {
      for (const auto& [roll, probability] : rolls) {
        const auto after = plays.after(board, roll);
        after_.insert(after_.end(), after.begin(), after.end());
        begins_.push_back(after_.size());
      }
    }
  }

  std::span<const HomeBoard> after(HomeBoard board, std::size_t roll) const {
    const std::size_t i = board * rolls.size() + roll;
    return {after_.data() + begins_[i], begins_[i + 1] - begins_[i]};
  }

 private:
  std::vector<HomeBoard> after_;
  std::vector<std::size_t> begins_;
};

/// A play leads from (own, their) to (their, a lower own): positions of one sum of both numbers are independent of one
/// another, and are solved in the order of the sums.
class TwoSidedSolver {
 public:
  /// Of the positions whose roller has no checkers the win is 1, where his opponent has none it is 0.
  explicit TwoSidedSolver(int checkers)
      : boards_(backgammon::home_boards(checkers)), plays_(boards_), wins_(std::size_t{boards_} * boards_) {
    std::fill_n(wins_.begin(), boards_, 1.0f);
  }

  /// False if it was stopped.
  bool solve(int threads, SolveOverseer& overseer) {
    using Range = oneapi::tbb::blocked_range<HomeBoard>;
    ThreadArena arena(threads);
    for (HomeBoard sum = 2; sum <= 2 * (boards_ - 1); ++sum) {
      const HomeBoard first = sum < boards_ ? 1 : sum - (boards_ - 1), last = sum - first;
      arena.execute([&] {
        oneapi::tbb::parallel_for(Range(first, last + 1, 16), [&](const Range& range) {
          for (HomeBoard own = range.begin(); own < range.end(); ++own) solve_position(own, sum - own);
        });
      });
      if (!overseer.solved(last + 1 - first, 2)) return false;
    }
    return true;
  }

  std::span<const float> wins() const { return wins_; }

 private:
  void solve_position(HomeBoard own, HomeBoard their) {
    const float* const replies = &wins_[std::size_t{their} * boards_];  // the opponent's, by the roller's board
    double lose = 0;
    for (std::size_t roll = 0; roll < rolls.size(); ++roll) {
      float least = 1;
      for (const HomeBoard after : plays_.after(own, roll)) least = std::min(least, replies[after]);
      lose += rolls[roll].probability * least;
    }
    wins_[std::size_t{own} * boards_ + their] = static_cast<float>(1 - lose);
  }

  HomeBoard boards_;
  PlaysOfBoards plays_;
  std::vector<float> wins_;
};

bool build_two_sided(const fs::path& folder, int checkers, int threads, SolveOverseer& overseer) {
  TwoSidedSolver solver(checkers);
  if (!solver.solve(threads, overseer)) return false;
  BearoffTable::family.write(folder, checkers, std::as_bytes(solver.wins()));
  return true;
}

}  // namespace

std::vector<HomeRace> solve_one_sided(int checkers, const SolveHooks& hooks) {
  SolveOverseer overseer(hooks, {0, backgammon::home_boards(checkers)});
  return solve_one_sided(checkers, overseer);
}

SolveReport solve_bearoff(const fs::path& folder, int checkers, int threads, const SolveHooks& hooks) {
  BearoffTable::family.check_limit(checkers);
  fs::create_directories(folder / Backgammon::name());
  remove_abandoned_files(folder / Backgammon::name());
  const bool one_sided = fs::exists(OneSidedBearoff::file_of(folder));
  if (one_sided) OneSidedBearoff::check(folder);
  const bool two_sided = BearoffTable::family.holds(folder, checkers);

  const std::int64_t boards = backgammon::home_boards(checkers) - 1, positions = boards * boards;
  SolveReport report;
  report.positions = OneSidedBearoff::boards + positions;
  report.missing = (one_sided ? 0 : OneSidedBearoff::boards) + (two_sided ? 0 : positions);
  SolveOverseer overseer(hooks, {report.positions - report.missing, report.positions});
  if (!one_sided && !build_one_sided(folder, overseer)) return report;
  ++report.slices;
  if (!two_sided && !build_two_sided(folder, checkers, threads, overseer)) return report;
  ++report.slices;
  report.finished = true;
  return report;
}

}  // namespace alea
