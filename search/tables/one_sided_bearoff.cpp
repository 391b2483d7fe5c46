#include "search/tables/one_sided_bearoff.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>
#include <stdexcept>

namespace alea {

namespace fs = std::filesystem;

using backgammon::HomeBoard;
using backgammon::Position;

namespace {

constexpr double steps = 65535;
constexpr const char* kind = "backgammon bearoff one-sided v1";

using Codes = std::array<int, RollCount::most + 1>;

/// Rounded so that they sum to 65535: what rounding down leaves goes to those that lost most by it.
Codes encode_all(const RollCount& count) {
  Codes codes;
  std::array<std::size_t, codes.size()> order;
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (const std::size_t n : order) codes[n] = static_cast<int>(count.of[n] * steps);
  const auto lost = [&](std::size_t n) { return count.of[n] * steps - codes[n]; };
  std::ranges::stable_sort(order, std::ranges::greater(), lost);
  int left = static_cast<int>(steps) - std::reduce(codes.begin(), codes.end());
  for (auto n = order.begin(); left > 0; ++n, --left) ++codes[*n];
  return codes;
}

/// The codes from the first that is not 0, and which one that is.
void store(const RollCount& count, std::span<std::uint16_t> window, std::uint8_t& first) {
  const Codes codes = encode_all(count);
  const auto begin = std::ranges::find_if(codes, [](int code) { return code > 0; });
  const auto held = std::min(codes.end() - begin, std::ssize(window));
  if (std::any_of(begin + held, codes.end(), [](int code) { return code > 0; })) {
    throw std::logic_error("a distribution of rolls is wider than its record");
  }
  first = static_cast<std::uint8_t>(begin - codes.begin());
  std::transform(begin, begin + held, window.begin(), [](int code) { return static_cast<std::uint16_t>(code); });
}

void load(std::span<const std::uint16_t> window, int first, RollCount& count) {
  for (std::size_t i = 0; i < window.size() && static_cast<std::size_t>(first) + i < count.of.size(); ++i) {
    count.of[static_cast<std::size_t>(first) + i] = window[i] / steps;
  }
}

/// Sum over n of P(a = n) * P(b >= n + more).
double not_before(const RollCount& a, const RollCount& b, int more) {
  double sum = 0, rest = 0;  // rest: P(b >= n + more)
  for (int n = RollCount::most; n >= 0; --n) {
    if (n + more <= RollCount::most) rest += b[n + more];
    sum += a[n] * rest;
  }
  return sum;
}

}  // namespace

fs::path OneSidedBearoff::file_of(const fs::path& folder) {
  return folder / Backgammon::name() / "bearoff-one-sided.table";
}

TableFile OneSidedBearoff::open(const fs::path& folder) {
  return TableFile(file_of(folder), kind, boards * sizeof(Record));
}

OneSidedBearoff::OneSidedBearoff(const fs::path& folder) {
  if (fs::exists(file_of(folder))) file_.emplace(open(folder));
}

void OneSidedBearoff::check(const fs::path& folder) { open(folder).check_all(); }

void OneSidedBearoff::write(const fs::path& folder, std::span<const Record> records) {
  assert(records.size() == boards);
  write_table(file_of(folder), kind, std::as_bytes(records));
}

OneSidedBearoff::Record OneSidedBearoff::encode(const HomeRace& race) {
  Record record;
  record.mean = race.mean;
  store(race.all, record.all, record.first_of_all);
  store(race.first, record.first, record.first_of_first);
  return record;
}

HomeRace OneSidedBearoff::decode(const Record& record) {
  HomeRace race;
  race.mean = record.mean;
  load(record.all, record.first_of_all, race.all);
  load(record.first, record.first_of_first, race.first);
  return race;
}

HomeRace OneSidedBearoff::race(HomeBoard board) const {
  assert(exists() && board < boards);
  const std::size_t offset = board * sizeof(Record);
  file_->check(offset);
  Record record;
  std::memcpy(&record, file_->data().data() + offset, sizeof record);
  return decode(record);
}

std::optional<RollerValue<Backgammon>> OneSidedBearoff::value(const Position& position) const {
  if (const auto result = Backgammon::result(position)) return result;
  if (!exists() || !at_home(position.own) || !at_home(position.their)) return std::nullopt;
  const HomeRace own = race(number_of(position.own)), their = race(number_of(position.their));
  // The roller wins with his n-th roll if the opponent, who has rolled n - 1 times, still needs at least n rolls.
  const double win = not_before(own.all, their.all, 0), win_gammon = not_before(own.all, their.first, 0);
  // The opponent wins with his n-th roll if the roller, who has rolled n times, still needs more.
  const double lose = 1 - win, lose_gammon = not_before(their.all, own.first, 1);
  RollerValue<Backgammon> value;
  value[Backgammon::win_gammon] = static_cast<float>(std::min(win, win_gammon));
  value[Backgammon::win_single] = static_cast<float>(std::max(0.0, win - win_gammon));
  value[Backgammon::lose_gammon] = static_cast<float>(std::min(lose, lose_gammon));
  value[Backgammon::lose_single] = static_cast<float>(std::max(0.0, lose - lose_gammon));
  return value;
}

}  // namespace alea
