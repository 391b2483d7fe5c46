// What the DVONN tests share.
#pragma once

#include <string>
#include <string_view>

#include "engine/dvonn/dvonn.hpp"
#include "tests/catch.hpp"

namespace alea::tests {

inline Dvonn::Position read(std::string_view text) { return Dvonn::parse_position(text).position; }

inline int space(std::string_view name) { return dvonn::parse_space(name).value(); }

/// A game followed play by play.
class Record {
 public:
  explicit Record(const Situation<Dvonn>& start) : position_(start.position), to_move_(start.to_move) {}

  /// Throws InputError when the play is illegal.
  void play(std::string_view text) {
    Dvonn::plays(position_, {}, list_);
    const Dvonn::Position& after = list_.position(Dvonn::find_play(position_, {}, list_, text));
    to_move_ = next_side<Dvonn>(after, to_move_);
    position_ = after;
  }

  const Dvonn::Position& position() const { return position_; }
  Side to_move() const { return to_move_; }
  std::string text() const { return Dvonn::format_position(position_, to_move_); }

  /// "White-Black".
  std::string score() const {
    const auto [own, their] = dvonn::score(position_);
    const bool white = to_move_ == Side::first;
    return std::to_string(white ? own : their) + "-" + std::to_string(white ? their : own);
  }

 private:
  Dvonn::Position position_;
  Side to_move_;
  PlayList<Dvonn> list_;
};

/// Why a play is refused; empty if it is legal.
inline std::string refusal(std::string_view position, std::string_view play) {
  try {
    Record(Dvonn::parse_position(position)).play(play);
    return "";
  } catch (const InputError& error) {
    return error.field() == "play" ? error.what() : "wrong field " + error.field();
  }
}

/// Calls look(position, side) for every position of `games` random games, finished ones too: from the empty board, or
/// from random full boards.
template <class Look>
void random_games(int games, bool from_full_boards, Look&& look) {
  PlayList<Dvonn> list;
  for (int game = 0; game < games; ++game) {
    Random random(7, Purpose::test, from_full_boards, static_cast<std::uint64_t>(game));
    Dvonn::Position position = from_full_boards ? Dvonn::random_start(random) : Dvonn::start();
    Side side = Side::first;
    look(position, side);
    while (!Dvonn::finished(position)) {
      Dvonn::plays(position, {}, list);
      position = list.position(random.below(static_cast<std::uint32_t>(list.size())));
      side = next_side<Dvonn>(position, side);
      look(position, side);
    }
  }
}

}  // namespace alea::tests
