#include "engine/backgammon/position_id.hpp"

#include "engine/backgammon/base64.hpp"
#include "engine/error.hpp"

namespace alea::backgammon {
namespace {

using Key = std::array<std::uint8_t, 10>;
constexpr std::size_t key_bits = 80;

void write(Key& key, std::size_t& bit, const Checkers& side) {
  for (int point = 1; point <= bar; ++point) {
    for (int n = side.count(point); n > 0; --n, ++bit) key[bit / 8] |= static_cast<std::uint8_t>(1u << bit % 8);
    ++bit;
  }
}

Checkers read(const Key& key, std::size_t& bit, const char* whose) {
  Checkers side;
  int total = 0;
  for (int point = 1; point <= bar; ++bit) {
    if (bit == key_bits) throw InputError("position", "expected 24 points and the bar of each side, found fewer");
    if (key[bit / 8] >> bit % 8 & 1) {
      if (++total > checkers) {
        throw InputError("position",
                         "expected at most 15 checkers a side, found more of the player " + std::string(whose));
      }
      side.add(1u << (point - 1));
    } else {
      ++point;
    }
  }
  return side;
}

}  // namespace

std::string format_position_id(const Position& position) {
  Key key{};
  std::size_t bit = 0;
  write(key, bit, position.their);
  write(key, bit, position.own);
  return encode_base64(key);
}

Position parse_position_id(std::string_view text) {
  const Key key = decode_base64<10>(text, "Position ID");
  std::size_t bit = 0;
  Position position;
  position.their = read(key, bit, "who waits");
  position.own = read(key, bit, "on roll");
  for (; bit < key_bits; ++bit) {
    if (key[bit / 8] >> bit % 8 & 1) throw InputError("position", "expected no bits after the last bar, found some");
  }
  check_position(position);
  return position;
}

void check_position(const Position& position) {
  if (position.own.on_board() > checkers || position.their.on_board() > checkers) {
    throw InputError("position", "expected at most 15 checkers a side, found more");
  }
  if (const std::uint32_t both = position.own.occupied() & mirrored(position.their.occupied())) {
    throw InputError("position", "expected each point to be held by one side, found both on the roller's " +
                                     std::to_string(std::countr_zero(both) + 1) + "-point");
  }
  const auto shut_out = [](const Checkers& side, const Checkers& other) {
    return (side.occupied() & bar_mask) && (other.made() & home_mask) == home_mask;
  };
  if (shut_out(position.own, position.their) && shut_out(position.their, position.own)) {
    throw InputError("position", "expected a side that may move, found both on the bar before closed boards");
  }
  if (!position.own.occupied() && !position.their.occupied()) {
    throw InputError("position", "expected a side with checkers on the board, found both borne off");
  }
}

}  // namespace alea::backgammon
