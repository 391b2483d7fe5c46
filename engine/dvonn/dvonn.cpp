#include "engine/dvonn/dvonn.hpp"

#include <utility>

#include "engine/dvonn/stack_groups.hpp"

namespace alea {

static_assert(Game<Dvonn>);

std::span<const Weighted<NoDice>> Dvonn::rolls(const Position&) {
  static constexpr std::array<Weighted<NoDice>, 1> only{{{{}, 1.0}}};
  return only;
}

std::optional<RollerValue<Dvonn>> Dvonn::result(const Position& position) {
  if (!finished(position)) return std::nullopt;
  const auto [own, their] = dvonn::score(position);
  RollerValue<Dvonn> value;
  value[own > their ? win : own < their ? lose : draw] = 1;
  value[margin] = static_cast<float>(own - their);
  return value;
}

Dvonn::Position Dvonn::random_start(Random& random) {
  static constexpr auto all_spaces = [] {
    std::array<std::uint8_t, dvonn::spaces> all{};
    std::size_t n = 0;
    dvonn::each_space(dvonn::board, [&](int space) { all[n++] = static_cast<std::uint8_t>(space); });
    return all;
  }();

  // A partial Fisher-Yates shuffle: the first 3 drawn get DVONN pieces, the next 23 White's, the rest are Black's.
  auto order = all_spaces;
  Position position;
  position.plane[Position::height_plane] = dvonn::board;
  position.plane[Position::dvonn_plane] = Position::movement_bit | Position::first_move_bit;
  for (std::size_t i = 0; i < dvonn::dvonn_pieces + dvonn::pieces_per_colour; ++i) {
    std::swap(order[i], order[i + random.below(static_cast<std::uint32_t>(order.size() - i))]);
    position.plane[i < dvonn::dvonn_pieces ? Position::dvonn_plane : Position::own_plane] |= dvonn::bit(order[i]);
  }
  return position;
}

Dvonn::Roll Dvonn::parse_roll(std::string_view text) {
  if (!text.empty()) {
    throw InputError("dice",
                     "expected nothing, DVONN having no dice, found \"" + std::string(text.substr(0, 40)) + "\"");
  }
  return {};
}

}  // namespace alea
