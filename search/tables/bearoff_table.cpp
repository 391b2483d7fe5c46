#include "search/tables/bearoff_table.hpp"

#include <cstring>
#include <span>

namespace alea {

namespace fs = std::filesystem;

using backgammon::Position;

namespace {

std::size_t bytes_of(int checkers) {
  const std::size_t boards = backgammon::home_boards(checkers);
  return boards * boards * sizeof(float);
}

/// The last number is the version of the encoding.
std::string kind_of(int checkers) { return "backgammon bearoff two-sided " + std::to_string(checkers) + " v1"; }

}  // namespace

fs::path BearoffTable::file_of(const fs::path& folder, int checkers) {
  return folder / Backgammon::name() / ("bearoff-two-sided-" + std::to_string(checkers) + ".table");
}

TableFile BearoffTable::open(const fs::path& folder, int checkers) {
  return TableFile(file_of(folder, checkers), kind_of(checkers), bytes_of(checkers));
}

void BearoffTable::check(const fs::path& folder, int checkers) { open(folder, checkers).check_all(); }

void BearoffTable::write(const fs::path& folder, int checkers, std::span<const float> wins) {
  write_table(file_of(folder, checkers), kind_of(checkers), std::as_bytes(wins));
}

BearoffTable::BearoffTable(const fs::path& folder) : folder_(folder) {
  for (int checkers = most_checkers; checkers > 0 && !file_; --checkers) {
    if (!fs::exists(file_of(folder, checkers))) continue;
    file_.emplace(open(folder, checkers));
    checkers_ = checkers;
    boards_ = backgammon::home_boards(checkers);
  }
}

std::optional<float> BearoffTable::find(const Position& position) const {
  if (!at_home(position.own) || !at_home(position.their)) return std::nullopt;
  const std::size_t own = number_of(position.own), their = number_of(position.their);
  if (own >= boards_ || their >= boards_) return std::nullopt;
  const std::size_t offset = (own * boards_ + their) * sizeof(float);
  file_->check(offset);
  float win;
  std::memcpy(&win, file_->data().data() + offset, sizeof win);
  return win;
}

std::optional<RollerValue<Backgammon>> BearoffTable::value(const Position& position) const {
  if (const auto result = Backgammon::result(position)) return result;
  const auto win = find(position);
  if (!win) return std::nullopt;
  RollerValue<Backgammon> value;
  value[Backgammon::win_single] = *win;
  value[Backgammon::lose_single] = 1 - *win;
  return value;
}

std::string BearoffTable::description() const {
  const std::string held = checkers_ == 0 ? "no bearoff table"
                                          : "the bearoff table of at most " + std::to_string(checkers_) +
                                                " checkers a side, all of them at home";
  return folder_.string() + " holds " + held + "; alea solve backgammon-bearoff makes one";
}

}  // namespace alea
