#include "search/move_filter.hpp"

#include <algorithm>
#include <string>

#include "engine/error.hpp"

namespace alea {

namespace {

/// GNU Backgammon's settings differ in what follows static evaluation and what follows 2 plies.
constexpr MoveFilters gnubg(MoveFilter after_static, MoveFilter after_two) {
  return {{after_static, MoveFilter::all(), after_two, MoveFilter::all()}, MoveFilter::best()};
}

struct Named {
  std::string_view name;
  MoveFilters filters;
};

constexpr Named presets[] = {
    {"none", {{MoveFilter::all(), MoveFilter::all(), MoveFilter::all(), MoveFilter::all()}, MoveFilter::all()}},
    {"tiny", gnubg({0, 5, 0.08F}, {0, 2, 0.02F})},
    {"narrow", gnubg({0, 8, 0.12F}, {0, 2, 0.03F})},
    {"normal", gnubg({0, 8, 0.16F}, {0, 2, 0.04F})},
    {"large", gnubg({0, 16, 0.32F}, {0, 4, 0.08F})},
    {"huge", gnubg({0, 20, 0.44F}, {0, 6, 0.11F})},
};

}  // namespace

std::size_t MoveFilter::select(std::span<const float> utilities, std::span<std::uint32_t> order) const {
  if (order.empty()) return 0;
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    return utilities[a] > utilities[b] || (utilities[a] == utilities[b] && a < b);
  };
  const std::size_t most = keeps_all() ? order.size() : static_cast<std::size_t>(std::max(accept + extra, 1));
  const std::size_t sorted = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sorted), order.end(), better);
  const float least = utilities[order[0]] - threshold;
  std::size_t kept = std::min(static_cast<std::size_t>(std::max(accept, 1)), sorted);
  while (kept < sorted && utilities[order[kept]] >= least) ++kept;
  return kept;
}

const MoveFilters& find_move_filters(std::string_view name) {
  std::string names;
  for (const Named& preset : presets) {
    if (preset.name == name) return preset.filters;
    names += (names.empty() ? "" : ", ") + std::string(preset.name);
  }
  throw InputError("filter", "expected one of " + names + ", found \"" + std::string(name.substr(0, 40)) + "\"");
}

}  // namespace alea
