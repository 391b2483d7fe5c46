#include "search/tables/hypergammon_solver.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/combinable.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "search/tables/hypergammon_table.hpp"
#include "search/tables/table_folder.hpp"

namespace alea {

namespace fs = std::filesystem;

using backgammon::Checkers;
using backgammon::Position;
using hypergammon::number_of;
using hypergammon::side_of;
using hypergammon::SideNumber;
using hypergammon::sides;

namespace {

constexpr auto rolls = all_rolls<6>();
constexpr float tolerance = 1e-6F;
constexpr int evaluations = 6;  ///< after each improvement

/// The number of a position: own * sides + their.
using Index = std::uint32_t;

class Solver {
 public:
  explicit Solver(int checkers)
      : sides_(sides(checkers)), equities_(std::size_t{sides_} * sides_), entries_(equities_.size()) {
    for (SideNumber number = 0; number < sides_; ++number) checkers_.push_back(side_of(number));
    for (SideNumber number = 1; number < sides_; ++number) {
      set_finished(index(0, number));
      set_finished(index(number, 0));
    }
    list_positions();
    chosen_.resize(positions_.size());
  }

  std::int64_t positions() const { return std::ssize(positions_); }
  std::int64_t settled() const { return settled_; }
  std::span<const HypergammonTable::Entry> entries() const { return entries_; }

  /// One pass over all positions; false if it was stopped.
  template <class Stop>
  bool improve(const Stop& stop) {
    oneapi::tbb::combinable<std::int64_t> settled;
    oneapi::tbb::enumerable_thread_specific<PlayList<Hypergammon>> lists;
    const bool finished = pass(stop, [&](std::size_t i) {
      choose(i, lists.local());
      const Value value = chosen_value(i);
      settled.local() += std::abs(utility_(value) - equities_[positions_[i]]) <= tolerance;
      return value;
    });
    settled_ = settled.combine(std::plus());
    return finished;
  }
  template <class Stop>
  bool evaluate(const Stop& stop) {
    return pass(stop, [&](std::size_t i) { return chosen_value(i); });
  }

 private:
  using Value = RollerValue<Hypergammon>;

  Index index(SideNumber own, SideNumber their) const { return own * sides_ + their; }
  Position position(Index i) const { return {checkers_[i / sides_], checkers_[i % sides_]}; }

  void set(Index i, const Value& value) {
    entries_[i] = HypergammonTable::encode(value);
    equities_[i] = utility_(value);
  }
  void set_finished(Index i) { set(i, *Hypergammon::result(position(i))); }

  /// All live positions, in the order of their pips, and where each number of pips begins.
  void list_positions() {
    constexpr int most_pips = 2 * Hypergammon::checkers * backgammon::bar;
    std::vector<std::vector<Index>> by_pips(most_pips + 1);
    for (SideNumber own = 1; own < sides_; ++own) {
      for (SideNumber their = 1; their < sides_; ++their) {
        const Position p{checkers_[own], checkers_[their]};
        if (p.own.occupied() & backgammon::mirrored(p.their.occupied())) continue;
        by_pips[static_cast<std::size_t>(p.pips() + p.their_pips())].push_back(index(own, their));
      }
    }
    for (const auto& some : by_pips) {
      begins_.push_back(positions_.size());
      positions_.insert(positions_.end(), some.begin(), some.end());
    }
    begins_.push_back(positions_.size());
  }

  /// Gives all positions of one number of pips, and then those of the next, the values that `value(i)` tells.
  template <class Stop, class ValueOf>
  bool pass(const Stop& stop, const ValueOf& value) {
    std::vector<Value> values;
    for (std::size_t level = 0; level + 1 < begins_.size(); ++level) {
      const std::size_t begin = begins_[level], size = begins_[level + 1] - begin;
      values.resize(size);
      oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, size, 256), [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) values[i] = value(begin + i);
      });
      for (std::size_t i = 0; i < size; ++i) set(positions_[begin + i], values[i]);
      if (stop()) return false;
    }
    return true;
  }

  /// The play of each roll that leaves the opponent least; the first of equals.
  void choose(std::size_t i, PlayList<Hypergammon>& list) {
    const Position p = position(positions_[i]);
    for (std::size_t roll = 0; roll < rolls.size(); ++roll) {
      Hypergammon::plays(p, rolls[roll].roll, list);
      float least = std::numeric_limits<float>::infinity();
      for (const Position& after : list.positions()) {
        const Index at = index(number_of(after.own), number_of(after.their));
        if (equities_[at] >= least) continue;
        least = equities_[at];
        chosen_[i][roll] = at;
      }
    }
  }

  Value chosen_value(std::size_t i) const {
    std::array<double, Hypergammon::statistics> sum{};
    for (std::size_t roll = 0; roll < rolls.size(); ++roll) {
      const Value opponents = HypergammonTable::decode(entries_[chosen_[i][roll]]);
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += rolls[roll].probability * opponents.of[k];
    }
    Value value;
    std::ranges::transform(sum, value.of.begin(), [](double x) { return static_cast<float>(x); });
    return {Hypergammon::flip(value.of)};
  }

  const Utility<Hypergammon> utility_;
  SideNumber sides_;
  std::vector<Checkers> checkers_;  ///< by the side's number
  std::vector<float> equities_;     ///< by index; read far more often than
  std::vector<HypergammonTable::Entry> entries_;
  std::vector<Index> positions_;
  std::vector<std::size_t> begins_;
  std::vector<std::array<Index, rolls.size()>> chosen_;  ///< by the place in positions_: where the best plays lead
  std::int64_t settled_ = 0;
};

/// False if it was stopped.
bool iterate(Solver& solver, const SolveHooks& hooks) {
  const auto stop = [&] { return hooks.stop && hooks.stop(); };
  for (int improvements = 1;; ++improvements) {
    if (!solver.improve(stop)) return false;
    if (hooks.progress) hooks.progress({solver.settled(), solver.positions(), improvements});
    if (solver.settled() == solver.positions()) return true;
    for (int n = 0; n < evaluations; ++n) {
      if (!solver.evaluate(stop)) return false;
    }
  }
}

}  // namespace

SolveReport solve_hypergammon(const fs::path& folder, int checkers, int threads, const SolveHooks& hooks) {
  if (checkers < 1 || checkers > HypergammonTable::most_checkers) {
    throw InputError("checkers", fmt::format("expected 1 to {} checkers a side, found {}",
                                             HypergammonTable::most_checkers, checkers));
  }
  fs::create_directories(folder / Hypergammon::name());
  remove_abandoned_files(folder / Hypergammon::name());
  SolveReport report;
  report.positions = std::int64_t{sides(checkers)} * sides(checkers);
  if (fs::exists(HypergammonTable::file_of(folder, checkers))) {
    HypergammonTable::check(folder, checkers);
  } else {
    report.missing = report.positions;
    bool finished = false;
    Solver solver(checkers);
    oneapi::tbb::task_arena(threads).execute([&] { finished = iterate(solver, hooks); });
    if (!finished) return report;
    HypergammonTable::write(folder, checkers, solver.entries());
  }
  report.slices = 1;
  report.finished = true;
  return report;
}

}  // namespace alea
