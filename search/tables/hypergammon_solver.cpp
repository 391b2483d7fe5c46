#include "search/tables/hypergammon_solver.hpp"

#include <algorithm>
#include <cstring>

#include "search/tables/hypergammon_iteration.hpp"
#include "search/tables/table_folder.hpp"
#include "search/threads.hpp"

namespace alea {

namespace fs = std::filesystem;

using hypergammon::Iteration;
using hypergammon::sides;

namespace {

constexpr float tolerance = 5e-7F;

constexpr std::int64_t indices(int checkers) { return std::int64_t{sides(checkers)} * sides(checkers); }

template <class T>
constexpr TableFamily family_of(std::string_view stem, std::string_view kind) {
  return {HypergammonTable::family.game, stem, kind, HypergammonTable::most_checkers,
          [](int checkers) { return static_cast<std::size_t>(indices(checkers)) * sizeof(T); }};
}

// What a build that ends early leaves: the values of its last pass, of either phase. Equities get another name when
// they are settled, so that one that goes on makes the same passes as one that was never ended.
constexpr auto equities = family_of<float>("unsettled-equities", "hypergammon {} checkers unsettled equities v1");
constexpr auto settled_equities = family_of<float>("equities", "hypergammon {} checkers equities v1");
constexpr auto unsettled_entries = family_of<Iteration::Entry>("unsettled", "hypergammon {} checkers unsettled v1");

class Build {
 public:
  Build(const fs::path& folder, int checkers, const SolveHooks& hooks)
      : folder_(folder), checkers_(checkers), hooks_(hooks), iteration_(checkers) {}

  /// False if it was stopped.
  bool run() {
    const auto all_equities = iteration_.equities();
    const auto all_entries = iteration_.entries();
    if (!load(settled_equities, all_equities)) {
      load(equities, all_equities);
      if (!settle(&Iteration::improve_equities, equities, all_equities)) return false;
      save(settled_equities, all_equities);
    }
    settled_before_ = iteration_.positions();
    iteration_.choose_plays();
    if (!load(unsettled_entries, all_entries)) iteration_.guess_entries();
    if (!settle(&Iteration::improve_entries, unsettled_entries, all_entries)) return false;
    save(HypergammonTable::family, all_entries);
    return true;
  }

 private:
  /// Passes until nothing moves; each but the last is saved.
  template <class Improve, class T>
  bool settle(Improve improve, const TableFamily& family, std::span<T> values) {
    for (;;) {
      const std::int64_t settled = (iteration_.*improve)(tolerance, [&] { return hooks_.stop && hooks_.stop(); });
      if (settled < 0) return false;
      if (hooks_.progress) hooks_.progress({(settled_before_ + settled) / 2, iteration_.positions(), ++passes_});
      if (settled == iteration_.positions()) return true;
      save(family, values);
    }
  }

  template <class T>
  bool load(const TableFamily& family, std::span<T> values) const {
    if (!family.holds(folder_, checkers_)) return false;
    std::memcpy(values.data(), family.open(folder_, checkers_)->data().data(), values.size_bytes());
    return true;
  }
  template <class T>
  void save(const TableFamily& family, std::span<T> values) const {
    family.write(folder_, checkers_, std::as_bytes(values));
  }

  const fs::path& folder_;
  int checkers_;
  const SolveHooks& hooks_;
  Iteration iteration_;
  std::int64_t settled_before_ = 0;  ///< in the phase before
  int passes_ = 0;
};

}  // namespace

SolveReport solve_hypergammon(const fs::path& folder, int checkers, int threads, const SolveHooks& hooks) {
  HypergammonTable::family.check_limit(checkers);
  fs::create_directories(folder / Hypergammon::name());
  remove_abandoned_files(folder / Hypergammon::name());
  SolveReport report;
  report.positions = indices(checkers);
  if (!HypergammonTable::family.holds(folder, checkers)) {
    report.missing = report.positions;
    bool finished = false;
    Build build(folder, checkers, hooks);
    ThreadArena(threads).execute([&] { finished = build.run(); });
    if (!finished) return report;
  }
  for (const TableFamily& family : {equities, settled_equities, unsettled_entries}) {
    fs::remove(family.file(folder, checkers));
  }
  report.slices = 1;
  report.finished = true;
  return report;
}

}  // namespace alea
