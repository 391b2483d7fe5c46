#include "search/tables/bearoff_table.hpp"

#include <cstring>
#include <span>

namespace alea {

namespace fs = std::filesystem;

using backgammon::Position;

BearoffTable::BearoffTable(const fs::path& folder) : folder_(folder) {
  auto largest = family.open_largest(folder);
  if (!largest) return;
  checkers_ = largest->checkers;
  boards_ = backgammon::home_boards(checkers_);
  file_.emplace(std::move(largest->file));
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
