#include "engine/backgammon/match_id.hpp"

#include <algorithm>

#include "engine/backgammon/base64.hpp"
#include "engine/error.hpp"

namespace alea::backgammon {
namespace {

using Key = std::array<std::uint8_t, 9>;

/// Fields follow one another, so none needs an offset.
class BitWriter {
 public:
  void put(int bits, int value) {
    for (int i = 0; i < bits; ++i, ++at_) key_[at_ / 8] |= static_cast<std::uint8_t>((value >> i & 1) << at_ % 8);
  }
  const Key& key() const { return key_; }

 private:
  Key key_{};
  std::size_t at_ = 0;
};

class BitReader {
 public:
  explicit BitReader(const Key& key) : key_(key) {}

  int take(int bits) {
    int value = 0;
    for (int i = 0; i < bits; ++i, ++at_) value |= (key_[at_ / 8] >> at_ % 8 & 1) << i;
    return value;
  }

  int take(int bits, const char* what, int most) {
    const int value = take(bits);
    if (value > most) fail(what, "0 to " + std::to_string(most), value);
    return value;
  }

  static void fail(const char* what, const std::string& expected, int found) {
    throw InputError("position", "Match ID: expected " + std::string(what) + " to be " + expected + ", found " +
                                     std::to_string(found));
  }

 private:
  const Key& key_;
  std::size_t at_ = 0;
};

constexpr int centred = 3;
int player(Side side) { return side == Side::first ? 1 : 0; }
Side side_of(int player) { return player == 1 ? Side::first : Side::second; }

std::optional<Side> take_owner(BitReader& bits) {
  const int owner = bits.take(2);
  if (owner == 2) BitReader::fail("the cube's owner", "0, 1 or 3", owner);
  return owner == centred ? std::nullopt : std::optional(side_of(owner));
}

std::optional<Dice> take_dice(BitReader& bits) {
  const int a = bits.take(3, "a die", 6), b = bits.take(3, "a die", 6);
  if ((a == 0) != (b == 0)) BitReader::fail("both dice or neither", "rolled", a + b);
  if (a == 0) return std::nullopt;
  return Dice{static_cast<std::uint8_t>(std::max(a, b)), static_cast<std::uint8_t>(std::min(a, b))};
}

}  // namespace

std::string format_match_id(const MatchState& match) {
  BitWriter bits;
  bits.put(4, match.cube);
  bits.put(2, match.cube_owner ? player(*match.cube_owner) : centred);
  bits.put(1, player(match.on_roll));
  bits.put(1, match.crawford);
  bits.put(3, static_cast<int>(match.state));
  bits.put(1, player(match.turn));
  bits.put(1, match.cube_action != CubeAction::none);
  bits.put(2, match.resignation);
  bits.put(3, match.dice ? match.dice->high : 0);
  bits.put(3, match.dice ? match.dice->low : 0);
  bits.put(15, match.length);
  bits.put(15, match.score[static_cast<std::size_t>(Side::second)]);
  bits.put(15, match.score[static_cast<std::size_t>(Side::first)]);
  bits.put(1, !match.jacoby);
  return encode_base64(bits.key());
}

MatchState parse_match_id(std::string_view text) {
  const Key key = decode_base64<9>(text, "Match ID");
  BitReader bits(key);
  MatchState match;
  match.cube = bits.take(4);
  match.cube_owner = take_owner(bits);
  match.on_roll = side_of(bits.take(1));
  match.crawford = bits.take(1);
  match.state = static_cast<GameState>(bits.take(3, "the game state", static_cast<int>(GameState::dropped)));
  match.turn = side_of(bits.take(1));
  match.cube_action = bits.take(1) ? CubeAction::doubled : CubeAction::none;
  match.resignation = bits.take(2);
  match.dice = take_dice(bits);
  match.length = bits.take(15);
  match.score[static_cast<std::size_t>(Side::second)] = bits.take(15);
  match.score[static_cast<std::size_t>(Side::first)] = bits.take(15);
  match.jacoby = !bits.take(1);
  bits.take(5, "the last five bits", 0);
  return match;
}

}  // namespace alea::backgammon
